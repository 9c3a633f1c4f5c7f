import type { ChatConversation } from './conversation.ts';

/** Which message to go to. `question` leaves the answers out. */
export type MessageStep = 'previous' | 'next' | 'previousQuestion' | 'nextQuestion' | 'lastAnswer';

const anyMessage = 'article.question, article.answer';
const anyQuestion = 'article.question';

/** Moves the focus between questions and answers, wherever in the conversation they are. */
export class MessageFocus {
  readonly #conversation: ChatConversation;
  /** Goes to the input, which is what comes after the last message. */
  readonly #leave: () => void;

  constructor(conversation: ChatConversation, leave: () => void) {
    this.#conversation = conversation;
    this.#leave = leave;
  }

  async move(step: MessageStep): Promise<void> {
    const conversation = this.#conversation;
    if (conversation.total === 0) return;
    if (step === 'lastAnswer') return this.#goToLast('article.answer');
    const kind = step.endsWith('Question') ? anyQuestion : anyMessage;
    const isBack = step.startsWith('previous');
    const current = document.activeElement?.closest<HTMLElement>(anyMessage);
    if (!current || !conversation.contains(current)) {
      // From the input: the last message is the one before it, and there is none after it.
      return isBack ? this.#goToLast(kind) : this.#leave();
    }
    return this.#goFrom(current, kind, isBack);
  }

  async #goFrom(current: HTMLElement, kind: string, isBack: boolean): Promise<void> {
    const turn = current.closest<HTMLElement>('chat-turn');
    if (!turn) return;
    const step = isBack ? -1 : 1;
    const inTurn = listMessages(turn, kind, current);
    const beside = inTurn[inTurn.indexOf(current) + step];
    if (beside) return this.#focus(beside);
    const { total } = this.#conversation;
    for (let place = Number(turn.dataset['place']) + step; place >= 0 && place < total; place += step) {
      const found = listMessages(await this.#conversation.reveal(place), kind);
      const message = isBack ? found.at(-1) : found[0];
      // A turn that only goes on with an answer has no question.
      if (message) return this.#focus(message);
    }
    if (!isBack) this.#leave();
  }

  async #goToLast(kind: string): Promise<void> {
    for (let place = this.#conversation.total - 1; place >= 0; place -= 1) {
      const message = listMessages(await this.#conversation.reveal(place), kind).at(-1);
      if (message) return this.#focus(message);
    }
  }

  #focus(message: HTMLElement): void {
    message.focus({ preventScroll: true });
    this.#conversation.showMessage(message);
  }
}

/** The messages of a turn that can be seen, and the one to start from. */
function listMessages(turn: Element | undefined, kind: string, current?: Element): HTMLElement[] {
  return [...(turn?.querySelectorAll<HTMLElement>(anyMessage) ?? [])].filter(
    (message) => message === current || (message.matches(kind) && message.closest('[hidden]') === null),
  );
}
