import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ToolCallView } from '../../../protocol/protocolViews.ts';
import { ellipsize } from '../../../text/ellipsize.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { colourCode } from '../../markdown/codeText.ts';
import { createVisibleText } from '../../markdown/invisible.ts';
import { createElement } from '../../ui/dom.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import { losesFocus } from '../focus.ts';
import { emitMessage, sends } from '../pageEvents.ts';
import { openDetails, secondsSince, waits } from '../pageState.ts';
import { renderDecisions } from './toolDecisionButtons.ts';
import { renderSeconds, SecondsTicker } from './waiting.ts';

type Status = ToolCallView['status'];

/** Limits the title: a model may call a tool by any name, even one that does not exist. */
const maximumTitleLength = 200;

/** Maximum length of a call's input in the announcement; the page shows all of it. */
const maximumSaidInput = 200;

/** The icon and the name of each status of a call. A call only waits while its response is running. */
const callStatuses: Readonly<
  Record<Status, readonly [icon: string, words: (isAnswerRunning: boolean) => string]>
> = {
  pending: ['circle-outline', describeWaiting],
  asking: ['question', describeWaiting],
  running: ['loading spinning', () => t('Running')],
  done: ['check', () => t('Done')],
  failed: ['error', () => t('Failed')],
  refused: ['circle-slash', () => t('Denied')],
  cancelled: ['circle-slash', () => t('Canceled')],
};

function describeWaiting(isAnswerRunning: boolean): string {
  return isAnswerRunning ? t('Waiting') : t('Not called');
}

/** The status of a call: after the end of its response, it no longer waits for approval. */
export function callStatus({ status }: ToolCallView, isAnswerRunning: boolean): Status {
  return status === 'asking' && !isAnswerRunning ? 'pending' : status;
}

/** A tool call: one line when it is done, an approval request before it. */
export class ChatToolCall extends PageElement {
  static override readonly properties = drawnProperties(
    'call',
    'place',
    'answerId',
    'model',
    'isAnswerRunning',
  );

  declare call: ToolCallView;
  /** Its index among the response's parts. */
  declare place: number;
  declare answerId: string;
  declare model: string;
  declare isAnswerRunning: boolean;
  #isAnnounced = false;
  #input: { readonly text: string; readonly element: HTMLElement } | undefined;

  constructor() {
    super();
    new SecondsTicker(this, () => this.#status === 'running');
  }

  protected override willUpdate(): void {
    this.#noteTime();
    this.dataset['status'] = this.#status;
    this.ariaLabel = this.#isAsking ? this.#question : this.#title;
  }

  protected override update(changed: PropertyValues<this>): void {
    // The focused button was removed; the line that replaces it shows the same call.
    if (losesFocus(this, () => super.update(changed))) this.querySelector<HTMLElement>('summary')?.focus();
  }

  protected override updated(): void {
    if (this.#isAsking) this.#announceQuestion();
    else this.#isAnnounced = false;
  }

  protected override render(): TemplateResult {
    return this.#isAsking ? this.#renderQuestion() : this.#renderLine();
  }

  get #status(): Status {
    return callStatus(this.call, this.isAnswerRunning);
  }

  get #isAsking(): boolean {
    return this.#status === 'asking';
  }

  /** Announces the approval request once. */
  #announceQuestion(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const { command, input } = this.call;
    const said = ellipsize((command ?? input).replace(/\s+/g, ' '), maximumSaidInput);
    const words = command === undefined ? t('Input: {0}', said) : t('Command: {0}', said);
    const detail = joinSentences(this.#question, said === '' || said === '{}' ? '' : words);
    this.dispatchEvent(new CustomEvent('chat-question', { bubbles: true, detail }));
  }

