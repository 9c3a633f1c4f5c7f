import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AnswerView, TurnView } from '../../../protocol/protocolViews.ts';
import { drawInNextFrame } from '../../ui/frames.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { stepByKey } from '../../ui/listeners.ts';
import { drawnProperties } from '../../ui/pageElement.ts';
import { FocusTeller } from '../focus.ts';
import { renderModelName, shortenModel } from '../shownNames.ts';
import type { ChatAnswer } from './answer.ts';
import { isRunning } from './ending.ts';
import type { ChatQuestion } from './question.ts';

/** Minimum width of a column in a comparison. */
const minimumColumnWidth = 320;
const columnGap = 16;

/** A prompt with its response, or with several compared responses, of which one will be kept. */
export class ChatTurn extends FocusTeller {
  static override readonly properties = drawnProperties(
    'turn',
    'isLast',
    'isAnyRunning',
    'relay',
    'width',
    'selectedId',
  );

  declare turn: TurnView;
  declare isLast: boolean;
  /** Whether any response is streaming. */
  declare isAnyRunning: boolean;
  /** Host name of the relay. */
  declare relay: string | undefined;
  width = 0;
  /** The visible one of several responses that don't fit side by side. */
  declare selectedId: string | undefined;
  // In the next frame: a layout change inside the callback would cause a ResizeObserver loop error.
  readonly #observer = new ResizeObserver(() => drawInNextFrame(this.#measure));

  get answerElements(): ChatAnswer[] {
    return [...this.querySelectorAll<ChatAnswer>('chat-answer')];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('turn')) return;
    if (!this.#answers.some(({ id }) => id === this.selectedId)) this.selectedId = this.turn.id;
    if (this.#isComparison === this.classList.contains('comparison')) return;
    this.classList.toggle('comparison', this.#isComparison);
    if (this.#isComparison) this.#observer.observe(this);
    else this.#observer.disconnect();
  }

  protected override updated(): void {
    // Measure now, so that columns appear in the first frame if they fit.
    if (this.#isComparison && this.width === 0) this.#measure();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.querySelector<ChatQuestion>('chat-question')?.updateComplete;
    await Promise.all(this.answerElements.map(({ updateComplete }) => updateComplete));
    return isComplete;
  }

  protected override render(): TemplateResult {
    const { turn, isAnyRunning } = this;
    return html`
      <chat-question .turn=${turn} .isAnyRunning=${isAnyRunning}></chat-question>
      ${this.#isComparison ? this.#renderComparisonHead() : nothing}
      <div class="answers" data-count=${this.#isWide ? this.#answers.length : 1}>
        ${repeat(
          this.#answers,
          ({ id }) => id,
          (answer) => this.#renderAnswer(answer),
        )}
      </div>
    `;
  }

  get #answers(): readonly AnswerView[] {
    const { turn } = this;
    return turn.compared?.length ? turn.compared : [turn];
  }

  get #isComparison(): boolean {
    return this.#answers.length > 1;
  }

  /** Whether all responses fit side by side. */
  get #isWide(): boolean {
    const count = this.#answers.length;
    return this.width >= count * minimumColumnWidth + (count - 1) * columnGap;
  }

  get #hasTabs(): boolean {
    return this.#isComparison && !this.#isWide;
  }

  readonly #measure = (): boolean => {
    this.width = this.querySelector('.answers')?.clientWidth ?? 0;
    return false;
  };

  #renderAnswer(answer: AnswerView): TemplateResult {
    const isTab = this.#hasTabs;
    return html`<div
      class="answer-column"
      id=${isTab ? `panel-${answer.id}` : nothing}
      role=${isTab ? 'tabpanel' : nothing}
      aria-labelledby=${isTab ? `tab-${answer.id}` : nothing}
      ?hidden=${isTab && answer.id !== this.selectedId}
    >
      <chat-answer
        .answer=${answer}
        .prompt=${this.turn.prompt}
        .isLast=${this.isLast}
        .isAnyRunning=${this.isAnyRunning}
        .isCompared=${this.#isComparison}
        .isSummary=${this.turn.isCompaction ?? false}
        .hasTab=${isTab}
        .relay=${this.relay}
      ></chat-answer>
    </div>`;
  }

  #renderComparisonHead(): TemplateResult {
    const first = shortenModel(this.turn.model) || t('the relay');
    return html`
      <p class="comparison-note">${t('Your next message continues the response from {0}, unless you keep another one.', first)}</p>
      ${this.#hasTabs ? this.#renderTabs() : nothing}
    `;
  }

  /** The tabs of compared responses, if there is no room for them side by side. */
  #renderTabs(): TemplateResult {
    return html`<div class="comparison-tabs" role="tablist" aria-label=${t('Responses')} @keydown=${this.#handleKey}>
      ${this.#answers.map((answer) => {
        const { id } = answer;
        const model = shortenModel(answer.model) || t('The relay');
        const state = stateOf(answer);
        const isSelected = id === this.selectedId;
        const select = () => {
          this.selectedId = id;
        };
        return html`<button
          type="button"
          role="tab"
          id="tab-${id}"
          data-answer=${id}
          data-state=${state}
          title=${model}
          aria-selected=${isSelected}
          aria-controls="panel-${id}"
          tabindex=${isSelected ? 0 : -1}
          @click=${select}
        >
          ${renderIcon(answerStates[state][0], 'tab-icon')}
          ${renderModelName(model)}
          <span class="visually-hidden">${answerStates[state][1]()}</span>
        </button>`;
      })}
    </div>`;
  }

  #handleKey(event: KeyboardEvent): void {
    const tab = findNextTab(event);
    if (!tab) return;
    event.preventDefault();
    this.selectedId = tab.dataset['answer'];
    tab.focus();
  }
}

/** The icon and the name of each state of a response. */
const answerStates = {
  waiting: ['loading spinning', () => t('Running')],
  running: ['loading spinning', () => t('Running')],
  asking: ['question', () => t('Needs approval')],
  complete: ['check', () => t('Done')],
  stopped: ['circle-slash', () => t('Stopped')],
  interrupted: ['warning', () => t('Interrupted')],
  failed: ['error', () => t('Failed')],
} as const satisfies Record<AnswerView['status'] | 'asking', readonly [icon: string, words: () => string]>;

/** The tab that a key moves to. */
function findNextTab({ key, target, currentTarget }: KeyboardEvent): HTMLElement | undefined {
  if (!(currentTarget instanceof Element)) return undefined;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  return stepByKey(tabs, target, key, ['ArrowLeft', 'ArrowRight']);
}

/** The status of a response; a pending approval comes first. */
function stateOf(answer: AnswerView): keyof typeof answerStates {
  const isAsking = answer.parts.some((part) => part.type === 'tool' && part.call.status === 'asking');
  return isAsking && isRunning(answer) ? 'asking' : answer.status;
}
