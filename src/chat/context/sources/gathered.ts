import type { AttachmentRecord } from '../../model/records.ts';

/** A text that is checked for secrets before it is sent. */
export interface GatheredText {
  /** What it is called when something in it is asked about. */
  readonly name: string;
  readonly text: string;
  /** Where it is a part of a file: the line that it begins on. */
  readonly firstLine?: number;
  /** Of a file, its name, which tells what is in it. */
  readonly file?: string;
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

export interface Gathering {
  readonly gathered: readonly Gathered[];
  readonly refusals: readonly Refusal[];
}

export const nothing: Gathering = { gathered: [], refusals: [] };

export function toGathering(found: Gathered | Refusal): Gathering {
  return 'reason' in found ? { gathered: [], refusals: [found] } : { gathered: [found], refusals: [] };
}

/** One text that is attached as it is. */
export function gatherText(
  record: Omit<AttachmentRecord, 'text'> & { readonly text: string },
  about: Omit<Gathered, 'texts' | 'toRecord'> & {
    readonly firstLine?: number;
    readonly file?: string;
  } = {},
): Gathered {
  const { firstLine, file, ...rest } = about;
  const { name, text } = record;
  return {
    ...rest,
    texts: [
      { name, text, ...(firstLine !== undefined && { firstLine }), ...(file !== undefined && { file }) },
    ],
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
    { ...(isOfFile && { file }), ...(line !== undefined && { firstLine: Number(line) }) },
  );
}