  /** Its unique name within the response, in which a call of another round may have the same id. */
  get #name(): string {
    return `tool ${this.place} ${this.call.callId}`;
  }

  #noteTime(): void {
    if (this.#status !== 'running') waits.delete(this.#waitId);
    else if (!waits.has(this.#waitId)) waits.set(this.#waitId, Date.now());
  }

  get #waitId(): string {
    return `${this.answerId} ${this.#name}`;
  }

  get #title(): string {
    return ellipsize(this.call.title, maximumTitleLength);
  }

  /** The approval request: the model, the tool, and details. */
  get #question(): string {
    const question =
      this.call.command === undefined
        ? t('Allow {0} to use {1}?', this.model || t('the model'), this.#title)
        : t('Run this command?');
    return joinSentences(question, this.call.question);
  }

  /** Open while a VS Code dialog asks for approval, so that the input can be read. */
  get #isShownOpen(): boolean {
    const { isAskedByEditor = false, output } = this.call;
    const isOpened = openDetails.has(this.answerId, this.#name);
    return isOpened || (this.#status === 'running' && (isAskedByEditor || output !== undefined));
  }

  #renderQuestion(): TemplateResult {
    const { call, answerId: turnId } = this;
    const { callId, decisions } = call;
    return html`
      <div class="tool-head">
        ${renderIcon('question', 'tool-icon')}
        <span class="tool-title">${visible(this.#heading(call))}</span>
      </div>
      ${call.question ? html`<p class="tool-question">${visible(call.question)}</p>` : nothing}
      ${this.#renderInput(call)}
      ${renderDecisions(`${turnId} ${this.#name}`, decisions, (decision) =>
        emitMessage(this, { type: 'decideTool', turnId, callId, decision }),
      )}
    `;
  }

  #heading({ question, command }: ToolCallView): string {
    if (command !== undefined) return t('Run this command?');
    return question ? this.#title : this.#question;
  }

  #renderLine(): TemplateResult {
    const { call } = this;
    const status = this.#status;
    // A call that waits for the person says so in its summary.
    const isWaiting = status === 'running' && call.summary !== undefined;
    const isBusy = status === 'running' && !isWaiting;
    const [icon, describe] = callStatuses[isWaiting ? 'asking' : status];
    const toggle = (details: Element) => {
      const isOpen = details.hasAttribute('open');
      if (isOpen === this.#isShownOpen) return;
      openDetails.note(this.answerId, this.#name, isOpen);
      this.requestUpdate();
    };
    return html`
      <div class="tool-head">
        <details ?open=${this.#isShownOpen} @toggle=${on(toggle)}>
          <summary>
            ${renderIcon(icon, 'tool-icon')}
            <span class="tool-words">
              <span class="tool-title tool-line">${visible(this.#title)}</span>
              ${
                isWaiting
                  ? nothing
                  : html`<span class=${status === 'done' || isBusy ? 'visually-hidden' : 'tool-status'}
                      >${describe(this.isAnswerRunning)}</span
                    >`
              }
              ${call.summary === undefined ? nothing : html`<span class="tool-summary">${visible(call.summary)}</span>`}
            </span>
            ${isBusy ? renderSeconds(secondsSince(this.#waitId)) : nothing}
            ${renderIcon('chevron-right', 'tool-chevron')}
          </summary>
          ${this.#isShownOpen ? this.#renderBody(call) : nothing}
        </details>
        ${status === 'running' ? this.#renderCancel(call) : nothing}
      </div>
    `;
  }

  #renderBody(call: ToolCallView): TemplateResult {
    const result = call.result ?? call.output;
    return html`<div class="tool-body">
      ${this.#renderInput(call)}
      ${
        result === undefined || result === ''
          ? nothing
          : html`<p class="tool-label" aria-hidden="true">${t('Result')}</p>
              <pre class="tool-result" tabindex="0" role="group" aria-label=${t('{0}: {1}', t('Result'), this.#title)}>${visible(result)}</pre>`
      }
      ${(call.pictures ?? []).map(
        ({ file }) =>
          html`<chat-picture
            class="answer-picture loading"
            .file=${file}
            .answerId=${this.answerId}
            .model=${this.model}
          ></chat-picture>`,
      )}
    </div>`;
  }

  #renderInput({ command, input }: ToolCallView): TemplateResult | typeof nothing {
    const text = command ?? input;
    if (text === '' || text === '{}') return nothing;
    if (this.#input?.text !== text) {
      const content = command === undefined ? createRows(input) : [createCode(command, 'shell')];
      const name = t('{0}: {1}', t('Input'), this.#title);
      const attributes = { class: 'tool-input', tabindex: '0', role: 'group', 'aria-label': name };
      this.#input = { text, element: createElement('div', attributes, ...content) };
    }
    return html`${this.#input.element}`;
  }

  #renderCancel({ callId }: ToolCallView): TemplateResult {
    const turnId = this.answerId;
    return renderIconButton(
      'close',
      t('Cancel {0}', this.#title),
      sends({ type: 'cancelTool', turnId, callId }),
      { className: 'cancel-tool' },
    );
  }
}

/** A text that is not rendered again with the rest, so that the selection in it stays. */
const visible = (text: string) => guard([text], () => createVisibleText(text));

/** Names of input whose value is a command. */
const isCommand = /^(command|commandline|cmd|script)$/i;

const longestLine = 80;

/** The readable input of a tool: a command as code, the rest as names with their values. */
function createRows(input: string): readonly HTMLElement[] {
  return readRows(input)?.map(([name, value]) => createRow(name, value)) ?? [createCode(input, 'json')];
}

/** Undefined if the input is not a JSON object, or is truncated. */
function readRows(input: string): (readonly [name: string, value: unknown])[] | undefined {
  try {
    const parsed: unknown = JSON.parse(input);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? Object.entries(parsed)
      : undefined;
  } catch {
    return undefined;
  }
}

function createRow(name: string, value: unknown): HTMLElement {
  const language = typeof value !== 'string' ? 'json' : isCommand.test(name) ? 'shell' : '';
  const text = typeof value === 'string' ? value : writeJson(value);
  const isBlock = language === 'shell' || text.includes('\n');
  return createElement(
    'div',
    { class: isBlock ? 'tool-block' : 'tool-row' },
    createElement('span', { class: 'tool-name' }, createVisibleText(`${name}:`)),
    // Separates name and value for screen readers and in copied text.
    isBlock ? '\n' : ' ',
    isBlock ? createCode(text, language) : createElement('span', {}, createVisibleText(text)),
  );
}

/** On one line if that is short. */
function writeJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= longestLine ? line : JSON.stringify(value, undefined, 1);
}

function createCode(text: string, language: string): HTMLElement {
  return createElement('code', {}, ...(colourCode(text, language) ?? [createVisibleText(text)]));
}
