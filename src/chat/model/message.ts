import { addSignature, addText, seenParts } from '../../relay/chat/responseParts.ts';
import type {
  AttachmentRecord,
  EndRecord,
  JournalRecord,
  PictureRecord,
  ToolCallRecord,
  ToolResultRecord,
} from './records.ts';

/** A prompt as the person writes it. */
export interface Question {
  readonly text: string;
  readonly attachments: readonly AttachmentRecord[];
}

type RecordOf<Type extends JournalRecord['type']> = Readonly<Extract<JournalRecord, { type: Type }>>;

export interface Prompt extends Omit<RecordOf<'prompt'>, 'kind' | 'isCompaction' | 'attachments'> {
  readonly kind: 'question' | 'continue' | 'compact';
  readonly attachments: readonly AttachmentRecord[];
}

/** Its model is '' until that is known; a second record then has the name and the relay. */
export interface Answer extends Omit<RecordOf<'answer'>, 'isCompared'> {
  readonly isCompared: boolean;
  readonly parts: readonly AnswerPart[];
  /** Absent while the response is streaming. */
  readonly end?: EndRecord;
}

/** A prompt on the current branch, with the response that is shown. */
export interface Turn {
  readonly prompt: Prompt;
  readonly answer: Answer;
}

/** What a message that begins with `/image` asks the image model for; undefined for all other messages. */
export function readImagePrompt(text: string): string | undefined {
  return /^\s*\/image\s+(?=\S)(.*)$/s.exec(text)?.[1]?.trimEnd();
}

/** The prompt that continues an interrupted response. */
export const continueText =
  'Your last answer ended too early. Continue it exactly where it ended, without repeating anything and without a word about it.';

/** The prompt for the summary that takes the place of a conversation. */
export const compactText =
  'Summarize our conversation so far, so that it can go on from the summary alone. Keep what was asked for and why, decisions and their reasons, names of files, functions and commands, code that is still needed word for word, what is done, and what is open. Leave out what no longer counts. Reply with the summary and nothing else, in the language of the conversation.';

/** A part of a response, in the order of arrival. */
export type AnswerPart =
  | { readonly type: 'text' | 'thinking'; readonly text: string; readonly signature?: string }
  | { readonly type: 'redactedThinking'; readonly data: string }
  | { readonly type: 'picture'; readonly picture: PictureRecord; readonly revisedPrompt?: string | undefined }
  | ToolPart;

interface ToolPart {
  readonly type: 'tool';
  readonly call: ToolCallRecord;
  /** Whether the model requested it after the result of the call before. */
  readonly isAfterResult?: true;
  result?: ToolResultRecord;
}

/** The latest call by ID: searching the parts would take longer with each call. */
const latestCalls = new WeakMap<readonly AnswerPart[], Map<string, ToolPart>>();

type PartRecord = Extract<
  JournalRecord,
  { type: 'delta' | 'signature' | 'redactedThinking' | 'picture' | 'toolCall' | 'toolResult' }
>;

/** Applies one record to the parts of a response. */
export function applyPart(parts: AnswerPart[], record: PartRecord): void {
  switch (record.type) {
    case 'delta':
      return addText(parts, record.kind, record.text);
    case 'signature':
      return addSignature(parts, record.signature);
    case 'redactedThinking':
      return void parts.push({ type: 'redactedThinking', data: record.data });
    case 'picture':
      return void parts.push({
        type: 'picture',
        picture: record.picture,
        ...(record.revisedPrompt !== undefined && { revisedPrompt: record.revisedPrompt }),
      });
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

/** All text of a response, as Markdown: text before and after a tool call are separate paragraphs. */
export function textOf({ parts }: WithParts): string {
  return seenParts(parts)
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n\n');
}

/** Whether a file of these attachments, or a part of it, was already attached to one of these turns. */
export function areAboutFilesOf(
  turns: readonly Turn[],
  attachments: readonly Pick<AttachmentRecord, 'name'>[],
): boolean {
  const files = new Set(attachments.map(fileOf));
  return turns.some(({ prompt }) => prompt.attachments.some((attached) => files.has(fileOf(attached))));
}

/** The name without the line numbers that the name of a part of a file has. */
function fileOf({ name }: Pick<AttachmentRecord, 'name'>): string {
  return name.replace(/:\d+(-\d+)?$/, '');
}
