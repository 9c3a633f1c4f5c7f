import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { TurnView } from '../../../protocol/protocolViews.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { foreignLanguage, language, t } from '../../ui/l10n.ts';
import { isForInputMethod, on } from '../../ui/listeners.ts';
import { describeAttachment, renderAttachment } from '../input/attachmentList.ts';
import { announce, copyText, emitMessage, sends } from '../pageEvents.ts';
import { isOther, keptQuestions } from '../pageState.ts';
import { nameWithPrompt } from '../shownNames.ts';
import { isRunning } from './ending.ts';
import { renderVersions } from './footer.ts';

/** A prompt of the person, which can be edited. */
export class ChatQuestion extends PageElement {
  static override readonly properties = drawnProperties('turn', 'isAnyRunning', 'isEditing', 'text');

  declare turn: TurnView;
  /** Whether any response is streaming. */
  declare isAnyRunning: boolean;
  isEditing = false;
  /** The unsaved edit, open or kept as a draft. */
  declare text: string | undefined;

  protected override firstUpdated(): void {
    const kept = keptQuestions.read(this.turn.promptId);
    if (!kept || this.turn.isContinuation || this.turn.isCompaction) return;
    this.text = kept.text;
    if (kept.isOpen) void this.#open(kept.text);
  }

  protected override render(): TemplateResult {
    const { id, promptVersion, isContinuation, isCompaction } = this.turn;
    const sent = renderSentAttachments(this.turn);
    const versions = renderVersions('prompt', promptVersion, id);
    if (isCompaction) return html`<div class="continued"><span>${this.#describeCompaction()}</span></div>`;
    if (isContinuation) return html`<div class="continued"><span>${t('Continued')}</span>${versions}</div>`;
    const state = this.isEditing ? 'editing' : this.#isChanged ? 'unsent' : '';
    return html`
      <article class="question ${state}" aria-label=${t('Your message')} tabindex="-1">
        <h2 class="visually-hidden">${this.#name(t('Your message'))}</h2>
        ${this.isEditing ? html`${sent} ${this.#renderEditing()}` : html`${this.#renderSaid(sent)} ${this.#renderActions(versions)}`}
      </article>
    `;
  }

  /** Describes whether the summary below replaces the conversation above. */
  #describeCompaction(): string {
    const { status, cause } = this.turn;
    if (isRunning(this.turn)) return t('Compacting conversation…');
    return status === 'complete' && cause !== 'length' && cause !== 'refusal'
      ? t('Compacted conversation. Requests contain this summary instead of the messages above.')
      : t('The conversation was not compacted.');
  }

  #renderSaid(sent: TemplateResult | typeof nothing): TemplateResult {
    const { prompt } = this.turn;
    const lang = ifDefined(foreignLanguage(prompt));
    return html`<div class="prompt">${sent}<div class="prompt-text" lang=${lang}>${prompt}</div></div>`;
  }

  #renderActions(versions: TemplateResult | typeof nothing): TemplateResult {
    const { prompt, sentAt } = this.turn;
    const edit = this.#isChanged ? t('Continue editing your message') : t('Edit your message');
    return html`<div class="question-actions">
      ${this.#isChanged ? html`<span class="unsent-note">${t('Edit not sent')}</span>` : nothing}
      ${renderSentTime(sentAt)}
      ${renderIconButton('copy', this.#name(t('Copy your message')), (button) => copyText(button, prompt), {
        tip: t('Copy your message'),
      })}
      ${renderIconButton('edit', this.#name(edit), () => void this.#edit(), {
        className: 'edit-question',
        tip: edit,
      })}
      ${versions}
    </div>`;
  }

  #renderEditing(): TemplateResult {
    return html`
      <textarea
        rows="1"
        aria-label=${t('Your message')}
        @input=${this.#noteInput}
        @keydown=${this.#handleKey}
      ></textarea>
      <div class="edit-actions">
        <vscode-button
          ?disabled=${this.text?.trim() === ''}
          title=${this.isAnyRunning ? t('Stops the current response') : nothing}
          @click=${this.#send}
          >${t('Send')}</vscode-button
        >
        <vscode-button secondary @click=${this.#discard}
          >${this.#isChanged ? t('Discard Changes') : t('Cancel')}</vscode-button
        >
      </div>
    `;
  }

  #name(words: string): string {
    return nameWithPrompt(words, this.turn.prompt);
  }

  get #input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  get #isChanged(): boolean {
    return this.text !== undefined && isOther(this.text, this.turn.prompt);
  }

  async #edit(): Promise<void> {
    await this.#open(this.text ?? this.turn.prompt);
    this.#input?.focus();
  }

  async #open(text: string): Promise<void> {
    this.isEditing = true;
    this.#keep(text);
    await this.updateComplete;
    const input = this.#input;
    if (!input) return;
    input.value = text;
    input.selectionStart = input.value.length;
  }

  /** Closes the editor; the edit is kept as a draft. */
  #leave(): void {
    const { text = '' } = this;
    // An edit that deleted everything is not kept as a draft.
    if (!this.#isChanged || text.trim() === '') return this.#discard();
    this.isEditing = false;
    this.#keep(text);
    announce(this, t('Your changes are a draft and are not sent yet.'));
    void this.#focusPencil();
  }

  #discard(): void {
    this.#forget();
    void this.#focusPencil();
  }

  async #focusPencil(): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>('.edit-question')?.focus();
  }

  #keep(text: string): void {
    this.text = text;
    keptQuestions.keep(this.turn.promptId, { text, isOpen: this.isEditing }, this.turn.prompt);
  }

  #forget(): void {
    this.isEditing = false;
    this.text = undefined;
    keptQuestions.forget(this.turn.promptId);
  }

  #noteInput(): void {
    this.#keep(this.#input?.value ?? '');
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      this.#send();
    } else if (event.key === 'Escape') {
      // Handled here: the same key must not also stop the response.
      event.preventDefault();
      this.#leave();
    }
  }

  #send(): void {
    const text = this.#input?.value.trim() ?? '';
    if (text === '') return;
    if (!isOther(text, this.turn.prompt)) return this.#discard();
    this.#forget();
    emitMessage(this, { type: 'edit', turnId: this.turn.id, text });
  }
}

/** When a prompt was sent: the time, with the date unless it is today; the tooltip has both. */
function renderSentTime(sentAt: number | undefined): TemplateResult | typeof nothing {
  const date = new Date(sentAt ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return nothing;
  const isToday = date.toDateString() === new Date().toDateString();
  const short = format(date, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' });
  const whole = format(date, { dateStyle: 'full', timeStyle: 'medium' });
  return html`<time class="sent-time" datetime=${date.toISOString()} title=${whole}>
    <span aria-hidden="true">${short}</span><span class="visually-hidden">${t('Sent: {0}', whole)}</span>
  </time>`;
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language(), options).format(date);
}

/** The attachments of a prompt. */
function renderSentAttachments({ id: turnId, attachments }: TurnView): TemplateResult | typeof nothing {
  if (attachments.length === 0) return nothing;
  return html`<ul class="sent-attachments" aria-label=${t('Attachments')}>
    ${attachments.map((attachment, place) => {
      const view = sends({ type: 'viewSent', turnId, place });
      return html`<li>
        <button
          type="button"
          class="sent-attachment ${attachment.picture ? 'with-picture' : ''}"
          title=${describeAttachment(attachment).join('\n')}
          @click=${on(view)}
        >
          ${renderAttachment(attachment)}
        </button>
      </li>`;
    })}
  </ul>`;
}
