import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { countWords, formatNumber, t } from '../l10n.ts';
import { on } from '../listener.ts';
import { whenNear } from '../nearness.ts';
import type { ChatFact, RetryWaitView, TurnView } from '../protocol.ts';
import { AnswerText } from './answerText.ts';
import { announce, copyText, emitIntent } from './events.ts';
import { renderFailure } from './failure.ts';

type Delta = Extract<ChatFact, { type: 'delta' }>;
type End = Extract<ChatFact, { type: 'end' }>;
type Outcome = Pick<TurnView, 'status' | 'failure' | 'usage' | 'cause' | 'pictures'>;

/** In a longer text the words are not counted. */
const maximumCountedLength = 100_000;

/** One question with its answer: given once as it is, then told what happens to it. */
export class ChatTurn extends LitElement {
  static override readonly properties = {
    turn: { attribute: false },
    isInSight: { attribute: false },
    outcome: { state: true },
    hasText: { state: true },
    hasThinking: { state: true },
    retry: { state: true },
  };

  declare turn: TurnView;
  /** Whether to draw the answer at once, or only when it comes near. */
  declare isInSight: boolean;
  declare outcome: Outcome;
  declare hasText: boolean;
  declare hasThinking: boolean;
  /** When the question is sent again, by the clock of this page, and why it was not answered. */
  declare retry: { readonly title: string; readonly at: number } | undefined;
  #countdown: ReturnType<typeof setInterval> | undefined;
  #answer = new AnswerText();
  #thinking = new AnswerText();

