import { html, type TemplateResult } from 'lit';
import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { formatShare, t } from '../ui/l10n.ts';
import { fileAddress } from '../ui/mediaWords.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { renderRange } from '../ui/rangeInput.ts';
import { formatPixels } from './imageWords.ts';

/** Two images over each other: the slider shows the left part of one and the right part of the other. */
export class ImageComparison extends PageElement {
  static override readonly properties = drawnProperties('older', 'newer', 'folder', 'share');

  declare older: ImageView;
  declare newer: ImageView;
  declare folder: string;
  /** Share of the width that shows the older image, from 0 to 1. */
  share = 0.5;

  protected override updated(): void {
    // The page's content security policy forbids style attributes.
    this.style.setProperty('--compared-share', `${this.share * 100}%`);
  }

  /** The dividing line follows a pressed pointer, as the slider does. */
  #slide(event: PointerEvent): void {
    const { currentTarget, clientX, buttons } = event;
    if (buttons !== 1 || !(currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    currentTarget.setPointerCapture(event.pointerId);
    const { left, width } = currentTarget.getBoundingClientRect();
    this.share = Math.min(1, Math.max(0, (clientX - left) / width));
  }

  protected override render(): TemplateResult {
    const { older, newer, share } = this;
    return html`<div
        class="compared"
        @pointerdown=${(event: PointerEvent) => this.#slide(event)}
        @pointermove=${(event: PointerEvent) => this.#slide(event)}
      >
        <img src=${fileAddress(this.folder, newer.file)} alt=${t('After: {0}', shortenPrompt(newer.prompt))} decoding="async" />
        <img
          class="compared-before"
          src=${fileAddress(this.folder, older.file)}
          alt=${t('Before: {0}', shortenPrompt(older.prompt))}
          decoding="async"
        />
        <div class="compared-line" aria-hidden="true"></div>
      </div>
      ${renderRange(
        t('Before and after'),
        { min: 0, max: 1, step: 0.01, value: share, text: t('{0} before', formatShare(share)) },
        (value) => {
          this.share = value;
        },
      )}
      <p class="quiet compared-names">
        <span>${t('Before: {0}', shortenPrompt(older.prompt, 60))} · ${formatPixels(older)}</span
        ><span>${t('After: {0}', shortenPrompt(newer.prompt, 60))} · ${formatPixels(newer)}</span>
      </p>`;
  }
}
