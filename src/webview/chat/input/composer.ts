import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type {
  AttachmentView,
  ConfigurationView,
  ConnectionView,
  ContextView,
  ModelView,
  SuggestionView,
  ToolsView,
} from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { losesFocus } from '../focus.ts';
import { announce, emitMessage } from '../pageEvents.ts';
import { shortenModel } from '../shownNames.ts';
import {
  AttachmentRow,
  describeWarnings,
  nameAttachments,
  renderLongPaste,
  renderWarning,
} from './attachmentList.ts';
import {
  describeOverflow,
  renderAttach,
  renderConfiguration,
  renderContextMeter,
  renderModel,
  renderOthers,
  renderSend,
  renderStop,
  renderTools,
} from './bar.ts';
import { LongPaste, PromptRecall } from './inputText.ts';
import { Intake } from './intake.ts';
import { insertSuggestion, type Query, Suggestions } from './suggestionList.ts';

/** VS Code's own key for help. */
const helpKey = { Mac: 'Option+F1', Lin: 'Shift+Alt+F1' }[navigator.platform.slice(0, 3)] ?? 'Alt+F1';

/**
 * Where a person writes: the input, what goes along, the models that will respond, and the buttons that send and stop.
 */
export class ChatComposer extends LitElement {
  static override readonly properties = {
    isAnswering: { attribute: false },
    connection: { attribute: false },
    model: { attribute: false },
    attachments: { attribute: false },
    others: { attribute: false },
    context: { attribute: false },
    tools: { attribute: false },
    configuration: { attribute: false },
    namesHelp: { attribute: false },
    pictures: { attribute: false },
    isEmpty: { state: true },
    hint: { state: true },
  };

