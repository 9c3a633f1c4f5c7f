import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { renderIconButton } from '../ui/iconButton.ts';
import { t } from '../ui/l10n.ts';
import { renderImageCard } from './imageCard.ts';

/** Two versions to compare. */
export interface ComparedImages {
  readonly older: ImageView;
  readonly newer: ImageView;
}

interface ShownContext {
  readonly folder: string;
  readonly versions: readonly ImageView[];
  /** Whether all versions are shown side by side, in place of the image. */
  readonly isWithVersions: boolean;
  /** Also in place of the image. */
  readonly compared: ComparedImages | undefined;
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

function renderContent(
  image: ImageView,
  { folder, versions, isWithVersions, compared }: ShownContext,
): unknown {
  if (compared)
    return html`<images-comparison
      .older=${compared.older}
      .newer=${compared.newer}
      .folder=${folder}
    ></images-comparison>`;
  if (!isWithVersions) return keyed(image.id, renderImageCard(image, { folder, versions }));
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
    const seen = new Set<string>();
    let root = version;
    for (let parent = parentOf(root); parent && !seen.has(parent.id); parent = parentOf(root)) {
      seen.add(parent.id);
      root = parent;
    }
    return root.id;
  };
  const root = rootOf(image);
  return images.filter((other) => rootOf(other) === root).toReversed();
}
