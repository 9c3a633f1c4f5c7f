import type { ReaderHostMessage, SentenceView } from '../../src/protocol/readerProtocol.ts';
import type { ReaderPage } from './readerPage.ts';

type Fact<Type extends ReaderHostMessage['type']> = Extract<ReaderHostMessage, { type: Type }>;
type Begin = Fact<'begin'>;
export type Audio = Fact<'audio'>;

/** Sentences with these texts, three in each paragraph. */
export function makeSentences(texts: readonly string[]): SentenceView[] {
  return texts.map((text, index) => ({ index, text, paragraph: Math.floor(index / 3), kind: 'paragraph' }));
}

/** A reading with this many sentences. */
export function begin(
  readingId: string,
  count: number,
  change: Partial<Begin & NonNullable<Begin['text']>> = {},
): Begin {
  const made = Array.from({ length: count }, (_, index) => `This is sentence ${index + 1}.`);
  const {
    title = 'notes.md',
    sentences = makeSentences(made),
    isWhole = true,
    skipped = [],
    ...start
  } = change;
  return jump(readingId, 0, { text: { title, sentences, isWhole, skipped }, ...start });
}

/** The same reading goes on at another sentence. */
export function jump(readingId: string, current: number, change: Partial<Begin> = {}): Begin {
  return { type: 'begin', readingId, current, startSeconds: 0, paused: false, ...change };
}

export function audio(
  readingId: string,
  index: number,
  bytes: Uint8Array = new Uint8Array(),
  format: Audio['format'] = 'mp3',
): Audio {
  return { type: 'audio', readingId, index, format, bytes };
}

export function audioEnd(readingId: string): ReaderHostMessage {
  return { type: 'audioEnd', readingId };
}

/** A reading with all of its audio. */
export function reading(readingId: string, ...pieces: readonly Audio[]): ReaderHostMessage[] {
  const count = 1 + Math.max(...pieces.map(({ index }) => index));
  return [begin(readingId, count), ...pieces, audioEnd(readingId)];
}

export function sound(speed: number, volume = 1, usesMediaKeys = false): ReaderHostMessage {
  return { type: 'sound', speed, volume, usesMediaKeys };
}

/** The states that the player reported, without positions in a sentence: each status of each sentence once. */
export function toldStates(intents: ReaderPage['intents']): string[] {
  const told = intents.flatMap((intent) =>
    intent.type === 'state' ? [`${intent.status} ${intent.index}`] : [],
  );
  return told.filter((state, at) => state !== told[at - 1]);
}
