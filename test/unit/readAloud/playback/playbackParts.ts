import type { Utterance, UtteranceSource } from '../../../../src/readAloud/narration/plan/utterance.ts';
import { Playback, type PlaybackOptions } from '../../../../src/readAloud/playback/playback.ts';
import type { PlaybackState } from '../../../../src/readAloud/playback/playbackState.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createTestPage, settle, type TestPage } from './testPage.ts';
import { createTestSpeaker } from './testSpeaker.ts';

export type PlaybackParts = ReturnType<typeof createParts>;

/** A playback with a relay, a cache and a player that the test controls. */
export function createParts(options: Partial<Pick<PlaybackOptions, 'lookAhead' | 'maximumBytes'>> = {}) {
  const speaker = createTestSpeaker();
  const states: PlaybackState[] = [];
  const player: TestPage = createTestPage(() => playback);
  const playback: Playback = new Playback({
    post: player.post,
    onChange: (state) => void states.push(state),
    logger: silentLogger,
    ...options,
  });
  /** The status and the current sentence. */
  const now = () => `${playback.state.status} ${playback.state.current}`;
  /** Starts a reading of `count` sentences, in paragraphs of three. */
  const start = (count: number) =>
    playback.start({ title: 'notes.md', source: sourceOf(utterancesOf(count)), speech: speaker.speech });
  return {
    playback,
    speaker,
    player,
    states,
    now,
    /** What the user sees of the faults: `now()`, the skipped sentences, the notice and the error. */
    seen(): unknown[] {
      const { error, skipped, notice } = playback.state;
      return [now(), skipped, notice, error];
    },
    start,
    /** The same in an open view. */
    open(count: number): void {
      playback.playerReady();
      start(count);
    },
    /** The same with a player, with all requests answered, and heard up to the sentence `current`. */
    async readTo(count: number, current: number): Promise<void> {
      this.open(count);
      await speaker.answerAll();
      await this.hearTo(current);
    },
    async hearTo(current: number): Promise<void> {
      while (playback.state.current < current) {
        await player.hearOut();
        await speaker.answerAll();
      }
    },
    /** Jumps to a sentence, and lets the player begin there. */
    jump(index: number): Promise<void> {
      playback.session?.jump(index);
      return settle();
    },
    /** Starts the reading of a streaming text in an open view. */
    stream() {
      const source = createStreamingSource();
      playback.playerReady();
      playback.start({ title: 'Answer', source, speech: speaker.speech });
      return source;
    },
  };
}

/** "Sentence 0.", "Sentence 1.", … in paragraphs of three. */
export function utterancesOf(count: number, firstIndex = 0): Utterance[] {
  return Array.from({ length: count }, (_, place) => {
    const index = firstIndex + place;
    const text = `Sentence ${index}.`;
    return {
      index,
      text,
      bytes: text.length,
      paragraph: Math.floor(index / 3),
      kind: 'paragraph',
      language: 'en',
      start: index * 20,
      end: index * 20 + text.length,
    } as const;
  });
}

export function sourceOf(utterances: Iterable<Utterance>): UtteranceSource {
  const iterator = utterances[Symbol.iterator]();
  return { next: () => iterator.next().value };
}

/** The utterances of a streaming text. */
function createStreamingSource() {
  const ready: Utterance[] = [];
  const listeners = new Set<() => void>();
  let isComplete = false;
  const call = () => {
    for (const listener of listeners) listener();
    return settle();
  };
  return {
    next: () => ready.shift() ?? (isComplete ? undefined : ('later' as const)),
    onMore(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get listenerCount() {
      return listeners.size;
    },
    grow(utterances: readonly Utterance[]) {
      ready.push(...utterances);
      return call();
    },
    complete() {
      isComplete = true;
      return call();
    },
  };
}
