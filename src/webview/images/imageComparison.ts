import { html, type TemplateResult } from 'lit';
import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { formatShare, t } from '../ui/l10n.ts';
import { fileAddress, shortenPrompt } from '../ui/mediaWords.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { formatPixels } from './imageWords.ts';

/** Two images over each other: the slider shows the left part of one and the right part of the other. */
export class ImageComparison extends PageElement {
  static override readonly properties = drawnProperties('older', 'newer', 'folder', 'share');

  declare older: ImageView;
  declare newer: ImageView;
  declare folder: string;
  /** How much of the width shows the image before, from 0 to 1. */
  declare share: number;

  constructor() {
    super();
    this.share = 0.5;
  }

  protected override updated(): void {
    // A style attribute is what the page's policy refuses.
    this.style.setProperty('--compared-share', `${this.share * 100}%`);
  }

  protected override render(): TemplateResult {
    const { older, newer, share } = this;
    return html`<div class="compared">
        <img src=${fileAddress(this.folder, newer.file)} alt=${t('After: {0}', shortenPrompt(newer.prompt))} decoding="async" />
        <img
          class="compared-before"
          src=${fileAddress(this.folder, older.file)}
          alt=${t('Before: {0}', shortenPrompt(older.prompt))}
          decoding="async"
        />
        <div class="compared-line" aria-hidden="true"></div>
      </div>
      <input
        type="range"
        min="0"
        max="1"
        step="0.01"
        aria-label=${t('Before and after')}
        aria-valuetext=${t('{0} before', formatShare(share))}
        .value=${String(share)}
        @input=${({ target }: Event) => {
          if (target instanceof HTMLInputElement) this.share = target.valueAsNumber;
        }}
      />
      <p class="quiet compared-names">
        <span>${t('Before: {0}', formatPixels(older))}</span><span>${t('After: {0}', formatPixels(newer))}</span>
      </p>`;
  }
}
