import { html, nothing, type PropertyValues, type ReactiveElement, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { AnswerView, PartView } from '../../../protocol/protocolViews.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { drawnProperties } from '../../ui/pageElement.ts';
import { FocusTeller } from '../focus.ts';
import { announce, sends } from '../pageEvents.ts';
import { openDetails, secondsSince, waits } from '../pageState.ts';
import { nameWithPrompt, shortenModel } from '../shownNames.ts';
import { describeEnd, isRunning, renderEnding } from './ending.ts';
import { hasText, renderFooter, textOf } from './footer.ts';
import { renderReceipt } from './receipt.ts';
import { callStatus } from './toolCall.ts';
import {
  describeRetry,
  describeStall,
  type Retry,
  renderProgress,
  renderRetry,
  renderSeconds,
  renderStall,
  renderWaiting,
  SecondsTicker,
  secondsUntil,
  stallSeconds,
} from './waiting.ts';

/** The element of one response. */
export class ChatAnswer extends FocusTeller {
  static override readonly properties = drawnProperties(
    'answer',
    'prompt',
    'isLast',
    'isAnyRunning',
    'isCompared',
    'isSummary',
    'hasTab',
    'relay',
    'retry',
  );

  declare answer: AnswerView;
  /** The prompt that it responds to. */
  declare prompt: string;
  declare isLast: boolean;
  /** Whether any response is streaming. */
  declare isAnyRunning: boolean;
  /** Whether it is one of several compared responses, of which one will be kept. */
  declare isCompared: boolean;
  /** Whether it is a summary of the conversation before it. */
  declare isSummary: boolean;
  /** Whether a tab above it names its model. */
  declare hasTab: boolean;
  /** Host name of the relay. */
  declare relay: string | undefined;
  declare retry: Retry | undefined;
  /** When data of the response last arrived. */
  #heardAt = Date.now();
  #isStallAnnounced = false;

  constructor() {
    super();
    new SecondsTicker(this, () => this.#isRunning);
  }

  /** Updates the response, of which more arrived. */
  become(answer: AnswerView): void {
    const before = this.answer;
    this.answer = answer;
    this.#heardAt = Date.now();
    this.#isStallAnnounced = false;
    const type = this.#last?.type;
    const isLonger = type !== 'tool' && answer.parts.length === before.parts.length;
    const isFirstThought = before.status === 'waiting' && type === 'thinking';
    // Each round of thinking or waiting has its own clock.
    if (answer.parts !== before.parts && !isLonger && !isFirstThought) waits.set(answer.id, Date.now());
    if (!isRunning(before) || isRunning(answer)) return;
    waits.delete(answer.id);
    const words = describeEnd(answer, textOf(answer), this.#isContinuable);
    announce(this, this.isCompared ? t('{0}: {1}', this.#model, words) : words);
  }

  /** Focuses the pending approval of the response, or else the response. */
  override focus(options?: FocusOptions): void {
    const call = this.querySelector<HTMLElement>('.tool-call[data-status="asking"]');
    if (call) call.focus();
    else this.querySelector<HTMLElement>('.answer')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('answer')) this.#takeAnswer(changed.get('answer'));
    if (this.retry && secondsUntil(this.retry) === 0) this.retry = undefined;
  }

  protected override updated(): void {
    if (this.#secondsStalled === undefined || this.#isStallAnnounced) return;
    this.#isStallAnnounced = true;
    announce(this, describeStall(stallSeconds));
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    const parts = this.querySelectorAll<ReactiveElement>('chat-text, chat-tool-call, chat-picture');
    await Promise.all(Array.from(parts, ({ updateComplete }) => updateComplete));
    return isComplete;
  }

  protected override render(): TemplateResult {
    const name = t('{0} responded', this.#model || t('The relay'));
    const progress = this.#isRunning ? this.#renderProgress() : undefined;
    const hasReceipt = this.answer.usage || this.answer.receipt;
    const receipt = hasReceipt && { isOpen: this.#isReceiptOpen, toggle: this.#toggleReceipt };
    return html`
      <article class="answer" aria-label=${name} aria-busy=${this.#isRunning} tabindex="-1">
        ${this.isCompared ? this.#renderHead() : html`<h2 class="visually-hidden">${nameWithPrompt(name, this.prompt)}</h2>`}
        ${this.answer.parts.map((part, place) => this.#renderPart(part, place))}
        ${progress ? this.#renderDelay() : renderEnding(this.answer, this.#isContinuable, this.isLast)}
        ${progress && !hasText(this.answer) ? progress : renderFooter(this, progress, receipt)}
        ${receipt?.isOpen ? renderReceipt(this.#model, this.answer) : nothing}
      </article>
    `;
  }

  get #model(): string {
    return shortenModel(this.answer.model);
  }

  get #last(): PartView | undefined {
    return this.answer.parts.at(-1);
  }

  get #isRunning(): boolean {
    return isRunning(this.answer);
  }

  get #isContinuable(): boolean {
    return this.isLast && !this.isCompared && !this.isSummary && !this.answer.isImage && hasText(this.answer);
  }

  get #isReceiptOpen(): boolean {
    return openDetails.has(this.answer.id, 'receipt');
  }

  /** Seconds since text or thinking last arrived; undefined while that is too short to report. */
  get #secondsStalled(): number | undefined {
    const isStream = this.#isRunning && ['text', 'thinking'].includes(this.#last?.type ?? '');
    const seconds = Math.floor((Date.now() - this.#heardAt) / 1000);
    return isStream && !this.retry && seconds >= stallSeconds ? seconds : undefined;
  }

  #takeAnswer(before: AnswerView | undefined): void {
    const { id, retryWait } = this.answer;
    if (retryWait !== before?.retryWait) {
      this.retry = retryWait && { title: retryWait.title, at: Date.now() + retryWait.remainingMs };
      if (this.retry) announce(this, describeRetry(this.retry));
    }
    if (this.#isRunning && !waits.has(id)) waits.set(id, Date.now());
  }

  #renderPart(part: PartView, place: number): unknown {
    const { id } = this.answer;
    const isLast = place === this.answer.parts.length - 1;
    const isOver = !this.#isRunning || !isLast;
    switch (part.type) {
      case 'text':
        return html`<chat-text class="markdown" .text=${part.text} .isOver=${isOver}></chat-text>`;
      case 'thinking':
        return this.#renderThinking(part.text, `thinking ${place}`, isOver);
      case 'picture':
        return html`<chat-picture
          class="answer-picture loading"
          .file=${part.picture.file}
          .answerId=${id}
          .model=${this.#model}
          .isDrawn=${true}
        ></chat-picture>`;
      case 'tool':
        return keyed(
          part.call.callId,
          html`<chat-tool-call
            class="tool-call"
            role="group"
            tabindex="-1"
            .call=${part.call}
            .place=${place}
            .answerId=${id}
            .model=${this.#model}
            .isAnswerRunning=${this.#isRunning}
          ></chat-tool-call>`,
        );
    }
  }

  /** The thinking of a model, collapsed: it is rendered only when expanded. `name`: under which it is open or not. */
  #renderThinking(text: string, name: string, isOver: boolean): TemplateResult {
    const { id } = this.answer;
    const isOpen = openDetails.has(id, name);
    const isThinking = !isOver && !this.retry;
    const toggle = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement)) return;
      openDetails.note(id, name, target.open);
      this.requestUpdate();
    };
    return html`<details class="thinking" aria-label=${t('Thinking')} ?open=${isOpen} @toggle=${toggle}>
      <summary>
        ${renderIcon(isThinking ? 'loading spinning' : 'chevron-right')}${isThinking ? t('Thinking…') : t('Thinking')}${isThinking ? renderSeconds(secondsSince(id)) : nothing}
      </summary>
      <chat-text class="markdown" .text=${text} .isOver=${isOver} .isFolded=${!isOpen}></chat-text>
    </details>`;
  }

  /** In a comparison, shows the model of each response, with a button to stop it. */
  #renderHead(): TemplateResult {
    const { id } = this.answer;
    const model = this.#model;
    return html`<div class="answer-head">
      <h2 class=${this.hasTab ? 'visually-hidden' : 'answer-model'}>${model || t('The relay')}</h2>
      ${
        this.#isRunning
          ? renderIconButton(
              'debug-stop',
              t('Stop {0}', model || t('the relay')),
              sends({ type: 'stop', turnId: id }),
            )
          : nothing
      }
    </div>`;
  }

  /** Shows why the response does not continue, and the possible actions. */
  #renderDelay(): TemplateResult | typeof nothing {
    const { id } = this.answer;
    if (this.retry) return renderRetry(this.retry, this.isCompared ? id : undefined);
    const seconds = this.#secondsStalled;
    return seconds === undefined ? nothing : renderStall(seconds, id, this.isCompared);
  }

  #renderProgress(): TemplateResult | typeof nothing {
    if (this.retry) return nothing;
    const last = this.#last;
    if (last?.type === 'thinking') return nothing;
    const status = last?.type === 'tool' ? callStatus(last.call, true) : undefined;
    if (status === 'asking' || status === 'running') return nothing;
    if (status === 'pending' || (last && !status)) return renderProgress();
    const { answer, relay } = this;
    const { id, phase, isImage } = answer;
    return renderWaiting({ phase, relay, model: this.#model, seconds: secondsSince(id), isImage });
  }

  readonly #toggleReceipt = (): void => {
    openDetails.note(this.answer.id, 'receipt', !this.#isReceiptOpen);
    this.requestUpdate();
    // If the receipt opened below the visible area, nobody would notice.
    void this.updateComplete.then(() => this.querySelector('.receipt')?.scrollIntoView({ block: 'nearest' }));
  };
}
