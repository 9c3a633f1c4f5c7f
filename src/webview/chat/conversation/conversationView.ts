import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type { ConnectionView, TurnsWindow, TurnView } from '../../../protocol/protocolViews.ts';
import { drawInNextFrame } from '../../ui/frames.ts';
import { t } from '../../ui/l10n.ts';
import { drawnProperties } from '../../ui/pageElement.ts';
import { FocusTeller, tellFocusLost } from '../focus.ts';
import { renderWelcome } from '../input/connection.ts';
import { emitMessage } from '../pageEvents.ts';
import type { ChatAnswer } from '../turn/answer.ts';
import { type ChooseVersion, findStep } from '../turn/footer.ts';
import type { ChatTurn } from '../turn/turnElement.ts';
import { findBetween, findTop } from '../window/scrollAnchor.ts';
import { type AnswerMessage, answerOf } from '../window/turnCache.ts';
import { TurnRows } from '../window/turnRows.ts';
import { findPinned, TurnWindow } from '../window/turnWindow.ts';
import { ConversationScroll, renderToEnd } from './conversationScroll.ts';

/** Distance of a scroll target from the top of the view. */
const topMargin = 8;

/** Margin around a match, so that the lines around it are visible. */
const contextHeight = 48;

/** The conversation, of which only the turns near the scroll position are rendered. */
export class ChatConversation extends FocusTeller {
  static override readonly properties = drawnProperties('name', 'connection', 'running');

  declare name: string;
  declare connection: ConnectionView | undefined;
  /** Ids of the streaming responses. */
  declare running: ReadonlySet<string>;
  readonly #window = new TurnWindow((first, count) => emitMessage(this, { type: 'showTurns', first, count }));
  readonly #observer = new ResizeObserver((entries) => this.#noteSizes(entries));
  #scroll: ConversationScroll | undefined;
  readonly #turnRows = new TurnRows();
  #width = 0;
  /** Number of turns when the person scrolled away from the end. */
  #totalSeen = 0;
  #arrivals: (() => void)[] = [];
  /** Number of conversations that the host has sent. */
  #conversations = 0;
  /** The last action of the person, if it was the choice of a version, and the turn that it will change. */
  #choice: { readonly step: ChooseVersion; readonly place: number } | undefined;

  get total(): number {
    return this.#window.total;
  }

  /** The last prompts of the conversation, oldest first. */
  get prompts(): readonly string[] {
    return this.#window.prompts;
  }

  /** Shows a conversation from its end. */
  begin(window: TurnsWindow): void {
    this.#conversations += 1;
    this.#window.begin(window);
    this.#noteArrival();
    void this.updateComplete.then(() => this.follow());
  }

  /** Whether these are the turns that the page requested, and not those of another branch. */
  isAwaited(window: TurnsWindow): boolean {
    return this.#window.isAwaited(window);
  }

  /** Whether the turns of a chosen version are still to come. */
  get isChoiceAwaited(): boolean {
    return this.#choice !== undefined;
  }

  /** Call it for each action of the person. */
  noteAction(action: WebviewMessage): void {
    const step = action.type === 'chooseVersion' ? action : undefined;
    this.#choice = step && { step, place: this.#window.held.placeOf(step.turnId) ?? -1 };
  }

