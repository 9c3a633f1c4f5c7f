import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { renderIconButton } from '../ui/iconButton.ts';
import { t } from '../ui/l10n.ts';
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