  declare isAnswering: boolean;
  declare connection: ConnectionView | undefined;
  declare model: ModelView | undefined;
  declare attachments: readonly AttachmentView[];
  declare others: readonly ModelView[];
  declare context: ContextView | undefined;
  declare tools: ToolsView | undefined;
  declare configuration: ConfigurationView | undefined;
  /** Whether the input names the key of the help. */
  declare namesHelp: boolean;
  /** Address of the folder with all images. */
  declare pictures: string;
  declare isEmpty: boolean;
  /** Why something did nothing, or did it in another way. */
  declare hint: string;
  /** The prompts of this conversation, oldest first, for going back to one of them. */
  prompts: readonly string[] = [];
  readonly #recall = new PromptRecall();
  readonly #longPaste = new LongPaste();
  readonly #row = new AttachmentRow(this, () => this.focusInput());
  readonly #intake = new Intake({
    onChange: () => this.requestUpdate(),
    send: (intent) => emitMessage(this, intent),
    explain: (words) => this.#explain(words),
  });
  readonly #suggestions = new Suggestions({
    onChange: () => this.requestUpdate(),
    ask: (intent) => emitMessage(this, intent),
    take: (suggestion, query) => this.#takeSuggestion(suggestion, query),
    announce: (words) => announce(this, words),
  });

  constructor() {
    super();
    this.isAnswering = false;
    this.attachments = [];
    this.others = [];
    this.namesHelp = false;
    this.pictures = '';
    this.isEmpty = true;
    this.hint = '';
  }

  get text(): string {
    return this.#input?.value ?? '';
  }

  /** Puts text into the input, before what is there already. */
  putBack(text: string): void {
    const input = this.#input;
    if (!input || input.value.trim() === '') return this.#setText(text);
    // The caret stays where the person writes.
    input.setRangeText(`${text}\n\n`, 0, 0, 'preserve');
    this.#suggestions.close();
    this.#noteText();
  }

  /** Empties the input if it still has this text. */
  forget(text: string): void {
    if (this.text.trim() === text.trim()) this.#setText('');
  }

  focusInput(): void {
    this.#input?.focus();
  }

  /** What the host found for what is being typed. */
  takeSuggestions(answer: {
    readonly requestId: number;
    readonly suggestions: readonly SuggestionView[];
  }): void {
    this.#suggestions.answer(answer.requestId, answer.suggestions);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#intake.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#intake.disconnect();
    this.#suggestions.close();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isRemoved = changed
      .get('attachments')
      ?.some(({ id }) => this.attachments.every((other) => other.id !== id));
    if (changed.has('isAnswering') || changed.has('connection') || isRemoved) this.hint = '';
  }

  protected override update(changed: PropertyValues<this>): void {
    const place = this.#row.focusedPlace;
    if (!losesFocus(this, () => super.update(changed))) return;
    // The attachment that moved up to where the removed one was.
    if (place === undefined || !this.#row.focusPlace(place)) this.focusInput();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('attachments');
    // What there was when the host first told of anything is no news.
    const isBegin = changed.has('connection') && changed.get('connection') === undefined;
    if (before) {
      this.#row.announceRemoved(before);
      this.#noteAttachments(before, !isBegin);
    }
    this.querySelector('.suggestion[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const { isDraggedOver, isReading } = this.#intake;
    const overflow = describeOverflow(this.context, shortenModel(this.model?.label ?? t('the model')));
    const warnings = [...describeWarnings(this.attachments), ...(overflow === undefined ? [] : [overflow])];
    return html`
      ${this.#suggestions.render()}
      <div class="composer ${isDraggedOver ? 'drop-target' : ''}">
        ${this.#row.render(this.attachments, this.pictures)}
        <textarea
          rows="1"
          aria-label=${this.namesHelp ? t('Message, {0} for accessibility help', helpKey) : t('Message')}
          aria-describedby="composer-hint composer-warnings"
          aria-autocomplete="list"
          aria-controls=${ifDefined(this.#suggestions.listId)}
          aria-activedescendant=${ifDefined(this.#suggestions.markedId)}
          placeholder=${t('Ask anything')}
          @input=${this.#noteInput}
          @compositionend=${this.#noteInput}
          @keydown=${this.#handleKey}
          @keyup=${this.#noteCaret}
          @click=${this.#noteCaret}
          @blur=${() => this.#suggestions.close()}
          @paste=${this.#handlePaste}
        ></textarea>
        <div class="composer-bar">
          <div class="composer-choices">
            ${renderAttach()} ${renderTools(this.tools)} ${renderModel(this.model, this.connection)}
            ${renderConfiguration(this.configuration)} ${renderOthers(this.others)} ${renderContextMeter(this.context)}
          </div>
          <div class="send-buttons">
            ${this.isAnswering && this.isEmpty ? nothing : renderSend(this, () => this.send())}
            ${this.isAnswering ? renderStop() : nothing}
          </div>
        </div>
        ${
          isDraggedOver
            ? html`<div class="drop-words">
                ${renderIcon('attach')} ${t('Drop to attach')}
              </div>`
            : nothing
        }
      </div>
      <div id="composer-warnings">${warnings.map(renderWarning)}</div>
      <p class="composer-hint" id="composer-hint">${this.hint}</p>
      ${isReading ? html`<p class="composer-hint">${t('Attaching…')}</p>` : nothing}
      ${renderLongPaste(this.#longPaste.isOffered, () => this.#attachPaste())}
    `;
  }

  get #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  /** What is new is seen, and said. */
  #noteAttachments(before: readonly AttachmentView[], isNews: boolean): void {
    const added = this.attachments.filter(({ id }) => before.every((other) => other.id !== id));
    if (added.length === 0) return;
    this.#row.showLast();
    if (!isNews) return;
    const words = t('Attached: {0}', nameAttachments(added));
    announce(this, [words, ...describeWarnings(added)].join('. '));
  }

  #setText(text: string): void {
    const input = this.#input;
    if (!input) return;
    input.value = text;
    input.selectionStart = text.length;
    this.#suggestions.close();
    this.#noteText();
  }

  readonly #noteInput = (event: Event): void => {
    this.#noteText();
    const input = this.#input;
    if (!input || (event instanceof InputEvent && event.isComposing)) return;
    if (input.selectionStart === input.selectionEnd) {
      this.#suggestions.note(input.value, input.selectionEnd, true);
    }
  };

  #noteCaret(event: Event): void {
    if (event instanceof KeyboardEvent && isForInputMethod(event)) return;
    const input = this.#input;
    if (input) this.#suggestions.note(input.value, input.selectionEnd, false);
  }

  #noteText(): void {
    this.isEmpty = this.text.trim() === '';
    this.hint = '';
    this.#recall.note(this.prompts, this.text);
    if (this.#longPaste.isOffered) {
      this.#longPaste.note(this.text);
      this.requestUpdate();
    }
    this.dispatchEvent(new CustomEvent('chat-draft', { bubbles: true, detail: this.text }));
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (this.#suggestions.handleKey(event)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (!event.repeat) this.send();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !hasModifier(event)) {
      const prompt = this.#recall.step(this.prompts, this.text, event.key === 'ArrowUp' ? -1 : 1);
      if (prompt === undefined) return;
      this.#setText(prompt);
      event.preventDefault();
    } else if (event.key === 'Backspace' && this.text === '' && !event.repeat) {
      if (this.#row.focusLast()) event.preventDefault();
    }
  }

  #handlePaste(event: ClipboardEvent): void {
    if (this.#intake.takePaste(event)) event.preventDefault();
    else if (this.#longPaste.take(event.clipboardData?.getData('text/plain') ?? '')) this.requestUpdate();
  }

  #takeSuggestion(suggestion: SuggestionView, query: Query): void {
    if (this.#input) insertSuggestion(this.#input, suggestion, query);
    if (query.kind === 'file') emitMessage(this, { type: 'attachAddresses', addresses: [suggestion.value] });
  }

  #attachPaste(): void {
    const input = this.#input;
    const file = input && this.#longPaste.cut(input);
    if (file) this.#intake.takeFiles([file]);
  }

  /** Sends what is in the input, or says why not. While a response runs, the host sends it after that. */
  send(): void {
    if (this.connection?.missingProfile !== undefined)
      return this.#explain(t('Select a profile to send this.'));
    if (this.connection?.state === 'missing') return this.#explain(t('Connect to a relay to send this.'));
    // What was dropped before is to go along.
    if (this.#intake.isReading) return void this.#intake.settled.then(() => this.send());
    const text = this.text.trim();
    if (text === '') {
      if (this.attachments.length > 0) this.#explain(t('Type a message to go with the attachment.'));
      return;
    }
    emitMessage(this, { type: 'send', text });
    this.#setText('');
  }

  #explain(hint: string): void {
    this.hint = hint;
    announce(this, hint);
  }
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}