  addDelta({ kind, text }: Delta): void {
    (kind === 'text' ? this.#answer : this.#thinking).append(text);
    if (kind === 'text') this.hasText = true;
    else this.hasThinking = true;
    if (this.outcome.status !== 'waiting') return;
    this.#endCountdown();
    this.outcome = { ...this.outcome, status: 'running' };
  }

  waitForRetry(wait: RetryWaitView | undefined): void {
    this.#endCountdown();
    if (!wait) return;
    this.retry = { title: wait.title, at: Date.now() + wait.remainingMs };
    announce(this, this.#describeRetry(this.retry));
    this.#countdown = setInterval(() => {
      if (this.#secondsUntilRetry() === 0) this.#endCountdown();
      else this.requestUpdate();
    }, 1000);
  }

  finish(end: End): void {
    this.#endCountdown();
    this.outcome = end;
    this.#answer.end();
    this.#thinking.end();
    announce(this, this.#describeEnd());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endCountdown();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('turn')) this.#takeTurn();
    if (this.isInSight) this.#answer.startDrawing();
  }

  protected override firstUpdated(): void {
    const scroller = this.closest('.conversation');
    if (scroller && !this.isInSight) whenNear(this, scroller, () => this.#answer.startDrawing());
  }

  protected override render(): TemplateResult {
    const { prompt, model } = this.turn;
    return html`
      <article class="turn">
        <h2 class="visually-hidden">${t('You said')}</h2>
        <div class="prompt">${prompt}</div>
        <div class="answer" aria-busy=${this.#isRunning}>
          <h2 class="visually-hidden">${t('{0} answered', model)}</h2>
          ${this.hasThinking ? this.#renderThinking() : nothing} ${this.#answer.element}
          ${this.#isRunning ? this.#renderProgress() : this.#renderEnd()}
        </div>
      </article>
    `;
  }

  get #isRunning(): boolean {
    return this.outcome.status === 'waiting' || this.outcome.status === 'running';
  }

  #takeTurn(): void {
    this.#answer = new AnswerText();
    this.#thinking = new AnswerText();
    this.#answer.append(this.turn.text);
    this.#thinking.append(this.turn.thinking);
    this.hasText = this.turn.text !== '';
    this.hasThinking = this.turn.thinking !== '';
    this.outcome = this.turn;
    this.waitForRetry(this.turn.retryWait);
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
          >${isThinking ? t('Thinking…') : t('Thought')}
        </summary>
        ${this.#thinking.element}
      </details>
    `;
  }

  #renderProgress(): TemplateResult | typeof nothing {
    if (this.retry) return this.#renderRetry(this.retry);
    if (this.hasThinking && !this.hasText) return nothing;
    const words = this.hasText ? '' : t('Waiting for {0}…', this.turn.model);
    return html`
      <p class="progress ${this.hasText ? '' : 'late'}">
        <span class="codicon codicon-loading spinning" aria-hidden="true"></span>${words}
      </p>
    `;
  }

  #renderRetry(retry: NonNullable<ChatTurn['retry']>): TemplateResult {
    return html`
      <div class="retry">
        <p class="progress">
          <span class="codicon codicon-history" aria-hidden="true"></span>
          <span>${this.#describeRetry(retry)}</span>
        </p>
        <vscode-button secondary @click=${on((button) => emitIntent(button, { type: 'retryNow' }))}
          >${t('Try Now')}</vscode-button
        >
      </div>
    `;
  }

  #describeRetry({ title }: NonNullable<ChatTurn['retry']>): string {
    return t('{0} Trying again in {1} s.', title, this.#secondsUntilRetry());
  }

  #secondsUntilRetry(): number {
    return Math.max(0, Math.ceil(((this.retry?.at ?? 0) - Date.now()) / 1000));
  }

  #endCountdown(): void {
    clearInterval(this.#countdown);
    this.retry = undefined;
  }

  #renderEnd(): TemplateResult {
    const { status, failure, cause, pictures } = this.outcome;
    const cut = t('The answer was cut. What came is kept.');
    return html`
      ${status === 'stopped' ? renderNote('circle-slash', t('Stopped')) : nothing}
      ${cause === 'length' ? renderNote('info', t('The answer reached its token limit')) : nothing}
      ${pictures ? renderNote('file-media', t('The model sent a picture, which the chat can’t show yet')) : nothing}
      ${cause === 'refusal' ? renderNote('info', t('The model declined')) : nothing}
      ${status === 'interrupted' && !failure ? renderNote('warning', cut) : nothing}
      ${
        status === 'interrupted' && failure
          ? renderFailure(
              { ...failure, title: cut, advice: [failure.title, ...failure.advice] },
              'warning',
              this.turn.id,
            )
          : nothing
      }
      ${status === 'failed' && failure ? renderFailure(failure, 'error', this.turn.id) : nothing}
      ${status === 'failed' && !failure ? renderNote('error', t('The answer failed')) : nothing}
      ${this.#renderFooter()}
    `;
  }

  #renderFooter(): TemplateResult | typeof nothing {
    const usage = this.#describeUsage();
    if (!this.hasText && !usage) return nothing;
    const label = t('Copy answer');
    return html`
      <div class="turn-footer">
        ${
          this.hasText
            ? html`<button
                type="button"
                class="icon-button"
                title=${label}
                aria-label=${label}
                @click=${on((button) => copyText(button, this.#answer.text, t('Copied')))}
              >
                <span class="codicon codicon-copy" aria-hidden="true"></span>
              </button>`
            : nothing
        }
        <div class="turn-details"><span>${this.turn.model}</span> <span>${usage}</span></div>
      </div>
    `;
  }

  #describeUsage(): string {
    const { inputTokens, outputTokens } = this.outcome.usage ?? {};
    return [
      inputTokens === undefined ? '' : t('{0} tokens in', formatNumber(inputTokens)),
      // What a cut answer cost is not known: relays count at the end.
      outputTokens === undefined || this.outcome.status !== 'complete'
        ? ''
        : t('{0} out', formatNumber(outputTokens)),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  /** The end in words for those who don't see it. */
  #describeEnd(): string {
    const { status, failure } = this.outcome;
    const { text } = this.#answer;
    if (status === 'stopped') return t('Answer stopped');
    if (status === 'interrupted') return t('The answer was cut. What came is kept.');
    if (status === 'failed') return failure?.title ?? t('The answer failed');
    if (text.length > maximumCountedLength) return t('Answer complete');
    const words = countWords(text);
    return words === 1 ? t('Answer complete, 1 word') : t('Answer complete, {0} words', formatNumber(words));
  }
}

function renderNote(icon: string, words: string): TemplateResult {
  return html`<p class="note"><span class="codicon codicon-${icon}" aria-hidden="true"></span>${words}</p>`;
}
