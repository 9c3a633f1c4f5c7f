import { addSignature, addText, seenParts } from '../../relay/chat/responseParts.ts';
import type { PictureRecord } from './attachment.ts';
import type { JournalRecord, ToolCallRecord, ToolResultRecord } from './records.ts';

/** A piece of an answer, in the order in which it came. */
export type AnswerPart =
  | { readonly type: 'text' | 'thinking'; readonly text: string; readonly signature?: string }
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
  switch (record.type) {
    case 'delta':
      return addText(parts, record.kind, record.text);
    case 'signature':
      return addSignature(parts, record.signature);
    case 'redactedThinking':
      return void parts.push({ type: 'redactedThinking', data: record.data });
    case 'picture':
      return void parts.push({ type: 'picture', picture: record.picture });
    case 'toolCall': {
      const last = parts.at(-1);
      const isAfterResult = last?.type === 'tool' && last.result !== undefined;
      const part: ToolPart = { type: 'tool', call: record, ...(isAfterResult && { isAfterResult }) };
      parts.push(part);
      const calls = latestCalls.get(parts) ?? new Map();
      return void latestCalls.set(parts, calls.set(record.callId, part));
    }
    case 'toolResult': {
      const part = latestCalls.get(parts)?.get(record.callId);
      if (part) part.result = record;
    }
  }
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
