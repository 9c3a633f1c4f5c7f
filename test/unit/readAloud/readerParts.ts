import type { SpokenAudio } from '../../../src/readAloud/audioStore.ts';
import { planUtterances, type Utterance } from '../../../src/readAloud/plan.ts';
import {
  createReader,
  type Reader,
  type ReaderPorts,
  type ReaderState,
} from '../../../src/readAloud/reader.ts';
import type { ReaderPlayer } from '../../../src/readAloud/readerPlayer.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

/** A relay that answers when it is told to. */
interface Speaker {
  /** Texts that were asked for, and so paid for. */
  readonly asked: string[];
  readonly speak: ReaderPorts['speak'];
  /** Answers the oldest open request with that many bytes. */
  answer(bytes?: number): Promise<void>;
  fail(error: Error): Promise<void>;
}

interface Request {
  resolve(audio: SpokenAudio): void;
  reject(error: unknown): void;
}

function createSpeaker(): Speaker {
  const asked: string[] = [];
  const open: Request[] = [];
  const next = () => {
    const request = open.shift();
    if (!request) throw new Error('Nothing was asked for.');
    return request;
  };
  return {
    asked,
    speak: (text, { signal }) =>
      new Promise((resolve, reject) => {
        asked.push(text);
        const request = { resolve, reject };
        open.push(request);
        // Some relays answer all the same.
        signal.addEventListener('abort', () => {
          if (open.includes(request)) asked.push(`abort ${text}`);
        });
      }),
    answer(bytes = 100) {
      next().resolve({ bytes: new Uint8Array(bytes), format: 'mp3' });
      return settle();
    },
    fail(error) {
      next().reject(error);
      return settle();
    },
  };
}

/** Lets everything happen that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Plays like the view: in order, telling what it does a moment later, silent until it is allowed to sound. */
export interface TestPlayer extends ReaderPlayer {
  /** What the reader told it, in short. */
  readonly told: string[];
  isAllowed: boolean;
  /** The current sentence is heard to its end. */
  hearOut(): Promise<void>;
  /** A click in the view. */
  click(): Promise<void>;
  /** The current sentence's audio turns out to be broken. */
  breakDown(): Promise<void>;
}

function createTestPlayer(reader: () => Reader): TestPlayer {
  const told: string[] = [];
  let readingId = '';
  let audios = new Set<number>();
  let index = 0;
  let isEnd = false;
  let isPaused = false;
  let reported = '';

  function report(): Promise<void> {
    const status = isEnd && !audios.has(index) ? 'finished' : statusNow();
    const heard = status === 'finished' ? Math.max(0, index - 1) : index;
    const report = { readingId, status, index: heard } as const;
    if (reported !== JSON.stringify(report)) {
      reported = JSON.stringify(report);
      queueMicrotask(() => reader().playerState(report));
    }
    return settle();
  }

  function statusNow() {
    if (isPaused) return 'paused';
    if (!audios.has(index)) return 'loading';
    return player.isAllowed ? 'playing' : 'blocked';
  }

  const player: TestPlayer = {
    told,
    isAllowed: true,
    begin(reading) {
      ({ readingId, current: index, paused: isPaused } = reading);
      audios = new Set();
      isEnd = false;
      const count = `${reading.sentences.length}${reading.isWhole ? '' : '+'}`;
      told.push(`begin ${readingId} at ${index} of ${count}${isPaused ? ', paused' : ''}`);
      void report();
    },
    sentences(more) {
      told.push(`${more.sentences.length} sentences more${more.isWhole ? ', all' : ''}`);
    },
    audio(audio) {
      told.push(`audio ${audio.index}`);
      if (audio.readingId === readingId) audios.add(audio.index);
      void report();
    },
    audioEnd() {
      told.push('end');
      isEnd = true;
      void report();
    },
    pause() {
      told.push('pause');
      isPaused = true;
      void report();
    },
    resume() {
      told.push('resume');
      isPaused = false;
      void report();
    },
    stop() {
      told.push('stop');
      audios = new Set();
    },
    hearOut() {
      if (statusNow() !== 'playing') throw new Error(`Nothing is heard: ${statusNow()}.`);
      index += 1;
      return report();
    },
    click() {
      player.isAllowed = true;
      return report();
    },
    breakDown() {
      const broken = { readingId, index, message: 'no sound in it' };
      queueMicrotask(() => reader().playerUnplayable(broken));
      index += 1;
      return report();
    },
  };
  return player;
}

export interface ReaderParts {
  readonly reader: Reader;
  readonly speaker: Speaker;
  readonly player: TestPlayer;
  readonly states: ReaderState[];
  /** Status and place, as people see them. */
  now(): string;
}

/** A reader among a relay and a player that do what the test says. */
export function createParts(
  options: Partial<Pick<ReaderPorts, 'lookAhead' | 'maximumBytes'>> = {},
): ReaderParts {
  const speaker = createSpeaker();
  const states: ReaderState[] = [];
  const player: TestPlayer = createTestPlayer(() => reader);
  const reader: Reader = createReader({
    speak: speaker.speak,
    player,
    onChange: (state) => void states.push(state),
    logger: silentLogger,
    ...options,
  });
  return {
    reader,
    speaker,
    player,
    states,
    now: () => `${reader.state.status} ${reader.state.current}`,
  };
}

/** A reading of so many sentences: "Sentence 0.", "Sentence 1.", … */
export function readingOf(count: number): { title: string; utterances: Iterable<Utterance> } {
  const text = Array.from({ length: count }, (_, index) => `Sentence ${index}.`).join(' ');
  return { title: 'notes.md', utterances: planUtterances(text) };
}
