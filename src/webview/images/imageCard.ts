import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { renderReceipt } from '../ui/generationReceipt.ts';
import { renderIconButton } from '../ui/iconButton.ts';
import { formatDuration, language, t } from '../ui/l10n.ts';
import { on } from '../ui/listeners.ts';
import { fileAddress, formatBytes, formatPixels } from '../ui/mediaWords.ts';
import { copyImage } from './convertImage.ts';
import { emitIntent, emitMessage, failureListeners, type ShownMode } from './imagesEvents.ts';

/** The context of an image. */
interface ImageCardContext {
  readonly folder: string;
  /** All versions derived from the same image, including this one, the oldest first. */
  readonly versions: readonly ImageView[];
  /** The other images shown next to it: those of its run, or all its versions. */
  readonly siblings?: readonly ImageView[];
}

/** A large image with its actions, request and result. */
export function renderImageCard(
  image: ImageView,
  { folder, versions, siblings }: ImageCardContext,
): TemplateResult {
  const { id, prompt, file, width, height } = image;
  const name = shortenPrompt(prompt);
  const isAlone = siblings === undefined;
  return html`<figure class="image-card" data-id=${id} aria-label=${name}>
    <button
      type="button"
      class="image-button"
      title=${t('Open image')}
      aria-label=${t('Open image: {0}', name)}
      @click=${on((button) => emitMessage(button, { type: 'openImage', id }))}
    >
      <img
        src=${fileAddress(folder, file)}
        alt=${name}
        width=${width || nothing}
        height=${height || nothing}
        decoding="async"
      />
    </button>
    <figcaption>
      <div class="card-actions">
        <vscode-button
          secondary
          @click=${on((button) => emitIntent(button, { type: 'useAsSource', image }))}
          >${t('Use as Source')}</vscode-button
        >
        ${siblings && siblings.length > 0 ? html`<vscode-button secondary @click=${on((button) => emitIntent(button, { type: 'delete', images: siblings }))}>${t('Delete Other Images')}</vscode-button>` : nothing}
        ${renderActions(image, fileAddress(folder, file))} ${renderVersions(image, versions, isAlone)}
      </div>
      ${renderFacts(image)}
    </figcaption>
  </figure>`;
}

function renderActions(image: ImageView, address: string): TemplateResult {
  const { id, isFavorite } = image;
  return html`<div class="icon-actions">
    ${renderIconButton(
      isFavorite ? 'star-full' : 'star-empty',
      isFavorite ? t('Remove from favorites') : t('Add to favorites'),
      (button) => emitMessage(button, { type: 'favorite', id, isFavorite: !isFavorite }),
    )}
    ${renderIconButton('edit', t('Reuse prompt and settings'), (button) =>
      emitIntent(button, { type: 'reuse', made: image }),
    )}
    ${renderIconButton('copy', t('Copy image'), (button) => void copyImage(button.closest('main') ?? button, address))}
    ${renderIconButton('insert', t('Insert at cursor…'), (button) => emitMessage(button, { type: 'insertAtCursor', id }))}
    ${renderIconButton('save', t('Save image'), (button) => emitMessage(button, { type: 'saveImage', id }))}
    ${renderIconButton('save-as', t('Save image as…'), (button) => emitMessage(button, { type: 'saveImageAs', id }))}
    ${renderIconButton('trash', t('Delete image'), (button) => emitIntent(button, { type: 'delete', images: [image] }))}
  </div>`;
}

/** Steps through the versions, like those of a prompt in the chat. An image next to others has no step buttons. */
function renderVersions(
  image: ImageView,
  versions: readonly ImageView[],
  isAlone: boolean,
): TemplateResult | typeof nothing {
  const index = versions.findIndex(({ id }) => id === image.id);
  if (versions.length < 2) return nothing;
  const step = (icon: string, name: string, to: ImageView | undefined) =>
    renderIconButton(icon, name, (button) => to && emitIntent(button, { type: 'show', id: to.id }), {
      isDisabled: !to,
    });
  const showAs = (mode: ShownMode, icon: string, name: string) =>
    renderIconButton(icon, name, (button) => emitIntent(button, { type: 'show', id: image.id, mode }));
  return html`<div class="versions" role="group" aria-label=${t('Versions')}>
    ${isAlone ? step('chevron-left', t('Previous version'), versions[index - 1]) : nothing}
    <span>${t('{0}/{1}', index + 1, versions.length)}</span>
    ${isAlone ? step('chevron-right', t('Next version'), versions[index + 1]) : nothing}
    ${showAs('comparison', 'split-horizontal', t('Compare versions'))}
    ${showAs('versions', 'layout', t('Show all versions'))}
  </div>`;
}

function renderFacts(image: ImageView): TemplateResult {
  const { bytes, mediaType, seconds, parameters, model, servedModel, revisedPrompt, requestId } = image;
  const isOther = differsFromRequest(image);
  const asked = parameters.size ?? parameters.aspectRatio;
  const further = parameters.further && JSON.stringify(parameters.further);
  const rows: readonly (readonly [string, string | undefined])[] = [
    [t('Prompt'), image.prompt],
    [t('Revised prompt'), revisedPrompt],
    [t('Model'), model],
    [t('Responding model'), servedModel],
    [t('Requested size'), asked],
    [t('Received size'), formatPixels(image)],
    [t('Additional parameters'), further],
    [t('Generated'), new Date(image.createdAt).toLocaleString(language())],
  ];
  const summary = html`<span class=${isOther ? 'differs' : ''}
      >${formatPixels(image)}${isOther && asked ? html` ${t('(requested {0})', asked)}` : nothing}</span
    >
    · ${mediaType.replace('image/', '').toUpperCase()} · ${formatBytes(bytes)} · ${formatDuration(seconds * 1000)}`;
  return renderReceipt(summary, rows, requestId, failureListeners.copy);
}

/** Whether an image has another size or aspect ratio than requested. Sizes such as 2K are too vague to compare. */
function differsFromRequest({ parameters, width, height }: ImageView): boolean {
  if (width === 0) return false;
  const [, wide, high] = /^(\d+)[x×](\d+)$/.exec(parameters.size ?? '') ?? [];
  if (wide && high) return Number(wide) !== width || Number(high) !== height;
  const [across, down] = (parameters.aspectRatio ?? '').split(':').map(Number);
  // Models round the sides to sizes that they can draw.
  return !!across && !!down && Math.abs(Math.log((width * down) / (height * across))) > 0.05;
}
