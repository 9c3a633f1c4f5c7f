import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n.ts';
import { on } from '../../listener.ts';
import { whenNear } from '../../nearness.ts';
import type { ChatFact, RetryWaitView, TurnView, WaitPhase } from '../../protocol.ts';
import { announce, copyText, emitIntent } from '../events.ts';
import { losesFocus } from '../focus.ts';
import { renderIconButton } from '../iconButton.ts';
import { AnswerText } from './answerText.ts';
import { describeEnd, isRunning, type Outcome, renderEnding } from './ending.ts';
import type { ChatQuestion } from './question.ts';
import { renderReceipt, renderReceiptLine } from './receipt.ts';
import { renderVersions } from './versions.ts';
import {
  describeRetry,
  type Retry,
  renderRetry,
  renderSeconds,
  renderWaiting,
  SecondsTicker,
  secondsUntil,
} from './waiting.ts';

type Delta = Extract<ChatFact, { type: 'delta' }>;
type End = Extract<ChatFact, { type: 'end' }>;

/** One question with its answer: given as it is, then told what happens to it. */
export class ChatTurn extends LitElement {
  static override readonly properties = {
    turn: { attribute: false },
    isInSight: { attribute: false },
    isLast: { attribute: false },
    isAnyRunning: { attribute: false },
    relay: { attribute: false },
    outcome: { state: true },
    hasText: { state: true },
    hasThinking: { state: true },
    phase: { state: true },
    retry: { state: true },
    isReceiptOpen: { state: true },
  };

  declare turn: TurnView;
  /** Whether to draw the answer at once, or only when it comes near. */
  declare isInSight: boolean;
  declare isLast: boolean;
  /** Whether an answer runs, of this turn or another. */
  declare isAnyRunning: boolean;
  /** Host name of the relay. */
  declare relay: string | undefined;
  declare outcome: Outcome;
  declare hasText: boolean;
  declare hasThinking: boolean;
  declare phase: WaitPhase | undefined;
  declare retry: Retry | undefined;
  declare isReceiptOpen: boolean;
  /** Since when this page shows that the answer is waited for. */
  #waitsSince = Date.now();
  #answer = new AnswerText();
  #thinking = new AnswerText();

