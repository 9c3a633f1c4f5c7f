import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../l10n.ts';
import type { ChatFact, ChatIntent, ConnectionView, FailureView, ModelView, TurnView } from '../protocol.ts';
import { ConversationScroll } from './conversationScroll.ts';
import { emitIntent, isForInputMethod } from './events.ts';
import { renderFailure } from './failure.ts';
import { findFocusedPlace, findRemoveButton, losesFocus } from './focus.ts';
import { renderIconButton } from './iconButton.ts';
import type { ChatComposer } from './input/composer.ts';
import { renderDisconnected, renderWelcome } from './input/connection.ts';
import { type Queue, renderQueue } from './input/queue.ts';
import { handleClickInText, isLink } from './turn/drawnText.ts';
import { isRunning } from './turn/ending.ts';
import type { ChatTurn } from './turn/turn.ts';
import { type ChooseVersion, findStep } from './turn/versions.ts';

/** Answers at the end of the conversation that are drawn at once. */
const turnsDrawnAtOnce = 4;

/** The whole chat: what was said, and where to say more. Shows the facts that the host tells. */
export class ChatApp extends LitElement {
  static override readonly properties = {
    turns: { state: true },
    conversationTitle: { state: true },
    queue: { state: true },
    connection: { state: true },
    model: { state: true },
    runningTurnId: { state: true },
    rejection: { state: true },
    isAtEnd: { state: true },
    announcement: { state: true },
  };

  declare turns: readonly TurnView[] | undefined;
  declare conversationTitle: string | undefined;
  declare queue: Queue;
  declare connection: ConnectionView | undefined;
  declare model: ModelView | undefined;
  declare runningTurnId: string | undefined;
  declare rejection: FailureView | undefined;
  declare isAtEnd: boolean;
  declare announcement: string;
  #scroll: ConversationScroll | undefined;
  /** A press that waits for the host to show another version: its turn, counted from the first. */
  #choice: { readonly step: ChooseVersion; readonly place: number } | undefined;
  /** The person asked for an answer, which is to be seen when it comes. */
  #awaitsAnswer = false;

