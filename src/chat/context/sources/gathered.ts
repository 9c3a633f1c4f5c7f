import type { AttachmentRecord } from '../../model/records.ts';

/** A text that is checked for secrets before it is sent. */
export interface GatheredText {
  /** The name to show when its content needs approval. */
  readonly name: string;
  readonly text: string;
  /** The line on which it begins, if it is a part of a file. */
  readonly firstLine?: number | undefined;
  /** The name of the file, which tells its format. */
  readonly file?: string | undefined;
}

/** A gathered attachment, before approval. */
export interface Gathered {
  /** Attaching the same source again replaces the first attachment. */
  readonly source?: string;
  readonly texts: readonly GatheredText[];
  /** Makes the record from its texts, in which secrets may be masked by now. */
  readonly toRecord: (texts: readonly string[]) => AttachmentRecord;
  /** Its paths that need approval. */
  readonly outside?: readonly string[];
  readonly ignored?: readonly string[];
}

/** An attachment that was left out, with the reason as a message. */
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

/** A record that other code has already gathered. */
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
