import type { ChatAnswer } from '../turn/answer.ts';
import type { ChatConversation } from './conversationView.ts';

/** Which message to go to. Steps with `Question` skip responses. */
export type MessageStep = 'previous' | 'next' | 'previousQuestion' | 'nextQuestion' | 'lastResponse';

const anyMessage = 'article.question, article.answer';
const anyQuestion = 'article.question';
const anyAnswer = 'article.answer';

/** Moves the focus between prompts and responses, rendered or not. */
export class MessageFocus {
  /** Focuses the input, which follows the last message. */
  readonly #leave: () => void;
  /** The message that has the focus. */
  #last: HTMLElement | undefined;

  constructor(page: HTMLElement, leave: () => void) {
    this.#leave = leave;
    page.addEventListener('focusin', ({ target }) => {
      this.#last =
        target instanceof Element ? (target.closest<HTMLElement>(anyMessage) ?? undefined) : undefined;
    });
    // A person who types is at the input, whichever message had the focus before.
    page.addEventListener('input', () => this.forget());
  }

  /** Resets the position to the input, which the newest message precedes. */
  forget(): void {
    this.#last = undefined;
  }

  /**
   * Moves the focus without changing the current message. The command palette takes the focus, and returns it only to
   * the page: a command that moves from a message means the one that had the focus before.
   */
  keepWhile(focus: () => void): void {
    const last = this.#last;
    focus();
    this.#last = last;
  }

  async move(conversation: ChatConversation, step: MessageStep): Promise<void> {
    if (conversation.total === 0) return;
    if (step === 'lastResponse') return this.#goToLast(conversation, anyAnswer);
    const kind = step.endsWith('Question') ? anyQuestion : anyMessage;
    const isBack = step.startsWith('previous');
    const current = this.#last;
    if (!current || !conversation.contains(current)) {
      // From the input: the last message is the one before it, and there is none after it.
      return isBack ? this.#goToLast(conversation, kind) : this.#leave();
    }
    return this.#goFrom(conversation, current, kind, isBack);
  }

  async #goFrom(
    conversation: ChatConversation,
    current: HTMLElement,
    kind: string,
    isBack: boolean,
  ): Promise<void> {
    const turn = current.closest<HTMLElement>('chat-turn');
    if (!turn) return;
    const step = isBack ? -1 : 1;
    const inTurn = listMessages(turn, kind, current);
    const beside = inTurn[inTurn.indexOf(current) + step];
    if (beside) return this.#focus(conversation, beside);
    const { total } = conversation;
    for (let place = Number(turn.dataset['place']) + step; place >= 0 && place < total; place += step) {
      const found = listMessages(await conversation.reveal(place), kind);
      const message = isBack ? found.at(-1) : found[0];
      // A turn that only continues a response has no prompt.
      if (message) return this.#focus(conversation, message);
    }
    if (!isBack) this.#leave();
  }

  async #goToLast(conversation: ChatConversation, kind: string): Promise<void> {
    for (let place = conversation.total - 1; place >= 0; place -= 1) {
      const message = listMessages(await conversation.reveal(place), kind).at(-1);
      if (!message) continue;
      return kind === anyAnswer
        ? this.#focusAnswer(conversation, message)
        : this.#focus(conversation, message);
    }
  }

  /** Focuses a response, or its pending approval. */
  #focusAnswer(conversation: ChatConversation, message: HTMLElement): void {
    message.closest<ChatAnswer>('chat-answer')?.focus({ preventScroll: true });
    const { activeElement } = document;
    if (activeElement && message.contains(activeElement)) conversation.showMessage(activeElement);
  }

  #focus(conversation: ChatConversation, message: HTMLElement): void {
    message.focus({ preventScroll: true });
    conversation.showMessage(message);
  }
}

/** The visible messages of a turn, and the one to start from. */
function listMessages(turn: Element | undefined, kind: string, current?: Element): HTMLElement[] {
  return [...(turn?.querySelectorAll<HTMLElement>(anyMessage) ?? [])].filter(
    (message) => message === current || (message.matches(kind) && message.closest('[hidden]') === null),
  );
}

type KeyCommand = 'stop' | 'nextMatch' | 'previousMatch' | MessageStep;

/**
 * The command for a key, anywhere in the page. Find is not among them: its key is in the manifest, or VS Code would
 * open the editor's find as well. The keys for messages are those of VS Code's own chat: with Alt, they skip responses.
 */
export function findCommand(event: KeyboardEvent): KeyCommand | undefined {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return 'stop';
  if (key === 'F3' && !isControl && !altKey) return shiftKey ? 'previousMatch' : 'nextMatch';
  if (!isControl || shiftKey) return undefined;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const isUp = key === 'ArrowUp';
  if (!isUp && event.target instanceof HTMLTextAreaElement) return undefined;
  // In a text field, the arrows move the caret as long as there is a line to go to.
  if (isUp && !altKey && !isAtTop(event.target)) return undefined;
  if (altKey) return isUp ? 'previousQuestion' : 'nextQuestion';
  return isUp ? 'previous' : 'next';
}

function isAtTop(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLTextAreaElement)) return true;
  const { value, selectionStart, selectionEnd } = target;
  return selectionStart === selectionEnd && !value.slice(0, selectionStart).includes('\n');
}
