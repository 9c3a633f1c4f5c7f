import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AnswerView } from '../../../protocol/protocolViews.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { drawnProperties } from '../../ui/pageElement.ts';
import { FocusTeller } from '../focus.ts';
import { announce, emitMessage } from '../pageEvents.ts';
import { openDetails, waits } from '../pageState.ts';
import { nameWithPrompt, shortenModel } from '../shownNames.ts';
import { AnswerParts } from './answerPartList.ts';
import { describeEnd, isRunning, renderEnding } from './ending.ts';
import { renderFooter } from './footer.ts';
import { renderReceipt } from './receipt.ts';
import type { AnswerContext } from './shownPart.ts';
import { ShownThinking } from './thinking.ts';
import { ShownToolCall } from './toolCall.ts';
import {
  describeRetry,
  describeStall,
  type Retry,
  renderProgress,
  renderRetry,
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
    'pictures',
    'retry',
  );

  declare answer: AnswerView;
  /** The prompt that it responds to. */
  declare prompt: string;
  declare isLast: boolean;
  /** Whether any response is streaming. */
  declare isAnyRunning: boolean;
  /** Whether it is one of several, of which one is to be kept. */
  declare isCompared: boolean;
  /** Whether it sums up the conversation before it. */
  declare isSummary: boolean;
  /** Whether a tab above it names its model. */
  declare hasTab: boolean;
  /** Host name of the relay. */
  declare relay: string | undefined;
  /** Address of the folder with all images. */
  declare pictures: string | undefined;
  declare retry: Retry | undefined;
  /** The start of the current wait. */
  #waitsSince = Date.now();
  /** When something of it last came. */
  #heardAt = Date.now();
  #isStallAnnounced = false;
  #parts: AnswerParts | undefined;

  constructor() {
    super();
    this.prompt = '';
    this.isCompared = false;
    this.isSummary = false;
    this.hasTab = false;
    new SecondsTicker(this, () => this.#isRunning);
  }

  /** Something happened to it, after it was as it was before. `grown`: by a text that is shown as it comes. */
  become(answer: AnswerView, before: AnswerView, grown?: string): void {
    this.answer = answer;
    this.#heardAt = Date.now();
    this.#isStallAnnounced = false;
    this.#parts?.take(answer.parts, grown === undefined ? undefined : { from: before.parts, text: grown });
    const isMore = grown === undefined || answer.parts.length > before.parts.length;
    const isFirstThought = before.status === 'waiting' && this.#parts?.last instanceof ShownThinking;
    // A round of thoughts, or of waiting, has a clock of its own.
    if (answer.parts !== before.parts && isMore && !isFirstThought) this.#beginWait(Date.now());
    if (!isRunning(before) || isRunning(answer)) return;
    waits.forget(answer.id);
    this.#parts?.end();
    const words = describeEnd(answer, this.#text, this.#isContinuable);
    announce(this, this.isCompared ? t('{0}: {1}', this.#model, words) : words);
  }

  /** Focuses the pending approval of the response, or else the response. */
  override focus(options?: FocusOptions): void {
    const call = this.#parts?.asking;
    if (call) call.focus();
    else this.querySelector<HTMLElement>('.answer')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('answer')) this.#takeAnswer(changed.get('answer'));
    this.#parts?.showIn(this.#context);
    if (this.retry && secondsUntil(this.retry) === 0) this.retry = undefined;
    this.#parts?.showTime();
    const last = this.#parts?.last;
    if (last instanceof ShownThinking) {
      last.showSeconds(this.#isRunning && !this.retry ? this.#secondsWaited : undefined);
    }
  }

  protected override updated(): void {
    this.#parts?.announceQuestions();
    if (this.#secondsStalled === undefined || this.#isStallAnnounced) return;
    this.#isStallAnnounced = true;
    announce(this, describeStall(stallSeconds));
  }

  protected override render(): TemplateResult {
    const name = t('{0} responded', this.#model || t('The relay'));
    const progress = this.#isRunning ? this.#renderProgress() : undefined;
    return html`
      <article class="answer" aria-label=${name} aria-busy=${this.#isRunning} tabindex="-1">
        ${this.isCompared ? this.#renderHead() : html`<h2 class="visually-hidden">${nameWithPrompt(name, this.prompt)}</h2>`}
        ${this.#parts?.elements}
        ${progress ? this.#renderDelay() : renderEnding(this.answer, this.#isContinuable, this.isLast)}
        ${progress && !this.#hasText ? progress : this.#renderFooter(progress)}
        ${this.#isReceiptOpen && this.#hasReceipt ? renderReceipt(this.#model, this.answer) : nothing}
      </article>
    `;
  }

  get #model(): string {
    return shortenModel(this.answer.model);
  }

  get #context(): AnswerContext {
    return {
      answerId: this.answer.id,
      model: this.#model,
      pictures: this.pictures ?? '',
      isRunning: this.#isRunning,
    };
  }

  get #isRunning(): boolean {
    return isRunning(this.answer);
  }

  get #hasText(): boolean {
    return this.answer.parts.some(({ type }) => type === 'text');
  }

  /** All text, as Markdown: what came before a tool's call and after it are paragraphs of their own. */
  get #text(): string {
    return this.answer.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
  }

  get #isContinuable(): boolean {
    return this.isLast && !this.isCompared && !this.isSummary && !this.answer.isImage && this.#hasText;
  }

  get #hasReceipt(): boolean {
    return Boolean(this.answer.usage || this.answer.receipt);
  }

  get #isReceiptOpen(): boolean {
    return openDetails.has(this.answer.id, 'receipt');
  }

  /** For how long nothing came of a text or thoughts; undefined while that is nothing to tell of. */
  get #secondsStalled(): number | undefined {
    const isStream = this.#isRunning && ['text', 'thinking'].includes(this.#parts?.last?.type ?? '');
    const seconds = Math.floor((Date.now() - this.#heardAt) / 1000);
    return isStream && !this.retry && seconds >= stallSeconds ? seconds : undefined;
  }

  get #secondsWaited(): number {
    return Math.floor((Date.now() - this.#waitsSince) / 1000);
  }

  #takeAnswer(before: AnswerView | undefined): void {
    const { id, parts, retryWait } = this.answer;
    this.#parts ??= new AnswerParts(this.#context);
    this.#parts.take(parts);
    if (retryWait !== before?.retryWait) {
      this.retry = retryWait && { title: retryWait.title, at: Date.now() + retryWait.remainingMs };
      if (this.retry) announce(this, describeRetry(this.retry));
    }
    if (!this.#isRunning) this.#parts.end();
    else if (!before || !isRunning(before)) this.#beginWait(waits.read(id) ?? this.#waitsSince);
  }

  #beginWait(since: number): void {
    this.#waitsSince = since;
    if (waits.read(this.answer.id) !== since) waits.keep(this.answer.id, since);
  }

  /** In a comparison it is seen which model responds, and each can be stopped alone. */
  #renderHead(): TemplateResult {
    const { id } = this.answer;
    const model = this.#model;
    return html`<div class="answer-head">
      <h2 class=${this.hasTab ? 'visually-hidden' : 'answer-model'}>${model || t('The relay')}</h2>
      ${
        this.#isRunning
          ? renderIconButton('debug-stop', t('Stop {0}', model || t('the relay')), (button) =>
              emitMessage(button, { type: 'stop', turnId: id }),
            )
          : nothing
      }
    </div>`;
  }

  /** Why it does not go on, and what can be done. */
  #renderDelay(): TemplateResult | typeof nothing {
    const { id } = this.answer;
    if (this.retry) return renderRetry(this.retry, this.isCompared ? id : undefined);
    const seconds = this.#secondsStalled;
    return seconds === undefined ? nothing : renderStall(seconds, id, this.isCompared);
  }

  #renderProgress(): TemplateResult | typeof nothing {
    if (this.retry) return nothing;
    const last = this.#parts?.last;
    if (last instanceof ShownThinking) return nothing;
    if (last instanceof ShownToolCall && !isOver(last))
      return last.status === 'pending' ? renderProgress() : nothing;
    if (last && !(last instanceof ShownToolCall)) return renderProgress();
    const { answer, relay } = this;
    const { phase, isImage } = answer;
    return renderWaiting({ phase, relay, model: this.#model, seconds: this.#secondsWaited, isImage });
  }

  #renderFooter(progress: TemplateResult | typeof nothing | undefined): TemplateResult {
    const { answer, prompt, isAnyRunning, isCompared } = this;
    return renderFooter({
      answer,
      prompt,
      progress,
      text: () => this.#text,
      hasText: this.#hasText,
      isAnyRunning,
      isCompared,
      isKeepable: answer.parts.length > 0,
      receipt: this.#hasReceipt ? { isOpen: this.#isReceiptOpen, toggle: this.#toggleReceipt } : undefined,
    });
  }

  readonly #toggleReceipt = (): void => {
    openDetails.note(this.answer.id, 'receipt', !this.#isReceiptOpen);
    this.requestUpdate();
    // Under the last line that was in sight, nobody would see that it opened.
    void this.updateComplete.then(() => this.querySelector('.receipt')?.scrollIntoView({ block: 'nearest' }));
  };
}

function isOver({ status }: ShownToolCall): boolean {
  return status !== 'pending' && status !== 'asking' && status !== 'running';
}
