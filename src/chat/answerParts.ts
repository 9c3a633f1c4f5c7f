import type { PictureRecord } from './attachment.ts';
import type { JournalRecord, ToolCallRecord, ToolResultRecord } from './records.ts';

/** A piece of an answer, in the order in which it came. */
export type AnswerPart =
  | { readonly type: 'text' | 'thinking'; text: string; signature?: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  | { readonly type: 'picture'; readonly picture: PictureRecord }
  | ToolPart;

interface ToolPart {
  readonly type: 'tool';
  readonly call: ToolCallRecord;
  /** The model wanted it after it had got the result of the call before. */
  readonly isAfterResult?: true;
  result?: ToolResultRecord;
}

/** The latest call of each ID: to look for it among the parts would take longer with each call. */
const latestCalls = new WeakMap<readonly AnswerPart[], Map<string, ToolPart>>();

type PartRecord = Extract<
  JournalRecord,
  { type: 'delta' | 'signature' | 'redactedThinking' | 'picture' | 'toolCall' | 'toolResult' }
>;

/** What one record adds to an answer. */
export function applyPart(parts: AnswerPart[], record: PartRecord): void {
  const last = parts.at(-1);
  switch (record.type) {
    case 'delta':
      // What is signed is whole: more text is another part.
      if (last?.type === record.kind && last.signature === undefined) last.text += record.text;
      else parts.push({ type: record.kind, text: record.text });
      return;
    case 'signature':
      if ((last?.type === 'text' || last?.type === 'thinking') && last.signature === undefined)
        last.signature = record.signature;
      else parts.push({ type: 'thinking', text: '', signature: record.signature });
      return;
    case 'redactedThinking':
      parts.push({ type: 'redactedThinking', data: record.data });
      return;
    case 'picture':
      parts.push({ type: 'picture', picture: record.picture });
      return;
    case 'toolCall': {
      const isAfterResult = last?.type === 'tool' && last.result !== undefined;
      const part: ToolPart = { type: 'tool', call: record, ...(isAfterResult && { isAfterResult }) };
      parts.push(part);
      const calls = latestCalls.get(parts) ?? new Map();
      latestCalls.set(parts, calls.set(record.callId, part));
      return;
    }
    case 'toolResult': {
      const part = latestCalls.get(parts)?.get(record.callId);
      if (part) part.result = record;
    }
  }
}

/**
 * What can be seen of an answer: pieces of one kind that nothing is seen between are one. A signature alone, and what only
 * the service can read, are not seen.
 */
export function seenParts(parts: readonly AnswerPart[]): AnswerPart[] {
  const seen: AnswerPart[] = [];
  for (const part of parts) {
    if (part.type === 'redactedThinking' || ('text' in part && part.text === '')) continue;
    const last = seen.at(-1);
    if ((part.type === 'text' || part.type === 'thinking') && last?.type === part.type)
      seen[seen.length - 1] = { type: part.type, text: last.text + part.text };
    else seen.push(part);
  }
  return seen;
}

interface WithParts {
  readonly parts: readonly AnswerPart[];
}

/** All text of an answer, as Markdown: what came before a tool's call and after it are paragraphs of their own. */
export function textOf({ parts }: WithParts): string {
  return joinTexts(parts, 'text');
}

export function thinkingOf({ parts }: WithParts): string {
  return joinTexts(parts, 'thinking');
}

function joinTexts(parts: readonly AnswerPart[], type: 'text' | 'thinking'): string {
  return seenParts(parts)
    .flatMap((part) => (part.type === type ? part.text : []))
    .join('\n\n');
}
