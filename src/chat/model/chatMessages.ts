import type { AssistantPart, ChatMessage, ImagePart, UserPart } from '../../relay/chat/chatRequest.ts';
import { toGivenName } from '../../relay/chat/toolNames.ts';
import { chooseImages, omittedImageNote } from '../../relay/tokens/imageBudget.ts';
import { fenceAround } from '../../text/codeFence.ts';
import type { Answer, Prompt, Turn } from './message.ts';
import { type AnswerPart, textOf } from './message.ts';
import type { AttachmentRecord, PictureRecord } from './records.ts';
import { imageCost, type SentImage } from './sentImages.ts';

export interface ChatMessagesOptions {
  /** The model, relay and protocol that get them: signatures of others are not sent. */
  readonly model: string;
  /** Origin of the relay. */
  readonly relay?: string;
  readonly protocol?: Answer['protocol'];
  /** Whether the request has tools. If not, services refuse tool calls, which are then sent as text. */
  readonly hasTools: boolean;
  /** Reads an image as it is sent to a model; undefined if it is too large. Rejects when the image is gone. */
  readonly readPicture: (picture: PictureRecord) => Promise<SentImage | undefined>;
}

export const summaryNote = 'A summary of our conversation so far, in place of its messages:';

type ToolPart = Extract<AnswerPart, { type: 'tool' }>;

/** What is known of the whole request, in addition to the options. */
interface Writing extends ChatMessagesOptions {
  /** The id under which a call and its result are sent. */
  readonly idOf: (tool: ToolPart, isOwn: boolean) => string;
  /** The images that fit into the request. */
  readonly chosen: ReadonlySet<PictureRecord>;
}

/** The turns of a branch that are sent to the model with the next prompt. */
interface SentTurns {
  /** The response that summarizes all turns before. */
  readonly summary?: Answer;
  readonly turns: readonly Turn[];
}

/** A complete summary replaces all turns before it; an incomplete one is left out. */
export function sentTurns(turns: readonly Turn[]): SentTurns {
  const last = turns.findLastIndex(
    ({ prompt, answer }) => prompt.kind === 'compact' && isWholeSummary(answer),
  );
  const summary = turns[last]?.answer;
  return {
    ...(summary && { summary }),
    turns: turns.slice(last + 1).filter(({ prompt }) => prompt.kind !== 'compact'),
  };
}

function isWholeSummary(answer: Answer): boolean {
  const { status, cause } = answer.end ?? {};
  return status === 'complete' && cause !== 'length' && cause !== 'refusal' && textOf(answer).trim() !== '';
}

/**
 * The messages of a request for the last of these turns: its prompt, what there is of its response, and earlier turns
 * whose response has content. A prompt that was refused, or stopped before its first word, is left out, or it would
 * make all later requests fail, too. No two messages of one role follow each other, and none is empty.
 */
export async function toChatMessages(
  branch: readonly Turn[],
  options: ChatMessagesOptions,
): Promise<ChatMessage[]> {
  const { summary, turns: before } = sentTurns(branch.slice(0, -1));
  const turns = [...before, ...branch.slice(-1)];
  const writing: Writing = { ...options, idOf: createCallIds(), chosen: chooseRequestImages(turns).chosen };
  const messages: ChatMessage[] = [];
  if (summary) messages.push({ role: 'user', content: `${summaryNote}\n\n${textOf(summary)}` });
  let lastAnswer: Answer | undefined;
  /** A prompt whose response was interrupted before its first word: continuing it means sending the prompt again. */
  let unanswered: Prompt | undefined;
  for (const [index, { prompt, answer }] of turns.entries()) {
    const isLast = index === turns.length - 1;
    const replies = await toReplies(answer, writing);
    const question = (prompt.kind === 'continue' && unanswered) || prompt;
    unanswered = !isLast && replies.length === 0 ? question : undefined;
    if (unanswered) continue;
    const seen = isLast ? await readOwnPictures(lastAnswer, writing) : [];
    for (const message of [await toQuestion(question, seen, writing), ...replies]) add(messages, message);
    lastAnswer = answer;
  }
  return messages;
}

