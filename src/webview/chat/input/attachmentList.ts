import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AttachmentView } from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { describeAttachment, renderAttachment } from '../attachmentChip.ts';
import { announce, emitMessage } from '../pageEvents.ts';
import { shortenName } from '../shownNames.ts';

/** A name is said up to here. */
const maximumSaidLength = 100;

/** What goes along with the draft, in a row above the input: one stop of Tab, and arrow keys between them. */
export class AttachmentRow {
  readonly #composer: HTMLElement;
  readonly #leave: () => void;
  /** The one that Tab goes to. */
  #tabStop: string | undefined;
  #attachments: readonly AttachmentView[] = [];
  /** Those that the person asked to remove, by id. */
  readonly #removing = new Set<string>();

  /** `leave` gives the focus to the input. */
  constructor(composer: HTMLElement, leave: () => void) {
    this.#composer = composer;
    this.#leave = leave;
  }

  /** Place of the one that has the focus. */
  get focusedPlace(): number | undefined {
    const place = this.#chips.findIndex((chip) => chip.parentElement?.contains(document.activeElement));
    return place === -1 ? undefined : place;
  }

  /** False where there is none. */
  focusLast(): boolean {
    return this.focusPlace(this.#chips.length - 1);
  }

  focusPlace(place: number): boolean {
    const chip = this.#chips[place];
    chip?.focus();
    return chip !== undefined;
  }

  /** The last one is seen: it is the one that was just attached. */
  showLast(): void {
    this.#chips.at(-1)?.scrollIntoView({ block: 'nearest' });
  }

  render(attachments: readonly AttachmentView[], pictures: string): TemplateResult | typeof nothing {
    this.#attachments = attachments;
    if (attachments.length === 0) return nothing;
    const tabStop = attachments.find(({ id }) => id === this.#tabStop)?.id ?? attachments[0]?.id;
    return html`<div class="attachments" role="toolbar" aria-label=${t('Attachments')} @keydown=${this.#handleKey}>
      ${repeat(
        attachments,
        ({ id }) => id,
        (attachment) => this.#renderChip(attachment, attachment.id === tabStop, pictures),
      )}
    </div>`;
  }

  #renderChip(attachment: AttachmentView, isTabStop: boolean, pictures: string): TemplateResult {
    const { id, name, warning } = attachment;
    return html`<div class="attachment ${warning === undefined ? '' : 'warned'}">
      <button
        type="button"
        class="attachment-view"
        .tabIndex=${live(isTabStop ? 0 : -1)}
        title=${[...describeAttachment(attachment), ...(warning === undefined ? [] : [warning])].join('\n')}
        aria-description=${[warning, t('Press Delete to remove it.')].filter(Boolean).join(' ')}
        @focus=${() => this.#setTabStop(id)}
        @click=${() => emitMessage(this.#composer, { type: 'viewAttachment', id })}
      >
        ${renderAttachment(attachment, pictures)}
        ${warning === undefined ? nothing : renderIcon('warning')}
      </button>
      <button
        type="button"
        class="attachment-remove"
        tabindex="-1"
        title=${t('Remove')}
        aria-label=${t('Remove {0}', shortenName(name, maximumSaidLength))}
        @click=${() => this.#remove(attachment)}
      >
        ${renderIcon('close')}
      </button>
    </div>`;
  }

  get #chips(): HTMLElement[] {
    return [...this.#composer.querySelectorAll<HTMLElement>('.attachment-view')];
  }

  #setTabStop(id: string): void {
    this.#tabStop = id;
    for (const chip of this.#chips) chip.tabIndex = chip === document.activeElement ? 0 : -1;
  }

  #remove({ id }: Pick<AttachmentView, 'id'>): void {
    this.#removing.add(id);
    emitMessage(this.#composer, { type: 'detach', id });
  }

  /** Says of those that are gone since then which of them the person removed. */
  announceRemoved(before: readonly AttachmentView[]): void {
    for (const { id, name } of before) {
      if (this.#attachments.some((attachment) => attachment.id === id) || !this.#removing.delete(id))
        continue;
      announce(this.#composer, t('Removed: {0}', shortenName(name, maximumSaidLength)));
    }
  }

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const place = this.focusedPlace;
    if (place === undefined || ctrlKey || metaKey || altKey) return;
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, place - 1),
      ArrowRight: Math.min(place + 1, this.#chips.length - 1),
      Home: 0,
      End: this.#chips.length - 1,
    };
    if (places[key] !== undefined) this.focusPlace(places[key]);
    else if (key === 'Delete' || key === 'Backspace') {
      const attachment = this.#attachments[place];
      if (attachment && !event.repeat) this.#remove(attachment);
    } else if (key === 'ArrowDown') this.#leave();
    // What is typed here is meant for the input, which then has the focus when the key takes effect.
    else if (key.length === 1 && key !== ' ') return this.#leave();
    else return;
    event.preventDefault();
  };
}