  constructor() {
    super();
    this.isReceiptOpen = false;
    new SecondsTicker(this, () => this.#isRunning && !this.hasText);
  }

  addDelta({ kind, text }: Delta): void {
    (kind === 'text' ? this.#answer : this.#thinking).append(text);
    if (kind === 'text') this.hasText = true;
    else this.hasThinking = true;
    if (this.outcome.status !== 'waiting') return;
    this.retry = undefined;
    this.outcome = { ...this.outcome, status: 'running' };
  }

  waitFor(phase: WaitPhase): void {
    this.phase = phase;
  }

  waitForRetry(wait: RetryWaitView | undefined): void {
    this.retry = wait && { title: wait.title, at: Date.now() + wait.remainingMs };
    if (this.retry) announce(this, describeRetry(this.retry));
  }

  finish(end: End): void {
    this.retry = undefined;
    this.outcome = end;
    this.#answer.end();
    this.#thinking.end();
    announce(this, describeEnd(end, this.#answer.text));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('turn')) this.#takeTurn();
    if (this.isInSight) this.#answer.startDrawing();
    if (this.retry && secondsUntil(this.retry) === 0) this.retry = undefined;
  }

  protected override update(changed: PropertyValues<this>): void {
    if (!losesFocus(this, () => super.update(changed))) return;
    this.dispatchEvent(new CustomEvent('chat-focus-lost', { bubbles: true }));
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.querySelector<ChatQuestion>('chat-question')?.updateComplete;
    return isComplete;
  }

  protected override firstUpdated(): void {
    const scroller = this.closest('.conversation');
    if (scroller && !this.isInSight) whenNear(this, scroller, () => this.#answer.startDrawing());
  }

  protected override render(): TemplateResult {
    return html`
      <chat-question .turn=${this.turn} .isAnyRunning=${this.isAnyRunning}></chat-question>
      <article class="answer" aria-busy=${this.#isRunning}>
        <h2 class="visually-hidden">${t('{0} answered', this.turn.model || t('The relay'))}</h2>
        ${this.hasThinking ? this.#renderThinking() : nothing} ${this.#answer.element}
        ${this.#isRunning ? this.#renderProgress() : this.#renderEnd()}
      </article>
    `;
  }

  get #isRunning(): boolean {
    return isRunning(this.outcome);
  }

  get #secondsWaited(): number {
    return Math.floor((Date.now() - this.#waitsSince) / 1000);
  }

  #takeTurn(): void {
    const { text, thinking, phase, retryWait } = this.turn;
    this.#answer = reviseText(this.#answer, text);
    this.#thinking = reviseText(this.#thinking, thinking);
    this.hasText = text !== '';
    this.hasThinking = thinking !== '';
    this.phase = phase;
    this.outcome = this.turn;
    this.waitForRetry(retryWait);
    if (this.#isRunning) return;
    this.#answer.end();
    this.#thinking.end();
  }

  #renderThinking(): TemplateResult {
    const isThinking = this.#isRunning && !this.hasText;
    const draw = (details: Element) => {
      if (details.hasAttribute('open')) this.#thinking.startDrawing();
    };
    return html`
      <details class="thinking" @toggle=${on(draw)}>
        <summary>
          <span class="codicon codicon-${isThinking ? 'loading spinning' : 'chevron-right'}" aria-hidden="true"></span
          >${isThinking ? t('Thinking…') : t('Thought')}${isThinking ? renderSeconds(this.#secondsWaited) : nothing}
        </summary>
        ${this.#thinking.element}
      </details>
    `;
  }

  #renderProgress(): TemplateResult | typeof nothing {
    if (this.retry) return renderRetry(this.retry);
    if (this.hasText) {
      return html`<p class="progress"><span class="codicon codicon-loading spinning" aria-hidden="true"></span></p>`;
    }
    if (this.hasThinking) return nothing;
    const { phase, relay } = this;
    return renderWaiting({ phase, relay, model: this.turn.model, seconds: this.#secondsWaited });
  }

  #renderEnd(): TemplateResult {
    const { id, model, answerVersion } = this.turn;
    const { usage, receipt } = this.outcome;
    const again = this.isAnyRunning ? t('Stops the running answer') : '';
    return html`
      ${renderEnding(this.outcome, id, this.isLast && this.hasText)}
      <div class="turn-footer">
        <div class="turn-actions">
          ${
            this.hasText
              ? renderIconButton('copy', t('Copy answer'), (button) =>
                  copyText(button, this.#answer.text, t('Copied')),
                )
              : nothing
          }
          ${renderIconButton(
            'refresh',
            t('Try Again'),
            (button) => emitIntent(button, { type: 'retry', turnId: id }),
            {
              tip: [t('Try Again'), again].filter(Boolean).join('\n'),
            },
          )}
          ${usage || receipt ? this.#renderReceiptButton() : nothing}
          ${renderVersions('answer', answerVersion, id)}
        </div>
        ${renderReceiptLine(model, this.outcome)}
      </div>
      ${this.isReceiptOpen && (usage || receipt) ? renderReceipt(model, this.outcome) : nothing}
    `;
  }

  #renderReceiptButton(): TemplateResult {
    const name = t('Details of the answer');
    const toggle = () => {
      this.isReceiptOpen = !this.isReceiptOpen;
    };
    return html`<button
      type="button"
      class="icon-button"
      title=${name}
      aria-label=${name}
      aria-expanded=${this.isReceiptOpen}
      @click=${toggle}
    >
      <span class="codicon codicon-info" aria-hidden="true"></span>
    </button>`;
  }
}

/** The same text on the screen where it is the same or has only grown, so that nothing is drawn anew. */
function reviseText(shown: AnswerText, text: string): AnswerText {
  const revised = shown.canBecome(text) ? shown : new AnswerText();
  revised.append(text.slice(revised.text.length));
  if (shown.isDrawing) revised.startDrawing();
  return revised;
}
