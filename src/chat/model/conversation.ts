import { randomUUID } from 'node:crypto';
import type { ChatMode } from '../../protocol/protocolViews.ts';
import { defined } from '../../relay/json.ts';
import type { ModelConfiguration } from '../../relay/models/modelConfiguration.ts';
import type { Answer, Prompt, Question, Turn } from './message.ts';
import { type AnswerPart, applyPart } from './message.ts';
import type { EndRecord, JournalRecord } from './records.ts';

/** The conversation's own, mutable form. */
interface StreamingAnswer extends Answer {
  readonly parts: AnswerPart[];
  end?: EndRecord;
}

/** What happened to a conversation. `isOwn`: in this window. */
export interface Change {
  readonly record: JournalRecord;
  readonly isOwn: boolean;
}

/**
 * A conversation is what its journal says: records, applied in order. Messages form a tree (each names its
 * parent), so that asking again makes a sibling and nothing is ever overwritten.
 */
export class Conversation {
  readonly id: string;
  readonly #messages = new Map<string, Prompt | StreamingAnswer>();
  /** Ids of a message's children, oldest first, by its id; null is the parent of first prompts. */
  readonly #children = new Map<string | null, string[]>();
  /** The child of each message that is shown. */
  readonly #chosen = new Map<string | null, string>();
  /** Prompts whose responses by several models are shown side by side, because none of them is kept yet. */
  readonly #compared = new Set<string>();
  /** The current branch, cached: it is read on every keystroke. */
  #turns: readonly Turn[] | undefined;
  #title: string | undefined;
  #isTitleMade = false;
  #system: string | undefined;
  #configuration: ModelConfiguration = {};
  #mode: ChatMode | undefined;
  #isBegun = false;
  #isPinned = false;
  #isDeleted = false;
  #listeners: readonly ((change: Change) => void)[] = [];

  constructor(id: string) {
    this.id = id;
  }

  /** In the order of their records. */
  get messages(): ReadonlyMap<string, Prompt | Answer> {
    return this.#messages;
  }

  /** The title, by the person or a model. */
  get title(): string | undefined {
    return this.#title;
  }

  /** The conversation's own system prompt, if it has one. */
  get system(): string | undefined {
    return this.#system;
  }

  get configuration(): ModelConfiguration {
    return this.#configuration;
  }

  /** Which tools its models get, if that was chosen. */
  get mode(): ChatMode | undefined {
    return this.#mode;
  }

