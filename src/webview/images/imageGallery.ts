import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { thumbnailOf } from '../../protocol/imageLimits.ts';
import type { ImageView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { renderIcon, renderIconButton } from '../ui/iconButton.ts';
import { formatNumber, t } from '../ui/l10n.ts';
import { valueIn } from '../ui/listeners.ts';
import { fileAddress, formatBytes } from '../ui/mediaWords.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { makeThumbnail } from './convertImage.ts';
import { announce, emitIntent, emitMessage } from './imagesEvents.ts';

/** Number of tiles rendered at first; more are added when their end comes near. */
const tilesAtOnce = 24;

export interface ImageCounts {
  /** Number of images, including those that the page does not have yet. */
  readonly total: number;
  /** Size of all images on disk. */
  readonly bytes: number;
  /** Number of deleted images that can be restored. */
  readonly restorable: number;
}

interface GalleryFilter {
  /** The search text. */
  readonly words: string;
  /** '' for all models. */
  readonly model: string;
  readonly isFavorites: boolean;
}

/** All images, searchable by prompt. A single tab stop: arrow keys move from image to image. */
export class ImageGallery extends PageElement {
  static override readonly properties = drawnProperties(
    'images',
    'folder',
    'counts',
    'thumbnails',
    'shownId',
    'filter',
    'drawn',
    'currentId',
  );

  /** The latest first. */
  images: readonly ImageView[] = [];
  folder = '';
  counts: ImageCounts = { total: 0, bytes: 0, restorable: 0 };
  /** Files for which the host has a thumbnail. */
  thumbnails: ReadonlySet<string> = new Set();
  /** The image that is shown large. */
  declare shownId: string | undefined;
  filter: GalleryFilter = { words: '', model: '', isFavorites: false };
  /** Number of rendered tiles. */
  drawn = tilesAtOnce;
  /** The image that has the focus, or will get it. */
  declare currentId: string | undefined;
  readonly #observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.drawn += tilesAtOnce;
    },
    { rootMargin: '600px' },
  );

  /** Focuses an image, for example after it was shown large. */
  focusImage(id: string): void {
    const index = this.#found().findIndex((image) => image.id === id);
    if (index >= this.drawn) this.drawn = index + tilesAtOnce;
    this.currentId = id;
    void this.updateComplete.then(() => this.#tile(id)?.focus());
  }

  /** Focuses the image next to those that are being removed, or else a button above. */
  focusBeside(ids: readonly string[]): void {
    const found = this.#found();
    const index = found.findIndex(({ id }) => ids.includes(id));
    const stays = ({ id }: ImageView) => !ids.includes(id);
    const neighbor = found.slice(index).find(stays) ?? found.slice(0, Math.max(index, 0)).findLast(stays);
    if (neighbor) this.focusImage(neighbor.id);
    else this.querySelector<HTMLElement>('.gallery-filters .icon-button')?.focus();
  }

  protected override updated(): void {
    this.#observer.disconnect();
    const end = this.querySelector('.gallery-end');
    if (end) this.#observer.observe(end);
  }

  protected override render(): TemplateResult {
    const found = this.#found();
    const { words, model, isFavorites } = this.filter;
    const { total, restorable } = this.counts;
    const bytes = formatBytes(this.counts.bytes);
    const models = [...new Set(this.images.map(({ model }) => model))].toSorted();
    const current = found.some(({ id }) => id === this.currentId) ? this.currentId : found[0]?.id;
    return html`
      <header class="gallery-header">
        <h2>${t('All images')}</h2>
        <span class="quiet"
          >${total === 1 ? t('1 image, {0}', bytes) : t('{0} images, {1}', formatNumber(total), bytes)}</span
        >
        ${
          restorable > 0
            ? html`<button
                type="button"
                class="link"
                title=${t('Deleted images can be restored for a day.')}
                @click=${() => {
                  emitMessage(this, { type: 'restore' });
                  // The button is removed; keep the focus in the page.
                  this.querySelector<HTMLElement>('.search')?.focus();
                }}
              >
                ${restorable === 1 ? t('Restore 1 deleted image') : t('Restore {0} deleted images', formatNumber(restorable))}
              </button>`
            : nothing
        }
        <div class="gallery-filters">
          <input
            class="text-input search"
            type="search"
            aria-label=${t('Search prompts')}
            placeholder=${t('Search prompts')}
            .value=${words}
            @input=${({ target }: InputEvent) => this.#setFilter({ words: valueIn(target) })}
          />
          ${
            models.length > 1
              ? html`<select
                  class="select"
                  aria-label=${t('Filter by model')}
                  @change=${({ target }: Event) => this.#setFilter({ model: valueIn(target) })}
                >
                  <option value="">${t('All models')}</option>
                  ${models.map((name) => html`<option value=${name} .selected=${name === model}>${name}</option>`)}
                </select>`
              : nothing
          }
          <button
            type="button"
            class="icon-button"
            title=${t('Show favorites only')}
            aria-label=${t('Show favorites only')}
            aria-pressed=${isFavorites}
            @click=${() => this.#setFilter({ isFavorites: !isFavorites })}
          >
            ${renderIcon(isFavorites ? 'star-full' : 'star-empty')}
          </button>
          ${renderIconButton('trash', t('Delete images…'), (button) => emitMessage(button, { type: 'cleanUp' }))}
        </div>
      </header>
      ${
        found.length === 0
          ? html`<p class="quiet empty">
              ${this.images.length === 0 ? t('Images that you generate appear here.') : t('No images found.')}
            </p>`
          : html`<ul
              class="gallery"
              role="listbox"
              aria-label=${t('All images. Enter shows an image, Delete deletes it.')}
              @keydown=${(event: KeyboardEvent) => this.#handleKey(event)}
            >
              ${repeat(
                found.slice(0, this.drawn),
                ({ id }) => id,
                (image, index) => this.#renderTile(image, index, found.length, current),
              )}
            </ul>`
      }
      ${found.length > this.drawn ? html`<div class="gallery-end"></div>` : nothing}
    `;
  }

  #renderTile(
    { id, file, prompt, isFavorite }: ImageView,
    index: number,
    total: number,
    current: string | undefined,
  ): TemplateResult {
    const name = shortenPrompt(prompt);
    return html`<li
      class="tile"
      role="option"
      data-id=${id}
      tabindex=${id === current ? 0 : -1}
      aria-selected=${id === this.shownId ? 'true' : 'false'}
      aria-posinset=${index + 1}
      aria-setsize=${total}
      aria-label=${isFavorite ? t('{0}, favorite', name) : name}
      title=${name}
      @click=${() => this.#show(id)}
      @focus=${() => {
        this.currentId = id;
      }}
    >
      ${
        this.thumbnails.has(file)
          ? html`<img src=${fileAddress(this.folder, thumbnailOf(file))} alt="" loading="lazy" decoding="async" />`
          : html`<img
              src=${fileAddress(this.folder, file)}
              crossorigin="anonymous"
              alt=""
              loading="lazy"
              decoding="async"
              @load=${{ once: true, handleEvent: ({ currentTarget }: Event) => this.#shrink(currentTarget, file) }}
            />`
      }
      ${isFavorite ? renderIcon('star-full', 'tile-star') : nothing}
    </li>`;
  }

  #shrink(image: EventTarget | null, file: string): void {
    if (image instanceof HTMLImageElement) void makeThumbnail(image, file);
  }

  #found(): readonly ImageView[] {
    const { model: wanted, isFavorites } = this.filter;
    const words = this.filter.words.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0 && wanted === '' && !isFavorites) return this.images;
    return this.images.filter(({ prompt, revisedPrompt = '', model, isFavorite }) => {
      const text = `${prompt}\n${revisedPrompt}`.toLowerCase();
      return (
        words.every((word) => text.includes(word)) &&
        (wanted === '' || model === wanted) &&
        (!isFavorites || isFavorite)
      );
    });
  }

  #setFilter(change: Partial<GalleryFilter>): void {
    this.filter = { ...this.filter, ...change };
    this.drawn = tilesAtOnce;
    const { length } = this.#found();
    announce(this, length === 1 ? t('1 image found') : t('{0} images found', formatNumber(length)));
  }

  #show(id: string): void {
    this.currentId = id;
    emitIntent(this, { type: 'show', id });
  }

  #tile(id: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`.tile[data-id="${CSS.escape(id)}"]`);
  }

  #handleKey(event: KeyboardEvent): void {
    const found = this.#found();
    const index = found.findIndex(({ id }) => id === this.currentId);
    const image = found[index];
    if (!image || event.altKey || event.ctrlKey || event.metaKey) return;
    const columns = this.#countColumns();
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index - columns,
      ArrowDown: index + columns,
      Home: 0,
      End: found.length - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      const to = found[next];
      if (to) this.focusImage(to.id);
    } else if (event.key === 'Enter' || event.key === ' ') this.#show(image.id);
    else if (event.key === 'Delete') emitIntent(this, { type: 'delete', images: [image] });
    else return;
    event.preventDefault();
  }

  /** Number of tiles per row in the current layout. */
  #countColumns(): number {
    const list = this.querySelector('.gallery');
    return list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1;
  }
}