/** Tool results have the user role, too, and may come right before the next prompt: both become one message. */
function add(messages: ChatMessage[], message: ChatMessage): void {
  const last = messages.at(-1);
  if (last?.role !== 'user' || message.role !== 'user') messages.push(message);
  else
    messages[messages.length - 1] = {
      role: 'user',
      content: [...toParts(last.content), ...toParts(message.content)],
    };
}

function toParts(content: string | readonly UserPart[]): readonly UserPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

async function toQuestion(
  { text, attachments }: Prompt,
  seen: readonly UserPart[],
  writing: Writing,
): Promise<ChatMessage> {
  const attached = await Promise.all(attachments.map((each) => toUserParts(each, writing)));
  const parts = [...seen, ...attached.flat()];
  // Services refuse an empty text.
  const asked = text.trim() ? text : '\u2026';
  return { role: 'user', content: parts.length === 0 ? asked : [...parts, { type: 'text', text: asked }] };
}

/** A response as it returns to the model: after each round of tools, their results. */
async function toReplies(answer: Answer, writing: Writing): Promise<ChatMessage[]> {
  const replies = await writeReplies(answer, writing);
  const isPicture = replies.length === 0 && answer.parts.some(({ type }) => type === 'picture');
  return isPicture ? [{ role: 'assistant', content: '[A picture]' }] : replies;
}

async function writeReplies(answer: Answer, writing: Writing): Promise<ChatMessage[]> {
  const hasTools = answer.parts.some(({ type }) => type === 'tool');
  const isOwn =
    answer.model === writing.model && answer.relay === writing.relay && answer.protocol === writing.protocol;
  if (!hasTools && !(isOwn && answer.parts.some(isSigned))) {
    const text = textOf(answer);
    return text.trim() ? [{ role: 'assistant', content: text }] : [];
  }
  const replies: ChatMessage[] = [];
  let said: AssistantPart[] = [];
  let tools: ToolPart[] = [];
  const endRound = async () => {
    // Drop the thinking at the end of an interrupted response: services refuse a message that ends with it.
    said.length = said.findLastIndex(({ type }) => type === 'text' || type === 'toolCall') + 1;
    if (said.length > 0) replies.push({ role: 'assistant', content: said });
    const results = await Promise.all(tools.map((tool) => toResult(tool, isOwn, writing)));
    if (results.length > 0) replies.push({ role: 'user', content: results.flat() });
    said = [];
    tools = [];
  };
  for (const part of answer.parts) {
    if (tools.length > 0 && (part.type !== 'tool' || part.isAfterResult)) await endRound();
    said.push(...toAssistantParts(part, isOwn, writing));
    if (part.type === 'tool') tools.push(part);
  }
  await endRound();
  return replies;
}

function isSigned(part: AnswerPart): boolean {
  return part.type === 'redactedThinking' || ('signature' in part && part.signature !== undefined);
}

function toAssistantParts(part: AnswerPart, isOwn: boolean, { hasTools, idOf }: Writing): AssistantPart[] {
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
      return isOwn && part.data ? [part] : [];
    case 'picture':
      return [];
    case 'tool': {
      const { name, input, signature } = part.call;
      if (!hasTools)
        return [{ type: 'text', text: `[The tool ${name} was called with ${JSON.stringify(input)}]` }];
      const call = { id: idOf(part, isOwn), name: toGivenName(name), input };
      return [{ type: 'toolCall', ...call, ...(isOwn && signature && { signature }) }];
    }
  }
}

/** Every call gets a result: services refuse a conversation without it. */
async function toResult(tool: ToolPart, isOwn: boolean, writing: Writing): Promise<UserPart[]> {
  const { call, result } = tool;
  const pictures = await Promise.all((result?.pictures ?? []).map((picture) => toImage(picture, writing)));
  const isError = result?.status !== 'done';
  const said = result ? result.text : 'The tool was not run.';
  const text = said.trim() ? said : 'The tool returned nothing.';
  if (!writing.hasTools)
    return [{ type: 'text', text: `[What the tool ${call.name} gave]\n${text}` }, ...pictures.flat()];
  return [
    {
      type: 'toolResult',
      callId: writing.idOf(tool, isOwn),
      content: pictures.length > 0 ? [{ type: 'text', text }, ...pictures.flat()] : text,
      ...(isError && { isError }),
    },
  ];
}