  /**
   * Shows the received turns. If a chosen version is among them, keeps the pressed button, or its replacement, focused
   * and at its position on the screen, and returns the announcement.
   */
  async takeTurns(window: TurnsWindow): Promise<string | undefined> {
    const choice = this.#choice;
    const find = () => choice && findStep(this.turnAt(choice.place), choice.step);
    if (choice) this.#scroll?.hold(find);
    this.#window.take(window, this.#pinnedPlaces());
    this.#noteArrival();
    await this.updateComplete;
    if (!choice) return undefined;
    if (this.#choice === choice) this.#choice = undefined;
    if (document.hasFocus()) {
      const button = find();
      if (button) button.focus({ preventScroll: true });
      else tellFocusLost(this);
    }
    this.#scroll?.restore();
    const turn = window.turns[choice.place - window.first];
    const version = choice.step.of === 'prompt' ? turn?.promptVersion : turn?.answerVersion;
    return version && t('Version {0} of {1}', version.place, version.count);
  }

  takeTurn(turn: TurnView, total: number): void {
    this.#window.takeTurn(turn, total, this.#scroll?.isFollowing ?? true);
    this.#noteArrival();
  }

  /** Handles a change of a response without rendering all rows, because it may be one word. */
  note(message: AnswerMessage): void {
    const change = this.#window.held.note(message);
    const element = change && this.turnAt(change.place);
    if (!element) return;
    element.turn = change.turn;
    const answer = answerOf(change.turn, message.turnId);
    if (answer) this.findAnswer(message.turnId)?.become(answer);
  }

  findAnswer(id: string): ChatAnswer | undefined {
    return [...this.querySelectorAll<ChatAnswer>('chat-answer')].findLast(({ answer }) => answer.id === id);
  }

  turnAt(place: number): ChatTurn | undefined {
    return this.querySelector<ChatTurn>(`.turns > chat-turn[data-place="${place}"]`) ?? undefined;
  }

  get turnElements(): ChatTurn[] {
    return [...this.querySelectorAll<ChatTurn>('.turns > chat-turn')];
  }

  follow(): void {
    if (this.#window.held.has(this.total - 1)) this.#window.showEnd();
    this.requestUpdate();
    this.#scroll?.follow();
  }

  /** Renders a turn, requesting it if needed, and scrolls it to the top unless it was visible. */
  async reveal(place: number): Promise<ChatTurn | undefined> {
    const conversation = this.#conversations;
    let isThere = true;
    this.#scroll?.letGo();
    while (this.isConnected && conversation === this.#conversations && place < this.total) {
      const turn = this.turnAt(place);
      if (turn) {
        await turn.updateComplete;
        if (!isThere) this.showAtTop(turn);
        return turn;
      }
      isThere = false;
      const isHeld = this.#window.held.has(place);
      this.#window.show({ from: place - 1, to: place + 2 });
      this.requestUpdate();
      await super.getUpdateComplete();
      if (isHeld) continue;
      this.#scrollTo(findTop(this.#list, place));
      this.#window.ask();
      await new Promise<void>((resolve) => this.#arrivals.push(resolve));
    }
    return undefined;
  }

  showAtTop(element: Element): void {
    this.#scrollTo(element.getBoundingClientRect().top);
  }

  /** Scrolls a range into view, with the lines around it. */
  showPiece(piece: Range): void {
    const view = this.#scroller.getBoundingClientRect();
    const { top, bottom } = piece.getBoundingClientRect();
    this.#scroll?.letGo();
    const [highest, lowest] = [view.top + contextHeight, view.bottom - contextHeight];
    if (top < highest || bottom > lowest) this.#scrollTo(top - view.height / 3);
  }

  /** Index of the first visible turn. */
  get firstSeen(): number {
    const { top } = this.#scroller.getBoundingClientRect();
    return findBetween(this.#list, top, top + 1)?.from ?? 0;
  }

  /** Scrolls only as far as needed to show this element, or its beginning if it is taller than the view. */
  showMessage(message: Element): void {
    const view = this.#scroller.getBoundingClientRect();
    const { top, bottom } = message.getBoundingClientRect();
    if (top < view.top + topMargin || bottom - top > view.height) this.showAtTop(message);
    else if (bottom > view.bottom) this.#scrollTo(view.top + topMargin + bottom - view.bottom);
  }

  protected override firstUpdated(): void {
    const scroller = this.#scroller;
    this.#scroll = new ConversationScroll(
      scroller,
      this.#list,
      (shift) => this.#window.absorb(this.#list, shift),
      () => {
        this.#totalSeen = this.total;
        this.requestUpdate();
      },
    );
    // After the listeners of `ConversationScroll`, which release a held position on any key.
    scroller.addEventListener('keydown', this.#handleKey);
    scroller.addEventListener('scroll', () => this.#fit(), { passive: true });
    // Not the list: the callback changes its height, by the gaps for turns that are not drawn.
    this.#observer.observe(scroller);
  }

  protected override update(changed: PropertyValues<this>): void {
    const rows = this.#window.lay(this.#pinnedPlaces());
    this.#scroll?.keepRoom();
    super.update(changed);
    this.#turnRows.show(this.#list, rows, this);
  }

  protected override updated(): void {
    for (const turn of this.turnElements) this.#observer.observe(turn);
    this.#window.sizeGaps(this.#list);
    this.#window.ask();
    // Before the next frame, so that the content does not jump.
    void this.updateComplete.then(() => this.#scroll?.settle());
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await Promise.all(this.turnElements.map(({ updateComplete }) => updateComplete));
    return isComplete;
  }

  protected override render(): TemplateResult {
    const isList = this.total > 0;
    return html`
      <div class="conversation" role="region" aria-label=${this.name} tabindex="0">
        <div class="turns" role=${isList ? 'list' : nothing}>
          ${!isList && this.#conversations > 0 ? renderWelcome(this.connection) : nothing}
        </div>
      </div>
      ${(this.#scroll?.isFollowing ?? true) ? nothing : renderToEnd(this.total - this.#totalSeen, () => this.#goToEnd())}
    `;
  }

  /** Handles Home and End: the browser's own scrolling would stop early when the target moves in the meantime. */
  readonly #handleKey = (event: KeyboardEvent): void => {
    if (event.target !== this.#scroller) return;
    if (event.key === 'Home') void this.#goToStart();
    else if (event.key === 'End') this.follow();
    else return;
    event.preventDefault();
  };

  async #goToStart(): Promise<void> {
    const first = await this.reveal(0);
    if (first) this.showAtTop(first);
  }

  #goToEnd(): void {
    this.follow();
    // The button is removed now; keep the focus in the page.
    tellFocusLost(this);
  }

  get #scroller(): HTMLElement {
    return this.querySelector('.conversation') ?? this;
  }

  get #list(): HTMLElement {
    return this.querySelector('.turns') ?? this;
  }

  #scrollTo(top: number | undefined): void {
    if (top === undefined) return;
    this.#scroll?.scrollBy(top - this.#scroller.getBoundingClientRect().top - topMargin);
    this.#fit();
  }

  /** Turns that must stay rendered: they have the focus, or are streaming. */
  #pinnedPlaces(): ReadonlySet<number> {
    const pinned = findPinned(this.turnElements);
    const running = [...this.running].flatMap(
      (id) => this.findAnswer(id)?.closest<HTMLElement>('chat-turn') ?? [],
    );
    return new Set([...pinned, ...running].map(({ dataset }) => Number(dataset['place'])));
  }

  #noteArrival(): void {
    this.requestUpdate();
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    for (const arrive of arrivals) arrive();
  }

  #noteSizes(entries: readonly ResizeObserverEntry[]): void {
    const { heights } = this.#window;
    const width = this.#scroller.clientWidth;
    if (width !== this.#width) heights.forget();
    this.#width = width;
    const wasKnown = heights.isKnown;
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement && target.dataset['place'])) continue;
      if (!target.isConnected) this.#observer.unobserve(target);
      else heights.note(Number(target.dataset['place']), target.offsetHeight);
    }
    if (heights.isKnown && !wasKnown) {
      this.#scroll?.keepRoom();
      this.#window.sizeGaps(this.#list);
    }
    this.#scroll?.settle();
    // In the next frame: rendering inside the callback would cause a ResizeObserver loop error.
    drawInNextFrame(this.#fit);
  }

  readonly #fit = (): boolean => {
    if (this.#window.fit(this.#scroller, this.#list)) this.requestUpdate();
    this.#window.ask();
    return false;
  };
}
