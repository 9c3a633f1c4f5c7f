import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../l10n.ts';
import { copyTextOf } from '../markdown/code.ts';
import type {
  ChatFact,
  ChatIntent,
  ConnectionView,
  FailureAction,
  FailureView,
  ModelView,
  TurnView,
} from '../protocol.ts';
import { ScrollFollower } from '../scrollFollower.ts';
import type { ChatComposer } from './composer.ts';
import { copyText, emitIntent } from './events.ts';
import { renderAction, renderFailure } from './failure.ts';
import type { ChatTurn } from './turn.ts';

/** Answers at the end of the conversation that are drawn at once. */
const turnsDrawnAtOnce = 4;

/** How long a Copy button shows that it copied. */
const copiedMs = 2_000;

/** The whole chat: what was said, and where to say more. Shows the facts that the host tells. */
export class ChatApp extends LitElement {
  static override readonly properties = {
    turns: { state: true },
    connection: { state: true },
    model: { state: true },
    runningTurnId: { state: true },
    rejection: { state: true },
    isAtEnd: { state: true },
    announcement: { state: true },
  };

  declare turns: readonly TurnView[] | undefined;
  declare connection: ConnectionView | undefined;
  declare model: ModelView | undefined;
  declare runningTurnId: string | undefined;
  declare rejection: FailureView | undefined;
  declare isAtEnd: boolean;
  declare announcement: string;
  #follower: ScrollFollower | undefined;

  constructor() {
    super();
    this.isAtEnd = true;
    this.announcement = '';
    this.addEventListener('click', (event) => this.#handleClick(event));
    // At the window: a key must count too while nothing in the page has the focus.
    window.addEventListener('keydown', (event) => this.#handleKey(event));
    // VS Code gives the focus to the page as a whole; a person means the input.
    window.addEventListener('focus', () => this.#focusInputIfNothingIs());
    this.addEventListener('chat-announce', ({ detail }) => this.#announce(detail));
    this.addEventListener('chat-intent', (event) => this.#noteIntent(event));
  }

  receive(fact: ChatFact): void {
    switch (fact.type) {
      case 'snapshot':
        this.turns = fact.turns;
        this.connection = fact.connection;
        this.model = fact.model;
        this.rejection = undefined;
        this.runningTurnId = fact.turns.findLast(isRunning)?.id;
        // Only into an input that was not typed into yet: what is on the screen is newer.
        if (fact.draft && this.composer?.text === '') this.composer.putBack(fact.draft);
        void this.updateComplete.then(() => {
          this.#follower?.follow();
          if (document.hasFocus()) this.#focusInputIfNothingIs();
        });
        return;
      case 'turn':
        return this.#takeTurn(fact.turn, fact.replaces);
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
    const follower = new ScrollFollower(scroller, (isFollowing) => {
      this.isAtEnd = isFollowing;
    });
    this.#follower = follower;
    const observer = new ResizeObserver(() => follower.keepUp());
    observer.observe(scroller);
    observer.observe(content);
  }

  protected override render(): TemplateResult {
    return html`
      <div class="conversation-area">
        <div class="conversation" role="region" aria-label=${t('Conversation')} tabindex="0">
          <div class="turns">${this.turns ? this.#renderTurns(this.turns) : nothing}</div>
        </div>
        ${this.isAtEnd ? nothing : this.#renderToEnd()}
      </div>
      <div class="composer-area">
        ${this.rejection ? renderFailure(this.rejection, 'error') : nothing}
        ${this.turns?.length && this.connection?.state === 'missing' ? renderDisconnected(this.connection) : nothing}
        <chat-composer
          .isAnswering=${this.runningTurnId !== undefined}
          .connection=${this.connection}
          .model=${this.model}
          .prompts=${this.turns?.map(({ prompt }) => prompt) ?? []}
        ></chat-composer>
      </div>
      <div class="visually-hidden" role="status">${this.announcement}</div>
    `;
  }

  #renderTurns(turns: readonly TurnView[]): TemplateResult {
    if (turns.length === 0) return this.#renderWelcome();
    const firstDrawn = turns.length - turnsDrawnAtOnce;
    return html`${repeat(
      turns,
      ({ id }) => id,
      (turn, place) => html`<chat-turn .turn=${turn} .isInSight=${place >= firstDrawn}></chat-turn>`,
    )}`;
  }

  #renderWelcome(): TemplateResult {
    if (this.connection?.state === 'missing') return renderUnconnectedWelcome(this.connection);
    return html`<div class="welcome">
      <span class="codicon codicon-comment-discussion" aria-hidden="true"></span>
      <h2>${t('What would you like to know?')}</h2>
      <p>${t('Enter sends your message, Shift+Enter begins a new line.')}</p>
      ${
        this.connection?.fromEnvironment
          ? html`<p class="discreet">
              ${t('Connected to {0} by the environment’s variables', this.connection.host ?? t('the relay'))}
            </p>`
          : nothing
      }
    </div>`;
  }

  #renderToEnd(): TemplateResult {
    const label = t('Scroll to the end');
    return html`<button
      type="button"
      class="to-end"
      title=${label}
      aria-label=${label}
      @click=${() => {
        this.#follower?.follow();
        // This button goes away now, and the focus must not go with it.
        this.composer?.focusInput();
      }}
    >
      <span class="codicon codicon-arrow-down" aria-hidden="true"></span>
    </button>`;
  }

  #turn(id: string): ChatTurn | undefined {
    return [...this.querySelectorAll<ChatTurn>('chat-turn')].findLast(({ turn }) => turn.id === id);
  }

  #takeTurn(turn: TurnView, replaces: string | undefined): void {
    const turns = this.turns ?? [];
    const place = turns.findIndex(({ id }) => id === (replaces ?? turn.id));
    this.turns = place === -1 ? [...turns, turn] : turns.with(place, turn);
    if (isRunning(turn)) {
      this.runningTurnId = turn.id;
      if (turn.model) this.#announce(t('{0} is answering', turn.model));
    } else if (this.runningTurnId === turn.id) {
      this.runningTurnId = undefined;
    }
    if (place === -1) void this.updateComplete.then(() => this.#follower?.follow());
  }

  #announce(words: string): void {
    // Said again, the same words must be another text, or a screen reader stays silent.
    this.announcement = words === this.announcement ? `${words}\u00A0` : words;
  }

  #noteIntent(event: CustomEvent<ChatIntent>): void {
    const { detail } = event;
    if (detail.type === 'stop') {
      this.#announce(t('Stopping…'));
      this.composer?.focusInput();
    } else if (detail.type === 'send') {
      this.rejection = undefined;
      this.#follower?.follow();
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
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape' && this.runningTurnId !== undefined) emitIntent(this, { type: 'stop' });
    if (event.key === 'Enter' && isLink(event.target)) this.#handleClick(event);
  }

  /** Links and Copy buttons of the drawn Markdown, which listen to nothing themselves. */
  #handleClick(event: Event): void {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest('.copy-code');
    const link = event.target.closest('a');
    if (button) this.#copyCode(button);
    if (!(link instanceof HTMLElement)) return;
    event.preventDefault();
    // The editor listens at the document and would open links without asking us.
    event.stopPropagation();
    const { href, footnote } = link.dataset;
    if (href !== undefined) emitIntent(link, { type: 'openLink', href });
    if (footnote !== undefined) showFootnote(link, footnote);
  }

