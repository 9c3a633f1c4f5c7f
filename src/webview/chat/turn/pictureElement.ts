import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import { boundImage, createElement } from '../../ui/dom.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { fileAddress } from '../../ui/mediaWords.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import { sends } from '../pageEvents.ts';

type DrawnImageAction = Extract<WebviewMessage, { readonly type: 'drawnImage' }>['action'];

/** Maximum size of a displayed image, which is never enlarged; the width is that of the narrowest view. */
const mostShown = { width: 248, height: 400 };

/** On an image with a shorter side than this, buttons would hide the content. */
const shortestSide = 120;

let folder = '';

/** Sets the URL of the folder with all images, which the host reports before any of them. */
export function showPicturesIn(address: string): void {
  folder = address;
}

/** The URL of an image in the folder of all images. */
export function pictureAddress(file: string): string {
  return fileAddress(folder, file);
}

/**
 * An image from a response or a tool. Its space is reserved from the beginning, so that the text below does not jump.
 */
export class ChatPicture extends PageElement {
  static override readonly properties = drawnProperties('file', 'answerId', 'model', 'isDrawn', 'problem');

  declare file: string;
  declare answerId: string;
  declare model: string;
  /** Whether the response contains it, rather than the result of a tool. */
  declare isDrawn: boolean;
  /** The text in place of an image that is not shown. */
  declare problem: { readonly words: string; readonly isMissing: boolean } | undefined;
  readonly #image = createElement('img', { class: 'answer-image', decoding: 'async' });

  constructor() {
    super();
    boundImage(this.#image, ({ width, height }) => {
      const [across, down] = [formatNumber(width), formatNumber(height)];
      const words = t('This image is too large to show: {0} × {1} pixels', across, down);
      this.problem = { words, isMissing: false };
    });
    this.#image.addEventListener('load', () => {
      this.classList.remove('loading');
      this.classList.toggle('small', isSmall(this.#image));
    });
    this.#image.addEventListener('error', () => {
      this.problem = { words: t('This image no longer exists'), isMissing: true };
      this.classList.remove('loading');
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#image.alt = this.model ? t('Image by {0}', this.model) : t('Image');
    // Setting the same address again would reload the image.
    if (!changed.has('file')) return;
    this.problem = undefined;
    this.classList.add('loading');
    this.#image.src = pictureAddress(this.file);
  }

  protected override render(): TemplateResult {
    const { file, problem } = this;
    if (problem) return html`${renderNote(problem.words)} ${problem.isMissing ? '' : this.#renderActions()}`;
    return html`
      <button
        type="button"
        class="picture-button"
        title=${t('Open image')}
        @click=${on(sends({ type: 'openPicture', file }))}
      >
        ${this.#image}
      </button>
      ${this.#renderActions()}
    `;
  }

  #renderActions(): TemplateResult {
    const { file, answerId: turnId } = this;
    const act = (action: DrawnImageAction) => sends({ type: 'drawnImage', action, turnId, file });
    const save = sends({ type: 'savePicture', file });
    return html`<div class="picture-actions">
      ${
        this.isDrawn
          ? html`${renderIconButton('references', t('Use as source in Images'), act('useAsSource'))}
            ${renderIconButton('insert', t('Insert at cursor…'), act('insert'))}
            ${renderIconButton('save', t('Save image'), act('save'))}`
          : renderIconButton('save', t('Save image…'), save)
      }
    </div>`;
  }
}

function isSmall({ naturalWidth, naturalHeight }: HTMLImageElement): boolean {
  const scale = Math.min(1, mostShown.width / naturalWidth, mostShown.height / naturalHeight);
  return Math.min(naturalWidth, naturalHeight) * scale < shortestSide;
}

function renderNote(words: string): TemplateResult {
  return html`<p class="note">
    ${renderIcon('warning')}<span>${words}</span>
  </p>`;
}
