import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { AttachmentView } from '../../../protocol/protocolViews.ts';
import type { SuggestedView, SuggestionView } from '../../../protocol/suggestedView.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { onPastedFiles } from '../../ui/droppedFiles.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { hasModifier, isForInputMethod } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import type { ChatState } from '../chatState.ts';
import { losesFocus } from '../focus.ts';
import { announce, emitMessage } from '../pageEvents.ts';
import { shortenModel, shortenName } from '../shownNames.ts';
import { AttachmentRow, describeWarnings, nameAttachments, renderWarning } from './attachmentList.ts';
import { renderBar } from './bar.ts';
import { describeContext } from './contextRing.ts';
import { Intake } from './intake.ts';
import { insertSuggestion, type Query, Suggestions } from './suggestionList.ts';

/** VS Code's own key for accessibility help. */
const helpKey = { Mac: 'Option+F1', Lin: 'Shift+Alt+F1' }[navigator.platform.slice(0, 3)] ?? 'Alt+F1';

/**
 * The composer: the input, attachments, the models, and the buttons to send and stop.
 */
export class ChatComposer extends PageElement {
  static override readonly properties = drawnProperties('state', 'isEmpty', 'hint');

  declare state: ChatState;
  isEmpty = true;
  /** A hint why an action did nothing, or something else. */
  hint = '';
  /** The prompts of this conversation, oldest first, to recall. */
  prompts: readonly string[] = [];
  readonly #recall = new PromptRecall();
  readonly #row = new AttachmentRow(this, () => this.focusInput());
  readonly #intake = new Intake(this, (words) => this.#explain(words));
  readonly #handlePaste = onPastedFiles((files) => this.#intake.takeFiles(files));
  readonly suggestions = new Suggestions(this, (chosen, query) => this.#takeSuggestion(chosen, query));

  get text(): string {
    return this.#input?.value ?? '';
  }

  /** Inserts text at the beginning of the input. */
  putBack(text: string): void {
    const input = this.#input;
    if (!input || input.value.trim() === '') return this.#setText(text);
    // The caret stays where the person writes.
    input.setRangeText(`${text}\n\n`, 0, 0, 'preserve');
    this.suggestions.close();
    this.#noteText();
  }

  /** Empties the input if it still has this text. */
  forget(text: string): void {
    if (this.text.trim() === text.trim()) this.#setText('');
  }

  focusInput(): void {
    this.#input?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('state');
    if (!before) return;
    const { attachments, connection } = this.state;
    const isRemoved = before.attachments.some(({ id }) => attachments.every((other) => other.id !== id));
    if (before.connection !== connection || isRemoved) this.hint = '';
  }

  protected override update(changed: PropertyValues<this>): void {
    const place = this.#row.focusedPlace;
    if (!losesFocus(this, () => super.update(changed))) return;
    // Focus the attachment that took the place of the removed one.
    if (place === undefined || !this.#row.focusPlace(place)) this.focusInput();
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#row.keepTabStop();
    const before = changed.get('state');
    if (before && before.attachments !== this.state.attachments) {
      // Attachments in the host's first state are not news.
      this.#noteAttachments(before.attachments, before.connection !== undefined);
    }
    this.querySelector('.suggestion[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const { isDraggedOver, isReading } = this.#intake;
    const { attachments, accessibility, connection, context, model } = this.state;
    const advice = describeContext(context, shortenModel(model?.label ?? t('the model')));
    const warnings = [...describeWarnings(attachments), ...(advice === undefined ? [] : [advice])];
    return html`
      ${this.#renderStarters()} ${this.suggestions.render()}
      <div class="composer ${isDraggedOver ? 'drop-target' : ''}">
        ${this.#row.render(attachments, this.#suggested)}
        <textarea
          rows="1"
          aria-label=${accessibility.namesHelp ? t('Message, {0} for accessibility help', helpKey) : t('Message')}
          aria-describedby="composer-hint composer-warnings"
          aria-autocomplete="list"
          aria-controls=${ifDefined(this.suggestions.listId)}
          aria-activedescendant=${ifDefined(this.suggestions.markedId)}
          placeholder=${t('Ask anything')}
          @input=${this.#noteInput}
          @compositionend=${this.#noteInput}
          @keydown=${this.#handleKey}
          @keyup=${this.#noteCaret}
          @click=${this.#noteCaret}
          @blur=${() => this.suggestions.close()}
          @paste=${this.#handlePaste}
        ></textarea>
        ${renderBar(this.state, this.isEmpty, () => this.send())}
        <chat-model-menu .selected=${model?.id} .hasProfiles=${connection?.profile !== undefined}></chat-model-menu>
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
    `;
  }

  /** Starter prompts are about the suggested context, and disappear with the first letter. */
  #renderStarters(): TemplateResult | typeof nothing {
    const suggested = this.#suggested;
    const isFirst = this.prompts.length === 0 && this.isEmpty && this.state.running.size === 0;
    if (!suggested || !isFirst || this.state.connection?.state !== 'connected') return nothing;
    // The input is only filled, so that the prompt can still be edited.
    const start = (prompt: string, withProblems: boolean) => {
      emitMessage(this, { type: 'addSuggested', withProblems });
      this.#setText(prompt);
      this.focusInput();
    };
    return html`<div class="starters" role="group" aria-label=${t('Suggested prompts')}>
      ${listStarters(suggested).map(
        ({ prompt, withProblems }) =>
          html`<button type="button" class="starter" title=${prompt} @click=${() => start(prompt, withProblems)}>
            ${prompt}
          </button>`,
      )}
    </div>`;
  }

  /** The suggested context, unless it is attached: attachments arrive before the suggestion is withdrawn. */
  get #suggested(): SuggestedView | null {
    const { suggested, attachments } = this.state;
    return attachments.some(({ name }) => name === suggested?.name) ? null : suggested;
  }

  get #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  /** Shows and announces new attachments. */
  #noteAttachments(before: readonly AttachmentView[], isNews: boolean): void {
    const added = this.state.attachments.filter(({ id }) => before.every((other) => other.id !== id));
    if (added.length === 0) return;
    this.#row.showLast();
    if (!isNews) return;
    const words = t('Attached: {0}', nameAttachments(added));
    announce(this, joinSentences(words, ...describeWarnings(added)));
  }