  #copyCode(button: Element): void {
    const text = copyTextOf(button);
    if (text === undefined) return;
    copyText(button, text, t('Copied'));
    const icon = button.querySelector('.codicon');
    icon?.classList.replace('codicon-copy', 'codicon-check');
    setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), copiedMs);
  }
}

function isRunning({ status }: TurnView): boolean {
  return status === 'waiting' || status === 'running';
}

function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('a');
}

function showFootnote(from: Element, label: string): void {
  const notes = from.closest('.markdown')?.querySelectorAll<HTMLElement>('.footnote') ?? [];
  [...notes].find(({ dataset }) => dataset['footnoteText'] === label)?.focus();
}

/** What is missing, and the button that mends it. */
function describeMissing({ missingProfile }: ConnectionView): { words: string; action: FailureAction } {
  return missingProfile === undefined
    ? { words: t('No relay is connected.'), action: { id: 'connect', label: t('Connect to a relay') } }
    : {
        words: t('There is no profile “{0}”, which is to be used here.', missingProfile),
        action: { id: 'selectProfile', label: t('Select Profile…') },
      };
}

function renderDisconnected(connection: ConnectionView): TemplateResult {
  const { words, action } = describeMissing(connection);
  return html`<div class="disconnected">
    <span>${words}</span>
    ${renderAction(action, true)}
  </div>`;
}

function renderUnconnectedWelcome(connection: ConnectionView): TemplateResult {
  const { words, action } = describeMissing(connection);
  const isFirstTime = connection.missingProfile === undefined;
  return html`<div class="welcome">
    <span class="codicon codicon-plug" aria-hidden="true"></span>
    <h2>${isFirstTime ? t('Connect to your relay') : t('Select a profile')}</h2>
    <p>${isFirstTime ? t('To chat, Model Relay needs the address of your relay and its key.') : words}</p>
    ${renderAction(action, true)}
    ${isFirstTime ? renderAction({ id: 'getStarted', label: t('Show me how') }, false) : nothing}
  </div>`;
}
