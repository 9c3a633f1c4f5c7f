import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { HostMessage, WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import { showTrust } from '../markdown/codeBlock.ts';
import { showCodeStyles } from '../markdown/codeText.ts';
import { Announcer } from '../ui/announcer.ts';
import { t } from '../ui/l10n.ts';
import { isForInputMethod } from '../ui/listeners.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { describeMessage, listStarting, playSignal, ResponseAnnouncer } from './announcements.ts';
import { applyToState, unknownState } from './chatState.ts';
import type { ChatConversation } from './conversation/conversationView.ts';
import { findCommand, MessageFocus, type MessageStep } from './conversation/messageList.ts';
import type { ChatSystem } from './conversation/system.ts';
import type { ChatFind } from './find/find.ts';
import { findFocusedButton, findNextButton, losesFocus, PressedElement } from './focus.ts';
import { renderAboveInput } from './input/aboveInput.ts';
import type { ChatComposer } from './input/composer.ts';
import { scaleForHost } from './input/intake.ts';
import type { ChatModelMenu } from './input/modelMenu.ts';
import { emitMessage } from './pageEvents.ts';
import { openDetails } from './pageState.ts';
import { handleClickInText, isLink, showLinkAddresses } from './turn/drawnText.ts';
import { describeEnd } from './turn/ending.ts';
import { showPicturesIn } from './turn/pictureElement.ts';
import { focusNextQuestion, focusQuestion } from './turn/toolDecisionButtons.ts';

/** The chat's root element: the conversation and the input. Passes the host's messages to the elements that show them. */
export class ChatApp extends PageElement {
  static override readonly properties = drawnProperties('state');

  state = unknownState;
  readonly #announcer = new Announcer();
  /** Responses whose models were announced. */
  readonly #announced = new Set<string>();
  readonly #responses = new ResponseAnnouncer(this, this.#announcer);
  readonly #messages = new MessageFocus(this, () => this.focusInput());
  /** Whether to scroll to the response that the person requested. */
  #awaitsAnswer = false;
  readonly #pressed = new PressedElement();

  constructor() {
    super();
    this.addEventListener('click', handleClickInText);
    showLinkAddresses(this);
    // On the window, for keys while no element has the focus.
    window.addEventListener('keydown', (event) => this.#handleKey(event));
    // VS Code focuses the page as a whole; move the focus to the input.
    window.addEventListener('focus', () => this.#focusInputIfNothingIs());
    this.addEventListener('chat-announce', ({ detail: { words } }) => this.#announcer.announce(words));
    this.addEventListener('chat-question', ({ detail }) => this.#announceQuestion(detail));
    this.addEventListener('chat-message', (event) => this.#handleSent(event));
    this.addEventListener('chat-to-question', (event) => focusQuestion(this) && event.preventDefault());
    this.addEventListener('chat-focus-lost', () => {
      if (!this.conversation?.isChoiceAwaited) this.focusInput();
    });
  }

  receive(message: HostMessage): void {
    const starting = listStarting(message, this.#announced);
    for (const { id } of starting) this.#announced.add(id);
    const words =
      this.conversation?.isChoiceAwaited && message.type === 'turns'
        ? undefined
        : describeMessage(message, this.state, starting);
    if (message.type === 'snapshot' && message.conversationId !== this.state.conversationId)
      openDetails.clear();
    this.state = applyToState(this.state, message);
    this.#responses.mode = this.state.accessibility.responses;
    if (words !== undefined) this.#announcer.announce(words);
    this.#show(message);
  }

  get composer(): ChatComposer | null {
    return this.querySelector<ChatComposer>('chat-composer');
  }

  get conversation(): ChatConversation | null {
    return this.querySelector<ChatConversation>('chat-conversation');
  }

  protected override update(changed: PropertyValues<this>): void {
    const focused = findFocusedButton();
    if (!losesFocus(this, () => super.update(changed)) || this.conversation?.isChoiceAwaited) return;
    const next = focused && findNextButton(focused);
    if (next) next.focus();
    else this.focusInput();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.conversation?.updateComplete;
    return isComplete;
  }

  protected override render(): TemplateResult {
    const { title, running, connection, system, conversationId } = this.state;
    const name = title ? t('Conversation: {0}', title) : t('Conversation');
    const conversation = this.conversation;
    return html`
      <main>
        <h1 class="visually-hidden">${name}</h1>
        <chat-system .system=${system} .conversationId=${conversationId}></chat-system>
        <div class="conversation-area">
          <chat-find></chat-find>
          <chat-conversation
            .name=${name}
            .connection=${connection}
            .running=${running}
          ></chat-conversation>
        </div>
        <div class="composer-area">
          ${renderAboveInput(this.state, (conversation?.total ?? 0) > 0)}
          <chat-composer
            .state=${this.state}
            .prompts=${conversation?.prompts ?? []}
          ></chat-composer>
        </div>
      </main>
      ${this.#announcer.element}
    `;
  }

  #show(message: HostMessage): void {
    const { conversation, composer } = this;
    switch (message.type) {
      case 'snapshot':
        showTrust(message.isTrusted);
        showCodeStyles(message.codeStyles);
        showPicturesIn(message.pictures);
        conversation?.begin(message.window);
        this.#find?.refresh();
        // Only into an input that was not typed into yet: what is on the screen is newer.
        if (message.draft && composer?.text === '') composer.putBack(message.draft);
        if (document.hasFocus()) void this.updateComplete.then(() => this.#focusInputIfNothingIs());
        return;
      case 'turns':
        return void this.#takeTurns(message);
      case 'turn':
        conversation?.takeTurn(message.turn, message.total);
        if (this.#takeAwaited()) conversation?.follow();
        return;
      case 'delta': {
        const answer = conversation?.findAnswer(message.turnId);
        if (answer) this.#responses.begin(answer);
        return conversation?.note(message);
      }
      case 'part':
      case 'phase':
      case 'retryWait':
        return conversation?.note(message);
      case 'end':
        return this.#end(message);
      case 'state':
        if (message.isTrusted !== undefined) showTrust(message.isTrusted);
        if (message.codeStyles !== undefined) showCodeStyles(message.codeStyles);
        return;
      case 'putBack':
        composer?.putBack(message.text);
        return this.focusInput();
      case 'rejected':
        this.#awaitsAnswer = false;
        composer?.putBack(message.text);
        return this.focusInput();
      case 'sentElsewhere':
        return composer?.forget(message.text);
      case 'scaleImage':
        return void this.#scaleImage(message);
      case 'suggestions':
        return composer?.suggestions.answer(message);
      case 'models':
        return this.#models?.take(message.list);
      case 'found':
        return this.#find?.takeFound(message.requestId, message.found);
      case 'focusInput':
        this.#messages.forget();
        return this.focusInput();
      case 'focusBack':
        this.#pressed.focusAgain();
        return this.#focusInputIfNothingIs();
      case 'followConversation':
        this.#awaitsAnswer = true;
        return conversation?.follow();
      case 'focusMessage':
        return this.#moveTo(message.which);
      case 'openFind':
        return void this.#find?.open(message.text);
      case 'openSystem':
        return void this.querySelector<ChatSystem>('chat-system')?.open();
    }
  }

  #end(end: Extract<HostMessage, { type: 'end' }>): void {
    const { conversation } = this;
    const answer = conversation?.findAnswer(end.turnId);
    // A response that is not rendered can't announce it itself.
    if (!answer) this.#announcer.announce(describeEnd(end, '', false));
    conversation?.note(end);
    if (answer) this.#responses.end(answer);
    playSignal('response', this.state.accessibility.signals.response);
    this.#find?.refresh();
  }

  /** Announces that something waits for the person. */
  #announceQuestion(words: string): void {
    const { announcesQuestions, signals } = this.state.accessibility;
    if (announcesQuestions) this.#announcer.announce(words);
    playSignal('question', signals.question);
  }

  async #takeTurns({ window }: Extract<HostMessage, { type: 'turns' }>): Promise<void> {
    const { conversation } = this;
    if (!conversation) return;
    const isAnswer = conversation.isAwaited(window);
    const isWanted = !isAnswer && this.#takeAwaited();
    const words = await conversation.takeTurns(window);
    if (words !== undefined) this.#announcer.announce(words);
    else if (isWanted) conversation.follow();
    if (!isAnswer) this.#find?.refresh();
  }

  async #scaleImage({ requestId, ...image }: Extract<HostMessage, { type: 'scaleImage' }>): Promise<void> {
    const bytes = await scaleForHost(image.bytes, image.mediaType);
    emitMessage(this, { type: 'imageScaled', requestId, ...(bytes !== undefined && { bytes }) });
  }

  #takeAwaited(): boolean {
    const isAwaited = this.#awaitsAnswer;
    this.#awaitsAnswer = false;
    return isAwaited;
  }

  #handleSent(event: CustomEvent<WebviewMessage>): void {
    const { detail } = event;
    // These are sent by the page itself, not by the person.
    if (detail.type === 'showTurns' || detail.type === 'find' || detail.type === 'imageScaled') return;
    const { conversation, composer } = this;
    if (detail.type === 'action' && detail.action === 'selectModel' && this.#hasModels) {
      event.stopImmediatePropagation();
      if (event.target instanceof HTMLElement) this.#models?.toggle(event.target);
      return;
    }
    this.#pressed.note(event.target);
    conversation?.noteAction(detail);
    if (detail.type === 'stop') {
      this.#announcer.announce(t('Stopping…'));
      this.focusInput();
    } else if (['edit', 'retry', 'continue', 'compact'].includes(detail.type)) {
      this.#awaitsAnswer = true;
      this.focusInput();
    } else if (detail.type === 'sendQueued') {
      conversation?.follow();
      this.focusInput();
    } else if (detail.type === 'send') {
      this.state = { ...this.state, rejection: undefined };
      conversation?.follow();
    } else if (detail.type === 'action' && detail.action === 'tryAgain' && detail.turnId === undefined) {
      // A rejected message is in the input: trying again sends it.
      event.stopImmediatePropagation();
      composer?.send();
      this.focusInput();
    } else if (detail.type === 'retryNow' || (detail.type === 'action' && detail.action === 'tryAgain')) {
      // The focused button is removed.
      this.focusInput();
    } else if (detail.type === 'decideTool' && !focusNextQuestion(this, event.target)) {
      this.focusInput();
    }
  }

  get #find(): ChatFind | null {
    return this.querySelector<ChatFind>('chat-find');
  }

  get #models(): ChatModelMenu | null {
    return this.querySelector<ChatModelMenu>('chat-model-menu');
  }

  get #hasModels(): boolean {
    return this.state.connection?.state === 'connected';
  }

  focusInput(): void {
    this.composer?.focusInput();
  }

  #focusInputIfNothingIs(): void {
    if (document.activeElement === document.body) this.#messages.keepWhile(() => this.focusInput());
  }

  #moveTo(step: MessageStep): void {
    const { conversation } = this;
    if (conversation) void this.#messages.move(conversation, step);
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    const command = findCommand(event);
    if (event.defaultPrevented) return;
    if (event.key === 'Enter' && isLink(event.target)) return handleClickInText(event);
    if (command === undefined) return;
    if (command === 'stop') {
      // Escape closes what is open over the page, and no more.
      if (document.querySelector(':popover-open')) return;
      if (this.state.running.size > 0) emitMessage(this, { type: 'stop' });
    } else if (command === 'nextMatch' || command === 'previousMatch') {
      if (!this.#find?.isOpen) return;
      event.preventDefault();
      this.#find.step(command === 'nextMatch' ? 1 : -1);
    } else {
      event.preventDefault();
      this.#moveTo(command);
    }
  }
}