  #setText(text: string): void {
    const input = this.#input;
    if (!input) return;
    input.value = text;
    input.selectionStart = text.length;
    this.suggestions.close();
    this.#noteText();
  }

  readonly #noteInput = (event: Event): void => {
    this.#noteText();
    const input = this.#input;
    if (!input || (event instanceof InputEvent && event.isComposing)) return;
    if (input.selectionStart === input.selectionEnd) {
      this.suggestions.note(input.value, input.selectionEnd, true);
    }
  };

  #noteCaret(event: Event): void {
    if (event instanceof KeyboardEvent && isForInputMethod(event)) return;
    const input = this.#input;
    if (input) this.suggestions.note(input.value, input.selectionEnd, false);
  }

  #noteText(): void {
    this.isEmpty = this.text.trim() === '';
    this.hint = '';
    this.#recall.note(this.prompts, this.text);
    this.dispatchEvent(new CustomEvent('chat-draft', { bubbles: true, detail: this.text }));
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (this.suggestions.handleKey(event)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && event.altKey && this.#suggested) {
      event.preventDefault();
      if (!event.repeat) emitMessage(this, { type: 'toggleSuggested' });
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      const isForQuestion = (event.ctrlKey || event.metaKey) && this.isEmpty && this.#goToQuestion();
      if (!event.repeat && !isForQuestion) this.send();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !hasModifier(event)) {
      const prompt = this.#recall.step(this.prompts, this.text, event.key === 'ArrowUp' ? -1 : 1);
      if (prompt === undefined) return;
      this.#setText(prompt);
      event.preventDefault();
    } else if (event.key === 'Backspace' && this.text === '' && !event.repeat) {
      if (this.#row.focusLast()) event.preventDefault();
    }
  }

  /** Moves the focus to the call that waits for approval, or to changed files, if there are any. */
  #goToQuestion(): boolean {
    return !this.dispatchEvent(new CustomEvent('chat-to-question', { bubbles: true, cancelable: true }));
  }

  #takeSuggestion(suggestion: SuggestionView, query: Query): void {
    if (this.#input) insertSuggestion(this.#input, suggestion, query);
    if (query.kind === 'context')
      emitMessage(this, { type: 'attachAddresses', addresses: [suggestion.value] });
  }

  /** Sends the input, or explains why it can't. While a response is running, the host sends it afterwards. */
  send(): void {
    const { connection, attachments } = this.state;
    if (connection?.missingProfile !== undefined) return this.#explain(t('Select a profile to send this.'));
    if (connection?.state === 'missing') return this.#explain(t('Connect to a relay to send this.'));
    // Dropped files that are still being read belong to this message.
    if (this.#intake.isReading) return void this.#intake.settled.then(() => this.send());
    const text = this.text.trim();
    if (text === '') {
      if (attachments.length > 0) this.#explain(t('Type a message to go with the attachment.'));
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

const maximumStarters = 3;
const maximumNameLength = 60;

/** Prompts about the active file or selection, the most likely first. One comes with the file's problems. */
function listStarters({ name: path, isProse, problems }: SuggestedView) {
  const name = shortenName(path.slice(path.lastIndexOf('/') + 1), maximumNameLength);
  const prompts = isProse
    ? [t('Summarize {0}', name), t('Improve the writing in {0}', name), t('What is missing from {0}?', name)]
    : [t('Explain how {0} works', name), t('Find bugs in {0}', name), t('Write tests for {0}', name)];
  const starters = prompts.map((prompt) => ({ prompt, withProblems: false }));
  const fixing = { prompt: t('Fix the problems in {0}', name), withProblems: true };
  return (problems === undefined ? starters : [fixing, ...starters]).slice(0, maximumStarters);
}

/** Recalls prompts of this conversation in an input that is empty or shows one of them. */
class PromptRecall {
  /** Index of the recalled prompt. */
  #place: number | undefined;

  /** The text for a step back or forward; undefined if the key keeps its own meaning. */
  step(prompts: readonly string[], current: string, step: -1 | 1): string | undefined {
    if (current !== '' && this.#place === undefined) return undefined;
    const place = (this.#place ?? prompts.length) + step;
    if (place < 0 || (this.#place === undefined && step === 1)) return undefined;
    this.#place = place < prompts.length ? place : undefined;
    return prompts[place] ?? '';
  }

  /** Call it with the current input: an edited text is no longer a recalled one. */
  note(prompts: readonly string[], current: string): void {
    if (current !== prompts[this.#place ?? -1]) this.#place = undefined;
  }
}
