import { html, render, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type { PartView } from '../../../protocol/protocolViews.ts';
import { boundImage, createElement } from '../../ui/dom.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { emitMessage } from '../pageEvents.ts';
import type { AnswerContext, ShownPart } from './shownPart.ts';

type DrawnImageAction = Extract<WebviewMessage, { readonly type: 'drawnImage' }>['action'];

/** An image is not drawn larger than it is, nor than this; the width is that of the narrowest view. */
const mostShown = { width: 248, height: 400 };

/** On one that has a shorter side than this, buttons would hide what it shows. */
const shortestSide = 120;

/** The address of an image in the folder of all images. */
export function pictureAddress(pictures: string, file: string): string {
  return `${pictures}/${encodeURIComponent(file)}`;
}

/**
 * An image that came with a response or from a tool. It has a place from the beginning, so that what is read below
 * does not jump.
 */
export class ShownPicture implements ShownPart {
  readonly type = 'picture';
  readonly element = createElement('div', { class: 'answer-picture loading' });
  readonly #image = createElement('img', { class: 'answer-image', decoding: 'async' });
  readonly #isDrawn: boolean;
  #file = '';
  #address = '';
  #context: AnswerContext | undefined;
  #isMissing = false;
  /** Words in the place of an image that is not drawn. */
  #tooLarge: string | undefined;

  /** `isDrawn`: by the response, and not given to it by a tool. */
  constructor(isDrawn = false) {
    this.#isDrawn = isDrawn;
    boundImage(this.#image, ({ width, height }) => {
      const [across, down] = [formatNumber(width), formatNumber(height)];
      this.#tooLarge = t('This image is too large to show: {0} × {1} pixels', across, down);
      this.#render();
    });
    this.#image.addEventListener('load', () => {
      this.element.classList.remove('loading');
      this.element.classList.toggle('small', isSmall(this.#image));
    });
    this.#image.addEventListener('error', () => {
      this.#isMissing = true;
      this.element.classList.remove('loading');
      this.#render();
    });
  }

  take(part: PartView): boolean {
    if (part.type !== 'picture') return false;
    const { file } = part.picture;
    if (this.#file !== '' && file !== this.#file) return false;
    this.#file = file;
    return true;
  }

  showIn(context: AnswerContext): void {
    this.#context = context;
    this.#image.alt = context.model ? t('Image by {0}', context.model) : t('Image');
    this.#load();
    this.#render();
  }

  #load(): void {
    if (!this.#context) return;
    const address = pictureAddress(this.#context.pictures, this.#file);
    // Set again, an address would have the image loaded again.
    if (this.#address === address) return;
    this.#address = address;
    // What was missing in one place may be there in another.
    this.#isMissing = false;
    this.#image.src = address;
  }

  #render(): void {
    if (this.#isMissing) render(renderNote(t('This image no longer exists')), this.element);
    else if (this.#tooLarge !== undefined)
      render(html`${renderNote(this.#tooLarge)} ${this.#renderActions()}`, this.element);
    else render(this.#renderShown(), this.element);
  }

  #renderShown(): TemplateResult {
    const file = this.#file;
    return html`
      <button
        type="button"
        class="picture-button"
        title=${t('Open image')}
        @click=${on((button) => emitMessage(button, { type: 'openPicture', file }))}
      >
        ${this.#image}
      </button>
      ${this.#renderActions()}
    `;
  }

  #renderActions(): TemplateResult {
    const file = this.#file;
    const turnId = this.#context?.answerId ?? '';
    const act = (action: DrawnImageAction) => (button: Element) =>
      emitMessage(button, { type: 'drawnImage', action, turnId, file });
    const save = (button: Element) => emitMessage(button, { type: 'savePicture', file });
    return html`<div class="picture-actions">
      ${
        this.#isDrawn
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
