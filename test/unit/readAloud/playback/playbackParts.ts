import type { Utterance, UtteranceSource } from '../../../../src/readAloud/narration/plan/utterance.ts';
import { Playback, type PlaybackOptions } from '../../../../src/readAloud/playback/playback.ts';
import type { PlaybackState } from '../../../../src/readAloud/playback/playbackState.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createTestPage, settle, type TestPage } from './testPage.ts';
import { createTestSpeaker, type TestSpeaker } from './testSpeaker.ts';

export interface PlaybackParts {
  readonly playback: Playback;
  readonly speaker: TestSpeaker;
  readonly player: TestPage;
  readonly states: PlaybackState[];
  /** Status and place, as people see them. */
  now(): string;
  /** What a person sees of the faults: `now()`, what was passed over, the notice and the error. */
  seen(): unknown[];
  /** Begins a reading of so many sentences, in paragraphs of three. */
  start(count: number): boolean;
  /** The same in front of a player, with all that is asked for answered, and heard up to a sentence. */
  readTo(count: number, current: number): Promise<void>;
}

/** A playback among a relay, a disk and a player that do what the test says. */
export function createParts(
  options: Partial<Pick<PlaybackOptions, 'lookAhead' | 'maximumBytes'>> = {},
): PlaybackParts {
  const speaker = createTestSpeaker();
  const states: PlaybackState[] = [];
  const player: TestPage = createTestPage(() => playback);
  const playback: Playback = new Playback({
    post: player.post,
    onChange: (state) => void states.push(state),
    logger: silentLogger,
    ...options,
  });
  const now = () => `${playback.state.status} ${playback.state.current}`;
  const start = (count: number) =>
    playback.start({ title: 'notes.md', source: sourceOf(utterancesOf(count)), speech: speaker.speech });
  return {
    playback,
    speaker,
    player,
    states,
    now,
    seen() {
      const { error, skipped, notice } = playback.state;
      return [now(), skipped, notice, error];
    },
    start,
    async readTo(count, current) {
      playback.playerReady();
      start(count);
      await speaker.answerAll();
      while (playback.state.current < current) {
        await player.hearOut();
        await speaker.answerAll();
      }
    },
  };
}

/** "Sentence 0.", "Sentence 1.", … three to a paragraph, the first one a heading. */
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

/** A text that is still being written. */
interface StreamingSource extends UtteranceSource {
  readonly listenerCount: number;
  grow(utterances: readonly Utterance[]): Promise<void>;
  complete(): Promise<void>;
}

export function createStreamingSource(): StreamingSource {
  const ready: Utterance[] = [];
  const listeners = new Set<() => void>();
  let isComplete = false;
  const call = () => {
    for (const listener of listeners) listener();
    return settle();
  };
  return {
    next: () => ready.shift() ?? (isComplete ? undefined : 'later'),
    onMore(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get listenerCount() {
      return listeners.size;
    },
    grow(utterances) {
      ready.push(...utterances);
      return call();
    },
    complete() {
      isComplete = true;
      return call();
    },
  };
}
