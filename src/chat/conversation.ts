import type { ModelConfiguration } from '../modelConfiguration.ts';
import type { Protocol } from '../relay/models/models.ts';
import { type AnswerPart, applyPart } from './answerParts.ts';
import type { AttachmentRecord } from './attachment.ts';
import type { EndRecord, JournalRecord } from './records.ts';

/**
 * A conversation is what its journal says: records, applied in order. Messages form a tree (each names its
 * parent), so that asking again makes a sibling and nothing is ever overwritten.
 */

export interface Prompt {
  readonly type: 'prompt';
  readonly id: string;
  readonly parentId: string | null;
  readonly text: string;
  readonly kind: 'question' | 'continue';
  readonly attachments: readonly AttachmentRecord[];
  readonly at: number;
}

export interface Answer {
  readonly type: 'answer';
  readonly id: string;
  readonly parentId: string;
  readonly at: number;
  /** Empty until it is known which model answers: its record then comes again, with the name and the relay. */
  model: string;
  relay?: string | undefined;
  protocol?: Protocol | undefined;
  /** The process that writes it. */
  readonly writer?: string | undefined;
  readonly isCompared: boolean;
  readonly parts: AnswerPart[];
  /** Absent while the answer is being written. */
  end?: EndRecord;
}

export interface Conversation {
  readonly id: string;
  /** In the order of their records. */
  readonly messages: Map<string, Prompt | Answer>;
  /** Ids of a message's children, oldest first, by its id; null is the parent of first prompts. */
  readonly children: Map<string | null, string[]>;
  /** Which of them is shown. */
  readonly chosen: Map<string | null, string>;
  /** Questions whose answers by several models are shown side by side, since none of them is kept yet. */
  readonly compared: Set<string>;
  /** As the person or a model named it. */
  title?: string;
  /** The title is a model's. */
  isTitleMade: boolean;
  /** The system prompt, where it has one of its own. */
  system?: string | undefined;
  configuration: ModelConfiguration;
  isPinned: boolean;
  isDeleted: boolean;
}

/** A question on the current branch, with the answer to it that is shown. */
export interface Turn {
  readonly prompt: Prompt;
  readonly answer: Answer;
}

/** What is sent to have a cut answer go on. */
export const continueText =
  'Your last answer ended too early. Continue it exactly where it ended, without repeating anything and without a word about it.';

export function createConversation(id: string): Conversation {
  return {
    id,
    messages: new Map(),
    children: new Map(),
    chosen: new Map(),
    compared: new Set(),
    isTitleMade: false,
    configuration: {},
    isPinned: false,
    isDeleted: false,
  };
}

/** Applies one record. Records that fit nothing (a delta of an unknown answer) are left out. */
export function applyRecord(conversation: Conversation, record: JournalRecord): void {
  const { messages } = conversation;
  switch (record.type) {
    case 'conversation':
      return;
    case 'prompt': {
      const { id, parentId, text, kind = 'question', attachments = [], at } = record;
      // What follows one of several answers keeps that one.
      const answered = messages.get(parentId ?? '');
      if (answered) conversation.compared.delete(answered.parentId ?? '');
      return addMessage(conversation, { type: 'prompt', id, parentId, text, kind, attachments, at });
    }
    case 'answer':
      return applyAnswer(conversation, record);
    case 'delta':
    case 'signature':
    case 'redactedThinking':
    case 'picture':
    case 'toolCall':
    case 'toolResult':
    case 'end': {
      const answer = messages.get(record.id);
      if (answer?.type !== 'answer') return;
      if (record.type === 'end') answer.end = record;
      else applyPart(answer.parts, record);
      return;
    }
    case 'choose': {
      const message = messages.get(record.id);
      if (!message) return;
      choose(conversation, message.parentId, message.id);
      conversation.compared.delete(message.parentId ?? '');
      return;
    }
    case 'title':
      // One that a model made may come late: the person's own stays.
      if (record.isMade && conversation.title !== undefined && !conversation.isTitleMade) return;
      conversation.title = record.title;
      conversation.isTitleMade = record.isMade ?? false;
      return;
    case 'system':
      conversation.system = record.text;
      return;
    case 'configuration':
      conversation.configuration = toConfiguration(record);
      return;
    case 'pin':
      conversation.isPinned = record.isPinned;
      return;
    case 'delete':
      conversation.isDeleted = record.isDeleted;
  }
}

function toConfiguration({
  effort,
  temperature,
}: Extract<JournalRecord, { type: 'configuration' }>): ModelConfiguration {
  return { ...(effort !== undefined && { effort }), ...(temperature !== undefined && { temperature }) };
}