  constructor() {
    super();
    this.isAtEnd = true;
    this.announcement = '';
    this.queue = { messages: [], isHeld: false };
    this.addEventListener('click', handleClickInText);
    // At the window: a key must count too while nothing in the page has the focus.
    window.addEventListener('keydown', (event) => this.#handleKey(event));
    // VS Code gives the focus to the page as a whole; a person means the input.
    window.addEventListener('focus', () => this.#focusInputIfNothingIs());
    this.addEventListener('chat-announce', ({ detail }) => this.#announce(detail));
    this.addEventListener('chat-intent', (event) => this.#noteIntent(event));
    this.addEventListener('chat-focus-lost', () => this.composer?.focusInput());
  }

  receive(fact: ChatFact): void {
    switch (fact.type) {
      case 'snapshot':
        this.turns = fact.turns;
        this.conversationTitle = fact.title;
        this.queue = { messages: fact.queue, isHeld: fact.isQueueHeld };
        this.connection = fact.connection;
        this.model = fact.model;
        this.rejection = undefined;
        this.runningTurnId = fact.turns.findLast(isRunning)?.id;
        // Only into an input that was not typed into yet: what is on the screen is newer.
        if (fact.draft && this.composer?.text === '') this.composer.putBack(fact.draft);
        void this.updateComplete.then(() => {
          this.#scroll?.follow();
          if (document.hasFocus()) this.#focusInputIfNothingIs();
        });
        return;
      case 'turns':
        return this.#takeTurns(fact.turns);
      case 'turn':
        return this.#takeTurn(fact.turn);
      case 'title':
        this.conversationTitle = fact.title;
        return;
      case 'queue':
        if (fact.queue.length > this.queue.messages.length) this.#announce(t('Queued'));
        this.queue = { messages: fact.queue, isHeld: fact.isHeld };
        return;
      case 'putBack':
        this.composer?.putBack(fact.text);
        return this.composer?.focusInput();
      case 'phase':
        return this.#turn(fact.turnId)?.waitFor(fact.phase);
      case 'delta':
        return this.#turn(fact.turnId)?.addDelta(fact);
      case 'retryWait':
        return this.#turn(fact.turnId)?.waitForRetry(fact.wait);
      case 'end':
        if (fact.turnId === this.runningTurnId) this.runningTurnId = undefined;
        return this.#turn(fact.turnId)?.finish(fact);
      case 'connection':
        this.connection = fact.connection;
        return;
      case 'model':
        this.model = fact.model;
        return;
      case 'rejected':
        this.rejection = fact.failure;
        this.#awaitsAnswer = false;
        this.composer?.putBack(fact.text);
        return this.#announce(fact.failure.title);
      case 'focusInput':
        return this.composer?.focusInput();
    }
  }

  get composer(): ChatComposer | null {
    return this.querySelector<ChatComposer>('chat-composer');
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    const scroller = this.querySelector<HTMLElement>('.conversation');
    const content = this.querySelector('.turns');
    if (!scroller || !content) return;
    this.#scroll = new ConversationScroll(scroller, content, (isAtEnd) => {
      this.isAtEnd = isAtEnd;
    });
  }

  protected override update(changed: PropertyValues<this>): void {
    const queuedPlace = findFocusedPlace(this);
    if (!losesFocus(this, () => super.update(changed)) || this.#choice) return;
    const remove = queuedPlace === undefined ? undefined : findRemoveButton(this, queuedPlace);
    if (remove) remove.focus();
    else this.composer?.focusInput();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await Promise.all(this.#turnElements.map(({ updateComplete }) => updateComplete));
    return isComplete;
  }

  protected override render(): TemplateResult {
    const name = this.conversationTitle ? t('Conversation: {0}', this.conversationTitle) : t('Conversation');
    return html`
      <main>
        <h1 class="visually-hidden">${name}</h1>
        <div class="conversation-area">
          <div class="conversation" role="region" aria-label=${name} tabindex="0">
            <div class="turns">${this.turns ? this.#renderTurns(this.turns) : nothing}</div>
          </div>
          ${this.isAtEnd ? nothing : this.#renderToEnd()}
        </div>
        <div class="composer-area">
          ${renderQueue(this.queue)} ${this.rejection ? renderFailure(this.rejection, 'error') : nothing}
          ${this.turns?.length && this.connection?.state === 'missing' ? renderDisconnected(this.connection) : nothing}
          <chat-composer
            .isAnswering=${this.runningTurnId !== undefined}
            .connection=${this.connection}
            .model=${this.model}
            .prompts=${this.turns?.flatMap(({ prompt, isContinuation }) => (isContinuation ? [] : prompt)) ?? []}
          ></chat-composer>
        </div>
      </main>
      <div class="visually-hidden" role="status">${this.announcement}</div>
    `;
  }

  #renderTurns(turns: readonly TurnView[]): TemplateResult {
    if (turns.length === 0) return renderWelcome(this.connection);
    const firstDrawn = turns.length - turnsDrawnAtOnce;
    return html`${repeat(
      turns,
      ({ id }) => id,
      (turn, place) => html`<chat-turn
        .turn=${turn}
        .isInSight=${place >= firstDrawn}
        .isLast=${place === turns.length - 1}
        .isAnyRunning=${this.runningTurnId !== undefined}
        .relay=${this.connection?.host}
      ></chat-turn>`,
    )}`;
  }

  #renderToEnd(): TemplateResult {
    const goToEnd = () => {
      this.#scroll?.follow();
      // This button goes away now, and the focus must not go with it.
      this.composer?.focusInput();
    };
    return renderIconButton('arrow-down', t('Scroll to the end'), goToEnd, { className: 'to-end' });
  }

  get #turnElements(): ChatTurn[] {
    return [...this.querySelectorAll<ChatTurn>('chat-turn')];
  }

  #turn(id: string): ChatTurn | undefined {
    return this.#turnElements.findLast(({ turn }) => turn.id === id);
  }