  get isPinned(): boolean {
    return this.#isPinned;
  }

  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** Calls the listener with each change until the returned function is called. */
  onDidChange(listener: (change: Change) => void): () => void {
    // Wrapped, because the same listener may be registered twice.
    const own = (change: Change) => listener(change);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  /** Appends the first record, if there is none. */
  begin(): void {
    if (!this.#isBegun) this.append({ type: 'conversation', version: 1, id: this.id, at: Date.now() });
  }

  /** Appends a prompt, which becomes the version that is shown, and returns its id. */
  addPrompt(parentId: string | null, { text, attachments }: Question, kind?: Prompt['kind']): string {
    this.begin();
    // Another window deleted the conversation: a new prompt restores it.
    if (this.#isDeleted) this.append({ type: 'delete', isDeleted: false, at: Date.now() });
    const id = randomUUID();
    this.append({
      type: 'prompt',
      id,
      parentId,
      text,
      ...(kind === 'compact' ? { isCompaction: true } : kind && { kind }),
      ...(attachments.length > 0 && { attachments: [...attachments] }),
      at: Date.now(),
    });
    return id;
  }

  /** Without a text, the system prompt of the settings applies again. */
  setSystem(text: string | undefined): void {
    this.begin();
    this.append({ type: 'system', ...(text !== undefined && { text }), at: Date.now() });
  }

  /** Sets the configuration of its models from the next prompt on. */
  configure(configuration: ModelConfiguration): void {
    this.begin();
    this.append({ type: 'configuration', ...configuration, at: Date.now() });
  }

  setMode(mode: ChatMode): void {
    this.begin();
    this.append({ type: 'mode', mode, at: Date.now() });
  }

  /** Applies a record. One without a target, such as a delta of an unknown response, changes nothing. */
  append(record: JournalRecord): void {
    this.#apply(record);
    this.#tell({ record, isOwn: true });
  }

  /**
   * Applies a record of another window. What it adds at the end is shown here too; where both windows branched,
   * each window stays on its own branch, and the other's is a version to choose.
   */
  merge(record: JournalRecord): void {
    if (record.type === 'choose') return;
    const parentId = record.type === 'prompt' || record.type === 'answer' ? record.parentId : undefined;
    const shown = parentId === undefined ? undefined : this.#chosen.get(parentId);
    this.#apply(record);
    if (parentId !== undefined && shown !== undefined) this.#choose(parentId, shown);
    this.#tell({ record, isOwn: false });
  }

  get firstPrompt(): Prompt | undefined {
    const first = this.#messages.get(this.#chosen.get(null) ?? '');
    return first?.type === 'prompt' ? first : undefined;
  }

  /** The turns of the current branch, oldest first: at every fork the chosen child is taken. */
  get turns(): readonly Turn[] {
    this.#turns ??= this.#readBranch();
    return this.#turns;
  }

  answer(id: string): Answer | undefined {
    return this.#answer(id);
  }

  /** The turn of the current branch with this response or one that is compared with it. */
  turnWith(answerId: string): Turn | undefined {
    const wanted = this.#messages.get(answerId);
    return this.turns.find(
      ({ answer }) => answer.id === answerId || (answer.isCompared && answer.parentId === wanted?.parentId),
    );
  }

  /** The turn of the current branch whose prompt this response is to, whichever response is shown. */
  turnAsked(answerId: string): Turn | undefined {
    const answer = this.#messages.get(answerId);
    return answer && this.turns.find(({ prompt }) => prompt.id === answer.parentId);
  }

  /** The turns that lead to this response, oldest first, whichever branch is current. */
  turnsTo(answerId: string): Turn[] {
    const turns: Turn[] = [];
    // A file from elsewhere may have messages that are each other's parents.
    const seen = new Set<string>();
    for (let answer = this.#answer(answerId); answer && !seen.has(answer.id); ) {
      const prompt = this.#messages.get(answer.parentId);
      if (prompt?.type !== 'prompt') break;
      seen.add(answer.id);
      turns.push({ prompt, answer });
      answer = this.#answer(prompt.parentId ?? '');
    }
    return turns.reverse();
  }

  /** Ids of all versions of this message, that is, of all with the same parent, oldest first. */
  versionsOf(id: string): readonly string[] {
    const message = this.#messages.get(id);
    return message ? (this.#children.get(message.parentId) ?? []) : [];
  }

  /** Whether the responses to this prompt are shown side by side. */
  isCompared(promptId: string): boolean {
    return this.#compared.has(promptId);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  #answer(id: string): StreamingAnswer | undefined {
    const message = this.#messages.get(id);
    return message?.type === 'answer' ? message : undefined;
  }

  #apply(record: JournalRecord): void {
    this.#isBegun = true;
    switch (record.type) {
      case 'conversation':
        return;
      case 'prompt': {
        const { isCompaction, attachments = [], ...prompt } = record;
        const kind = isCompaction ? 'compact' : (record.kind ?? 'question');
        // A prompt after one of the compared responses keeps that response.
        const answered = this.#messages.get(record.parentId ?? '');
        if (answered) this.#compared.delete(answered.parentId ?? '');
        return this.#add({ ...prompt, kind, attachments });
      }
      case 'answer':
        return this.#applyAnswer(record);
      case 'delta':
      case 'signature':
      case 'redactedThinking':
      case 'picture':
      case 'toolCall':
      case 'toolResult':
      case 'end': {
        const answer = this.#answer(record.id);
        if (!answer) return;
        if (record.type === 'end') answer.end = record;
        else applyPart(answer.parts, record);
        return;
      }
      case 'choose': {
        const message = this.#messages.get(record.id);
        if (!message) return;
        this.#choose(message.parentId, message.id);
        this.#compared.delete(message.parentId ?? '');
        return;
      }
      case 'title':
        // A generated title may arrive late: it must not replace the person's own.
        if (record.isMade && this.#title !== undefined && !this.#isTitleMade) return;
        this.#title = record.title;
        this.#isTitleMade = record.isMade ?? false;
        return;
      case 'system':
        this.#system = record.text;
        return;
      case 'configuration': {
        const { effort, temperature } = record;
        this.#configuration = defined({ effort, temperature });
        return;
      }
      case 'mode':
        this.#mode = record.mode;
        return;
      case 'pin':
        this.#isPinned = record.isPinned;
        return;
      case 'delete':
        this.#isDeleted = record.isDeleted;
    }
  }

  #applyAnswer(record: Extract<JournalRecord, { type: 'answer' }>): void {
    const { id, parentId, model, relay, protocol, isImage, isCompared = false } = record;
    const known = this.#answer(id);
    if (known) return void Object.assign(known, defined({ model, relay, protocol, isImage }));
    const first = this.#answer(this.#chosen.get(parentId) ?? '');
    this.#add({ ...record, isCompared, parts: [] });
    if (!isCompared) return void this.#compared.delete(parentId);
    // The first of the compared responses counts until another is kept.
    const isAskedAgain = first?.model === model;
    if (this.#compared.has(parentId) && first && !isAskedAgain) this.#choose(parentId, first.id);
    this.#compared.add(parentId);
  }

  /** A new message becomes the version that is shown. */
  #add(message: Prompt | StreamingAnswer): void {
    const { id, parentId } = message;
    if (this.#messages.has(id)) return;
    this.#messages.set(id, message);
    const siblings = this.#children.get(parentId);
    if (siblings) siblings.push(id);
    else this.#children.set(parentId, [id]);
    this.#choose(parentId, id);
  }

  /** Shows this one of a message's children. */
  #choose(parentId: string | null, id: string): void {
    this.#chosen.set(parentId, id);
    this.#turns = undefined;
  }

  #readBranch(): Turn[] {
    const turns: Turn[] = [];
    for (let prompt = this.firstPrompt; prompt; ) {
      const answer = this.#answer(this.#chosen.get(prompt.id) ?? '');
      if (!answer) break;
      turns.push({ prompt, answer });
      const next = this.#messages.get(this.#chosen.get(answer.id) ?? '');
      prompt = next?.type === 'prompt' ? next : undefined;
    }
    return turns;
  }
}
