import type { ReaderHostMessage, ReaderStatus } from '../../../../src/protocol/readerProtocol.ts';
import type { Playback } from '../../../../src/readAloud/playback/playback.ts';

type Fact<Type extends ReaderHostMessage['type']> = Extract<ReaderHostMessage, { type: Type }>;

/** Lets all pending promises and microtasks run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export type TestPage = ReturnType<typeof createTestPage>;

/**
 * Plays like the view: in order, reporting what it does a moment later, and blocked until sound is allowed. It
 * throws when a message is out of order or belongs to another reading.
 */
export function createTestPage(playback: () => Playback) {
  /** The messages that it received, in short form. */
  const told: string[] = [];
  /** Indexes of the sentences that were heard to their end. */
  const heard: number[] = [];
  let readingId = '';
  let sentenceCount = 0;
  let audios = new Set<number>();
  let skipped = new Set<number>();
  let index = 0;
  let seconds = 0;
  let next = 0;
  let isEnd = false;
  let isPaused = false;
  let reported = '';

  function report(): Promise<void> {
    const status = statusNow();
    const place = status === 'finished' ? Math.max(0, index - 1) : index;
    const report = { readingId, status, index: place, seconds } as const;
    if (readingId !== '' && reported !== JSON.stringify(report)) {
      reported = JSON.stringify(report);
      queueMicrotask(() => playback().session?.playerState(report));
    }
    return settle();
  }

  function reportFault(isOutputFault: boolean): void {
    const fault = { readingId, index, isOutputFault, message: 'no sound' };
    queueMicrotask(() => playback().session?.playerUnplayable(fault));
  }

  function statusNow(): ReaderStatus {
    while (skipped.has(index) && index < next) index += 1;
    if (isEnd && !audios.has(index)) return 'finished';
    if (isPaused) return 'paused';
    if (!audios.has(index)) return 'loading';
    return player.isAllowed ? 'playing' : 'blocked';
  }

  function place(start: Fact<'begin'>): void {
    if (start.readingId === readingId) throw new Error(`Two readings have the id ${readingId}.`);
    ({ readingId, current: index, startSeconds: seconds, paused: isPaused } = start);
    next = index;
    audios = new Set();
    isEnd = false;
    void report();
  }

  /** Checks that a message is for this reading, in order, and for a known sentence. */
  function take(given: { readonly readingId: string; readonly index: number }): void {
    if (given.readingId !== readingId || given.index !== next || next >= sentenceCount || isEnd)
      throw new Error(`Sentence ${given.index} of ${given.readingId} came instead of ${next}, ${readingId}.`);
    next += 1;
  }

  function begin(fact: Fact<'begin'>): void {
    const { text, readingId: id, current, startSeconds, paused } = fact;
    const seconds = startSeconds > 0 ? ` + ${startSeconds} s` : '';
    let of = '';
    if (text) {
      sentenceCount = text.sentences.length;
      skipped = new Set(text.skipped);
      const without = skipped.size > 0 ? ` without ${[...skipped]}` : '';
      of = ` of ${sentenceCount}${text.isWhole ? '' : '+'}${without}`;
    }
    told.push(`${text ? 'begin' : 'jump'} ${id} at ${current}${seconds}${paused ? ', paused' : ''}${of}`);
    place(fact);
  }

  function goOn(fact: ReaderHostMessage): void {
    switch (fact.type) {
      case 'sentences': {
        const { sentences, isWhole } = fact;
        if (sentences.some((sentence, place) => sentence.index !== sentenceCount + place))
          throw new Error('Sentences are missing.');
        sentenceCount += sentences.length;
        told.push(`${sentences.length} sentences more${isWhole ? ', all' : ''}`);
        return;
      }
      case 'audio':
        told.push(`audio ${fact.index}`);
        take(fact);
        audios.add(fact.index);
        return;
      case 'skipped':
        told.push(`skipped ${fact.index}`);
        take(fact);
        skipped.add(fact.index);
        return;
      case 'sleepBefore':
        told.push(`sleep before ${fact.index ?? 'none'}`);
        return;
      case 'audioEnd':
        told.push('end');
        if (next !== sentenceCount) throw new Error('The end came too soon.');
        isEnd = true;
        return;
      case 'pause':
      case 'resume':
        told.push(fact.type);
        isPaused = fact.type === 'pause';
    }
  }

  const player = {
    told,
    heard,
    isAllowed: true,
    get status(): ReaderStatus {
      return statusNow();
    },
    post(fact: ReaderHostMessage): void {
      if (fact.type === 'stop') {
        told.push('stop');
        readingId = '';
        audios = new Set();
        return;
      }
      if (fact.type === 'begin') begin(fact);
      else if ('readingId' in fact) {
        if (fact.readingId !== readingId) throw new Error(`${fact.type} of ${fact.readingId} came.`);
        goOn(fact);
        void report();
      }
    },
    /** Plays sentences to their end, beginning with the current one. */
    async hearOut(count = 1): Promise<void> {
      for (let left = count; left > 0; left -= 1) {
        if (statusNow() !== 'playing') throw new Error(`Nothing is heard: ${statusNow()}.`);
        heard.push(index);
        index += 1;
        seconds = 0;
        await report();
      }
    },
    /** Plays the current sentence up to this time. */
    hear(so: number) {
      if (statusNow() !== 'playing') throw new Error(`Nothing is heard: ${statusNow()}.`);
      seconds = so;
      return report();
    },
    /** Clicks in the view. */
    click(): Promise<void> {
      player.isAllowed = true;
      return report();
    },
    /** Reports the current sentence's audio as broken. */
    breakDown() {
      reportFault(false);
      index += 1;
      seconds = 0;
      return report();
    },
    /** Reports the loss of the audio output. */
    loseOutput() {
      reportFault(true);
      return settle();
    },
  };
  return player;
}
