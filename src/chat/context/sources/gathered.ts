import type { AttachmentRecord } from '../../model/records.ts';

/** A text that is checked for secrets before it is sent. */
export interface GatheredText {
  /** What it is called when something in it is asked about. */
  readonly name: string;
  readonly text: string;
  /** Where it is a part of a file: the line that it begins on. */
  readonly firstLine?: number | undefined;
  /** Of a file, its name, which tells what is in it. */
  readonly file?: string | undefined;
}

/** A gathered attachment, before approval. */
export interface Gathered {
  /** The same thing attached again takes the place of the first. */
  readonly source?: string;
  readonly texts: readonly GatheredText[];
  /** Makes the record of its texts, of which secrets may be masked by now. */
  readonly toRecord: (texts: readonly string[]) => AttachmentRecord;
  /** Paths of it that are asked about. */
  readonly outside?: readonly string[];
  readonly ignored?: readonly string[];
}

/** What was left out, and why, in words. */
export interface Refusal {
  readonly name: string;
  readonly reason: string;
}

export type Gathering = readonly (Gathered | Refusal)[];

export function splitGathering(found: Gathering): { gathered: Gathered[]; refusals: Refusal[] } {
  return {
    gathered: found.flatMap((each) => ('reason' in each ? [] : each)),
    refusals: found.flatMap((each) => ('reason' in each ? each : [])),
  };
}

/** One text that is attached as it is. */
export function gatherText(
  record: Omit<AttachmentRecord, 'text'> & { readonly text: string },
  about: Omit<Gathered, 'texts' | 'toRecord'> & Pick<GatheredText, 'firstLine' | 'file'> = {},
): Gathered {
  const { firstLine, file, ...rest } = about;
  const { name, text } = record;
  return {
    ...rest,
    texts: [{ name, text, firstLine, file }],
    toRecord: ([masked = text]) => ({ ...record, text: masked }),
  };
}

/** What others have gathered already. */
export function gatherRecord(record: AttachmentRecord): Gathered {
  const { kind, name, text } = record;
  if (text === undefined) return { texts: [], toRecord: () => record };
  const isOfFile = kind === 'selection' || kind === 'file';
  const [, file = name, line] = (isOfFile && /^(.*?)(?::(\d+)[\d,-]*)?$/s.exec(name)) || [];
  return gatherText(
    { ...record, text },
    { file: isOfFile ? file : undefined, firstLine: line === undefined ? undefined : Number(line) },
  );
}