  #takeTurn(turn: TurnView): void {
    const turns = this.turns ?? [];
    const place = turns.findIndex(({ id }) => id === turn.id);
    const isWanted = place === -1 || this.#awaitsAnswer;
    this.#awaitsAnswer = false;
    this.turns = place === -1 ? [...turns, turn] : turns.with(place, turn);
    if (isRunning(turn)) {
      this.runningTurnId = turn.id;
      if (turn.model) this.#announce(t('{0} is answering', turn.model));
    } else if (this.runningTurnId === turn.id) {
      this.runningTurnId = undefined;
    }
    if (isWanted) void this.updateComplete.then(() => this.#scroll?.follow());
  }

  #takeTurns(turns: readonly TurnView[]): void {
    const choice = this.#choice;
    const find = choice && (() => findStep(this.#turnElements[choice.place], choice.step));
    const running = turns.findLast(isRunning);
    const isNew = running !== undefined && running.id !== this.runningTurnId;
    const isWanted = this.#awaitsAnswer;
    this.#awaitsAnswer = false;
    if (find) this.#scroll?.hold(find);
    this.turns = turns;
    this.runningTurnId = running?.id;
    if (isNew && running.model && !choice) this.#announce(t('{0} is answering', running.model));
    void this.updateComplete.then(() => {
      if (this.#choice === choice) this.#choice = undefined;
      if (find) this.#showChoice(find(), turns[choice.place], choice.step);
      else if (isWanted) this.#scroll?.follow();
    });
  }

  /** The focus goes on from where it was, now that the turn is another. */
  #showChoice(button: HTMLElement | undefined, turn: TurnView | undefined, { of }: ChooseVersion): void {
    if (document.hasFocus()) {
      if (button) button.focus({ preventScroll: true });
      else this.composer?.focusInput();
    }
    this.#scroll?.restore();
    const version = of === 'prompt' ? turn?.promptVersion : turn?.answerVersion;
    if (version) this.#announce(t('Version {0} of {1}', version.place, version.count));
  }

  #announce(words: string): void {
    // Said again, the same words must be another text, or a screen reader stays silent.
    this.announcement = words === this.announcement ? `${words}\u00A0` : words;
  }

  #noteIntent(event: CustomEvent<ChatIntent>): void {
    const { detail } = event;
    this.#choice = undefined;
    if (detail.type === 'stop') {
      this.#announce(t('Stopping…'));
      this.composer?.focusInput();
    } else if (detail.type === 'chooseVersion') {
      this.#choice = { step: detail, place: this.turns?.findIndex(({ id }) => id === detail.turnId) ?? -1 };
    } else if (detail.type === 'edit' || detail.type === 'retry' || detail.type === 'continue') {
      this.#awaitsAnswer = true;
      this.composer?.focusInput();
    } else if (detail.type === 'sendQueued') {
      this.#scroll?.follow();
      this.composer?.focusInput();
    } else if (detail.type === 'send') {
      this.rejection = undefined;
      this.#scroll?.follow();
    } else if (detail.type === 'action' && detail.action === 'tryAgain' && detail.turnId === undefined) {
      // What was rejected is no turn yet: it is in the input, and trying again is sending it.
      event.stopImmediatePropagation();
      this.composer?.send();
      this.composer?.focusInput();
    } else if (detail.type === 'retryNow' || (detail.type === 'action' && detail.action === 'tryAgain')) {
      // The button that had the focus goes away.
      this.composer?.focusInput();
    }
  }

  #focusInputIfNothingIs(): void {
    if (document.activeElement === document.body) this.composer?.focusInput();
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Escape' && !event.defaultPrevented && this.runningTurnId !== undefined) {
      emitIntent(this, { type: 'stop' });
    }
    if (event.key === 'Enter' && isLink(event.target)) handleClickInText(event);
  }
}