/**
 * Gives each call an ID that is unique in the whole request, because relays may restart counting in each response. IDs
 * from another service are changed to a form that every service accepts.
 */
function createCallIds(): Writing['idOf'] {
  const ids = new Map<ToolPart, string>();
  const taken = new Set<string>();
  return (tool, isOwn) => {
    const known = ids.get(tool);
    if (known !== undefined) return known;
    const { callId } = tool.call;
    const isTaken = /^[\w-]{1,64}$/.test(callId) || (isOwn && callId !== '');
    const base = isTaken ? callId : toGivenName(callId);
    let id = base;
    for (let count = 2; taken.has(id); count++) id = `${base}_${count}`;
    taken.add(id);
    ids.set(tool, id);
    return id;
  };
}

async function toUserParts(attachment: AttachmentRecord, writing: Writing): Promise<UserPart[]> {
  const { name, text, language = '', picture } = attachment;
  if (picture) return [{ type: 'text', text: `${name}:` }, ...(await toImage(picture, writing))];
  return text === undefined ? [] : [{ type: 'text', text: `${name}:\n${fence(text, language)}` }];
}

function fence(text: string, language: string): string {
  const ticks = fenceAround(text);
  return `${ticks}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`;
}

/** Images of the model's last response. No protocol takes them in assistant messages, so the user message has them. */
async function readOwnPictures(answer: Answer | undefined, writing: Writing): Promise<UserPart[]> {
  const pictures = drawnIn(answer);
  if (pictures.length === 0) return [];
  const images = await Promise.all(pictures.map((picture) => toImage(picture, writing)));
  return [{ type: 'text', text: 'From your last answer:' }, ...images.flat()];
}

function drawnIn(answer: Answer | undefined): PictureRecord[] {
  return (answer?.parts ?? []).flatMap((part) => (part.type === 'picture' ? part.picture : []));
}

/** Which images of these turns, and of what is attached to a draft, fit into one request, and how many older ones don't. */
export function chooseRequestImages(
  turns: readonly Turn[],
  draft: readonly AttachmentRecord[] = [],
): {
  readonly chosen: ReadonlySet<PictureRecord>;
  readonly omitted: number;
} {
  const groups = turns.flatMap(({ prompt, answer }, index): PictureRecord[][] => {
    const isLast = index === turns.length - 1;
    // A prompt without a response is not sent again.
    if (!isLast && answer.parts.length === 0) return [];
    const before = isLast ? turns.slice(0, -1).findLast((turn) => turn.answer.parts.length > 0) : undefined;
    const results = answer.parts.map((part) => (part.type === 'tool' ? (part.result?.pictures ?? []) : []));
    return [[...drawnIn(before?.answer), ...attachedTo(prompt.attachments)], ...results];
  });
  const chosen = chooseImages([...groups, attachedTo(draft)], imageCost);
  const all = new Set([...groups.flat(), ...attachedTo(draft)]);
  return { chosen, omitted: all.size - chosen.size };
}

function attachedTo(attachments: readonly AttachmentRecord[]): PictureRecord[] {
  return attachments.flatMap(({ picture }) => picture ?? []);
}

/** An image that is not sent is replaced by a note to the model. */
async function toImage(
  picture: PictureRecord,
  { readPicture, chosen }: Writing,
): Promise<(ImagePart | { type: 'text'; text: string })[]> {
  if (!chosen.has(picture)) return [{ type: 'text', text: omittedImageNote }];
  try {
    const image = await readPicture(picture);
    return image ? [{ type: 'image', ...image }] : note('This image is too large to be shown to you.');
  } catch {
    return note('This picture is no longer there.');
  }
}

function note(words: string): [{ type: 'text'; text: string }] {
  return [{ type: 'text', text: `(${words})` }];
}
