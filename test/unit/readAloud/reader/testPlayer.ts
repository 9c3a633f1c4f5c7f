import type { Reader } from '../../../../src/readAloud/reader/reader.ts';
import type { PlayerStart, ReaderPlayer } from '../../../../src/readAloud/reader/readerPlayer.ts';
import type { ReaderStatus } from '../../../../src/readAloud/reader/readerState.ts';

/** Lets everything happen that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Plays like the view: in order, telling what it does a moment later, silent until it is allowed to sound. Told
 * something that breaks the rules of ReaderPlayer, it throws.
 */
export interface TestPlayer extends ReaderPlayer {
  /** What the reader told it, in short. */
  readonly told: string[];
  /** Indexes of what was heard to its end. */
  readonly heard: number[];
  isAllowed: boolean;
  readonly status: ReaderStatus;
  /** The current sentence is heard to its end. */
  hearOut(): Promise<void>;
  /** It is heard so far. */
  hear(seconds: number): Promise<void>;
  /** A click in the view. */
  click(): Promise<void>;
  /** The current sentence's audio turns out to be broken. */
  breakDown(): Promise<void>;
  /** The sound card goes away. */
  loseOutput(): Promise<void>;
}

export function createTestPlayer(reader: () => Reader): TestPlayer {
  const told: string[] = [];
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
      queueMicrotask(() => reader().playerState(report));
    }
    return settle();
  }

  function statusNow(): ReaderStatus {
    while (skipped.has(index) && index < next) index += 1;
    if (isEnd && !audios.has(index)) return 'finished';
    if (isPaused) return 'paused';
    if (!audios.has(index)) return 'loading';
    return player.isAllowed ? 'playing' : 'blocked';
  }

  function place(start: PlayerStart): void {
    if (start.readingId === readingId) throw new Error(`Two readings have the id ${readingId}.`);
    ({ readingId, current: index, startSeconds: seconds, paused: isPaused } = start);
    next = index;
    audios = new Set();
    isEnd = false;
    void report();
  }

  /** What comes is of this reading, in order, and known by its text. */
  function take(given: { readonly readingId: string; readonly index: number }): void {
    if (given.readingId !== readingId || given.index !== next || next >= sentenceCount || isEnd)
      throw new Error(`Sentence ${given.index} of ${given.readingId} came instead of ${next}, ${readingId}.`);
    next += 1;
  }

  function describe({ readingId, current, startSeconds, paused }: PlayerStart): string {
    return `${readingId} at ${current}${startSeconds > 0 ? ` + ${startSeconds} s` : ''}${paused ? ', paused' : ''}`;
  }

  const player: TestPlayer = {
    told,
    heard,
    isAllowed: true,
    get status() {
      return statusNow();
    },
    begin(reading) {
      const { sentences, isWhole } = reading;
      sentenceCount = sentences.length;
      skipped = new Set(reading.skipped);
      const without = skipped.size > 0 ? ` without ${[...skipped]}` : '';
      told.push(`begin ${describe(reading)} of ${sentenceCount}${isWhole ? '' : '+'}${without}`);
      place(reading);
    },
    jump(start) {
      told.push(`jump ${describe(start)}`);
      place(start);
    },
    sentences(more) {
      if (more.readingId !== readingId) throw new Error(`Sentences of ${more.readingId} came.`);
      if (more.sentences.some((sentence, place) => sentence.index !== sentenceCount + place))
        throw new Error('Sentences are missing.');
      sentenceCount += more.sentences.length;
      told.push(`${more.sentences.length} sentences more${more.isWhole ? ', all' : ''}`);
    },
    audio(audio) {
      told.push(`audio ${audio.index}`);
      take(audio);
      audios.add(audio.index);
      void report();
    },
    skipped(utterance) {
      told.push(`skipped ${utterance.index}`);
      take(utterance);
      skipped.add(utterance.index);
      void report();
    },
    sleepBefore({ readingId: id, index: end }) {
      if (id !== readingId) throw new Error(`The sleep of ${id} came.`);
      told.push(`sleep before ${end ?? 'none'}`);
    },
    audioEnd(id) {
      told.push('end');
      if (id !== readingId || next !== sentenceCount) throw new Error('The end came too soon.');
      isEnd = true;
      void report();
    },
    pause(id) {
      told.push('pause');
      if (id === readingId) isPaused = true;
      void report();
    },
    resume(id) {
      told.push('resume');
      if (id === readingId) isPaused = false;
      void report();
    },
    stop() {
      told.push('stop');
      readingId = '';
      audios = new Set();
    },
    hearOut() {
      if (statusNow() !== 'playing') throw new Error(`Nothing is heard: ${statusNow()}.`);
      heard.push(index);
      index += 1;
      seconds = 0;
      return report();
    },
    hear(so) {
      if (statusNow() !== 'playing') throw new Error(`Nothing is heard: ${statusNow()}.`);
      seconds = so;
      return report();
    },
    click() {
      player.isAllowed = true;
      return report();
    },
    breakDown() {
      const broken = { readingId, index, isOutputFault: false, message: 'no sound in it' };
      queueMicrotask(() => reader().playerUnplayable(broken));
      index += 1;
      seconds = 0;
      return report();
    },
    loseOutput() {
      const lost = { readingId, index, isOutputFault: true, message: 'no sound card' };
      queueMicrotask(() => reader().playerUnplayable(lost));
      return settle();
    },
  };
  return player;
}