function applyAnswer(conversation: Conversation, record: Extract<JournalRecord, { type: 'answer' }>): void {
  const { id, parentId, model, relay, protocol, writer, isCompared = false, at } = record;
  const { messages, compared, chosen } = conversation;
  const named = { model, ...(relay && { relay }), ...(protocol && { protocol }) };
  const known = messages.get(id);
  if (known?.type === 'answer') return void Object.assign(known, named);
  const first = messages.get(chosen.get(parentId) ?? '');
  addMessage(conversation, {
    type: 'answer',
    id,
    parentId,
    at,
    isCompared,
    parts: [],
    ...(writer && { writer }),
    ...named,
  });
  if (!isCompared) return void compared.delete(parentId);
  // Of answers side by side the first is the one that counts, until another is kept.
  const isAskedAgain = first?.type === 'answer' && first.model === model;
  if (compared.has(parentId) && first && !isAskedAgain) choose(conversation, parentId, first.id);
  compared.add(parentId);
}

/**
 * The answers that are shown side by side with this one, itself among them; empty where none are. A model that was asked
 * again is there with its latest answer.
 */
export function comparedWith({ messages, children, compared }: Conversation, answer: Answer): Answer[] {
  if (!compared.has(answer.parentId) || !answer.isCompared) return [];
  const byModel = new Map<string, Answer>();
  for (const id of children.get(answer.parentId) ?? []) {
    const sibling = messages.get(id);
    if (sibling?.type === 'answer' && sibling.isCompared) byModel.set(sibling.model || id, sibling);
  }
  return [...byModel.values()];
}

/** A new message is the one that is shown, whatever siblings it has. */
function addMessage(conversation: Conversation, message: Prompt | Answer): void {
  const { messages, children } = conversation;
  const { id, parentId } = message;
  if (messages.has(id)) return;
  messages.set(id, message);
  const siblings = children.get(parentId);
  if (siblings) siblings.push(id);
  else children.set(parentId, [id]);
  choose(conversation, parentId, id);
}

/** The branches that are shown, as long as they stay the same: they are asked for with every key that is typed. */
const branches = new WeakMap<Conversation, readonly Turn[]>();

/** Of a message's children, this one is shown from now on. */
export function choose(conversation: Conversation, parentId: string | null, id: string): void {
  conversation.chosen.set(parentId, id);
  branches.delete(conversation);
}

/** The turns of the current branch, oldest first: at every fork the chosen child is taken. */
export function currentTurns(conversation: Conversation): readonly Turn[] {
  let turns = branches.get(conversation);
  if (!turns) {
    turns = readBranch(conversation);
    branches.set(conversation, turns);
  }
  return turns;
}

function readBranch({ messages, chosen }: Conversation): Turn[] {
  const child = (parentId: string | null) => messages.get(chosen.get(parentId) ?? '');
  const turns: Turn[] = [];
  for (let prompt = child(null); prompt?.type === 'prompt'; ) {
    const answer = child(prompt.id);
    if (answer?.type !== 'answer') break;
    turns.push({ prompt, answer });
    prompt = child(answer.id);
  }
  return turns;
}

/** The turn of the current branch with this answer, its own or one beside it. */
export function turnWith(conversation: Conversation, answerId: string): Turn | undefined {
  const wanted = conversation.messages.get(answerId);
  return currentTurns(conversation).find(
    ({ answer }) => answer.id === answerId || (answer.isCompared && answer.parentId === wanted?.parentId),
  );
}

/** The turn of the current branch whose question this answer is to, whichever answer to it is shown. */
export function turnAsked(conversation: Conversation, answerId: string): Turn | undefined {
  const answer = conversation.messages.get(answerId);
  return answer && currentTurns(conversation).find(({ prompt }) => prompt.id === answer.parentId);
}

/** The turns that lead to this answer, oldest first, whichever branch is shown by now. */
export function turnsTo({ messages }: Conversation, answerId: string): Turn[] {
  const turns: Turn[] = [];
  // A file from elsewhere may have messages that are each other's parents.
  const seen = new Set<string>();
  for (let answer = messages.get(answerId); answer?.type === 'answer' && !seen.has(answer.id); ) {
    const prompt = messages.get(answer.parentId);
    if (prompt?.type !== 'prompt') break;
    seen.add(answer.id);
    turns.push({ prompt, answer });
    answer = messages.get(prompt.parentId ?? '');
  }
  return turns.reverse();
}

/** Ids of all messages with the same parent as this one, itself among them, oldest first: the versions of it. */
export function versionsOf({ messages, children }: Conversation, id: string): readonly string[] {
  const message = messages.get(id);
  return message ? (children.get(message.parentId) ?? []) : [];
}
