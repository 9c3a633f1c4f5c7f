import type { AssistantPart, ChatMessage, ImagePart, UserPart } from '../relay/chat/chatRequest.ts';
import type { AttachmentRecord, PictureRecord } from './attachment.ts';
import { type Answer, type AnswerPart, type Turn, textOf } from './conversation.ts';

export interface ChatMessagesOptions {
  /** Which model gets them: what another one signed is nothing to it. */
  readonly model: string;
  /** Rejects when the picture is gone. */
  readonly readPicture: (picture: PictureRecord) => Promise<Uint8Array>;
}

/** The tool's part of a model's wish, with what came of it. */
type ToolPart = Extract<AnswerPart, { type: 'tool' }>;

/**
 * What goes to the model for the last of these turns: its question and what there is of its answer, and the turns before
 * it whose answer has anything. A question that was refused or stopped before a word came is left out, or it would spoil
 * all that follow.
 */
export async function toChatMessages(
  turns: readonly Turn[],
  options: ChatMessagesOptions,
): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  let before: Answer | undefined;
  for (const [index, { prompt, answer }] of turns.entries()) {
    const isLast = index === turns.length - 1;
    const replies = await toReplies(answer, options);
    if (!isLast && replies.length === 0) continue;
    const seen = isLast ? await readOwnPictures(before, options) : [];
    const attached = await Promise.all(prompt.attachments.map((each) => toUserParts(each, options)));
    const parts = [...seen, ...attached.flat()];
    const content: ChatMessage['content'] =
      parts.length === 0 ? prompt.text : [...parts, { type: 'text', text: prompt.text || '\u2026' }];
    messages.push({ role: 'user', content }, ...replies);
    before = answer;
  }
  return messages;
}

/** An answer as it returns to the model: after each round of tools, their results. */
async function toReplies(answer: Answer, options: ChatMessagesOptions): Promise<ChatMessage[]> {
  const hasTools = answer.parts.some(({ type }) => type === 'tool');
  if (!hasTools && (answer.model !== options.model || !answer.parts.some(isSigned))) {
    const text = textOf(answer);
    return text.trim() ? [{ role: 'assistant', content: text }] : [];
  }
  const replies: ChatMessage[] = [];
  let said: AssistantPart[] = [];
  let tools: ToolPart[] = [];
  const endRound = async () => {
    if (said.length > 0) replies.push({ role: 'assistant', content: said });
    const results = await Promise.all(tools.map((tool) => toResult(tool, options)));
    if (results.length > 0) replies.push({ role: 'user', content: results });
    said = [];
    tools = [];
  };
  for (const part of answer.parts) {
    if (tools.length > 0 && part.type !== 'tool') await endRound();
    said.push(...toAssistantParts(part, answer.model === options.model));
    if (part.type === 'tool') tools.push(part);
  }
  await endRound();
  return replies;
}

function isSigned(part: AnswerPart): boolean {
  return part.type === 'redactedThinking' || ('signature' in part && part.signature !== undefined);
}

function toAssistantParts(part: AnswerPart, isOwn: boolean): AssistantPart[] {
  switch (part.type) {
    case 'text': {
      const { text, signature } = part;
      return text.trim() ? [{ type: 'text', text, ...(isOwn && signature && { signature }) }] : [];
    }
    case 'thinking': {
      const { text, signature } = part;
      return isOwn && signature !== undefined ? [{ type: 'thinking', text, signature }] : [];
    }
    case 'redactedThinking':
      return isOwn ? [part] : [];
    case 'picture':
      return [];
    case 'tool': {
      const { callId, name, input, signature } = part.call;
      return [{ type: 'toolCall', id: callId, name, input, ...(isOwn && signature && { signature }) }];
    }
  }
}

/** Services refuse a conversation in which a call has no result. */
async function toResult({ call, result }: ToolPart, options: ChatMessagesOptions): Promise<UserPart> {
  const callId = call.callId;
  if (!result) return { type: 'toolResult', callId, content: 'The tool was not run.', isError: true };
  const pictures = await Promise.all((result.pictures ?? []).map((picture) => toImage(picture, options)));
  const isError = result.status !== 'done';
  const text = { type: 'text' as const, text: result.text || 'The tool returned nothing.' };
  return {
    type: 'toolResult',
    callId,
    content: pictures.length > 0 ? [text, ...pictures.flat()] : text.text,
    ...(isError && { isError }),
  };
}

async function toUserParts(attachment: AttachmentRecord, options: ChatMessagesOptions): Promise<UserPart[]> {
  const { name, text, language = '', picture } = attachment;
  if (picture) return [{ type: 'text', text: `${name}:` }, ...(await toImage(picture, options))];
  return text === undefined ? [] : [{ type: 'text', text: `${name}:\n${fence(text, language)}` }];
}

/** Text between fences that it can't end. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`;
}

/** What the model drew in its last answer: no protocol takes it back from the assistant, so it is shown to it. */
async function readOwnPictures(
  answer: Answer | undefined,
  options: ChatMessagesOptions,
): Promise<UserPart[]> {
  const pictures = (answer?.parts ?? []).flatMap((part) => (part.type === 'picture' ? part.picture : []));
  if (pictures.length === 0) return [];
  const images = await Promise.all(pictures.map((picture) => toImage(picture, options)));
  return [{ type: 'text', text: 'From your last answer:' }, ...images.flat()];
}

/** A picture that is gone is said to be, and the question goes on without it. */
async function toImage(
  picture: PictureRecord,
  { readPicture }: ChatMessagesOptions,
): Promise<(ImagePart | { type: 'text'; text: string })[]> {
  try {
    return [{ type: 'image', mediaType: picture.mediaType, bytes: await readPicture(picture) }];
  } catch {
    return [{ type: 'text', text: '(This picture is no longer there.)' }];
  }
}
