import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { renderIconButton } from '../ui/iconButton.ts';
import { formatShare, t } from '../ui/l10n.ts';
import { fileAddress, formatPixels } from '../ui/mediaWords.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { renderRange } from '../ui/rangeInput.ts';
import { renderImageCard } from './imageCard.ts';
import type { ShownMode } from './imagesEvents.ts';

interface ShownContext {
  readonly folder: string;
  readonly versions: readonly ImageView[];
  readonly mode: ShownMode | undefined;
  readonly close: () => void;
}

/** The image that is shown large. */
export function renderShownImage(image: ImageView, context: ShownContext): TemplateResult {
  return html`<section class="shown" aria-label=${t('Selected image')}>
    <header>
      <h2>${shortenPrompt(image.prompt, 200)}</h2>
      <div class="icon-actions">${renderIconButton('close', t('Close'), context.close)}</div>
    </header>
    ${renderContent(image, context)}
  </section>`;
}

function renderContent(image: ImageView, { folder, versions, mode }: ShownContext): unknown {
  const index = versions.indexOf(image);
  if (mode === 'comparison')
    return html`<images-comparison
      .older=${versions[Math.max(index - 1, 0)]}
      .newer=${versions[Math.max(index, 1)]}
      .folder=${folder}
    ></images-comparison>`;
  if (mode !== 'versions') return keyed(image.id, renderImageCard(image, { folder, versions }));
  const cards = versions.map((version) => {
    const siblings = versions.filter((other) => other !== version && !other.isFavorite);
    return renderImageCard(version, { folder, versions: [], siblings });
  });
  return html`<div class="run-images">${cards}</div>`;
}

/** An image and all images derived from the same one, the oldest first. */
export function versionsOf(
  image: ImageView,
  images: readonly ImageView[],
  byId: ReadonlyMap<string, ImageView>,
): readonly ImageView[] {
  const parentOf = ({ parentIds: [first] }: ImageView) => (first === undefined ? undefined : byId.get(first));
  const rootOf = (version: ImageView): string => {
    let root = version;
    for (let parent = parentOf(root); parent; parent = parentOf(root)) root = parent;
    return root.id;
  };
  const root = rootOf(image);
  return images.filter((other) => rootOf(other) === root).toReversed();
}

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
