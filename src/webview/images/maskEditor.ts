import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { SourceView } from '../../protocol/imagesProtocol.ts';
import { renderIcon, renderIconButton } from '../ui/iconButton.ts';
import { formatShare, t } from '../ui/l10n.ts';
import { isForInputMethod, numberIn, on, onOnce } from '../ui/listeners.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { renderRange } from '../ui/rangeInput.ts';
import { renderRemark } from '../ui/remark.ts';
import { announce } from './imagesEvents.ts';
import { drawWithPointer, Mask, type MaskStep, type MaskTool, type Rectangle } from './mask.ts';

/** A mask with more pixels would need more memory than a page has. */
const mostPixels = 50_000_000;
const zoomStep = 1.5;
const leastZoom = 0.05;
const greatestZoom = 8;

/** A dialog for painting the part of a source that may change. It is open as long as it is in the page. */
export class MaskEditor extends PageElement {
  static override readonly properties = drawnProperties(
    'source',
    'address',
    'close',
    'mask',
    'tool',
    'brushWidth',
    'zoom',
    'failure',
    'steps',
  );

  declare source: SourceView;
  declare address: string;
  /** Called at the end with the mask to send, null to remove the mask, or undefined to leave it unchanged. */
  declare close: (mask: string | null | undefined) => void;
  /** Set once the image has loaded. */
  declare mask: Mask | undefined;
  tool: MaskTool = 'brush';
  /** In image pixels. */
  brushWidth = 1;
  /** Screen pixels per image pixel. */
  zoom = 1;
  failure = '';
  /** Number of steps so far; a change renders the undo buttons again. */
  steps = 0;
  /** The number of steps when the person was asked to confirm closing without the painted mask. */
  #askedAt = 0;

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
    // Not the first button, which closes the dialog.
    this.querySelector<HTMLElement>('.mask-stage')?.focus();
  }

  protected override render(): TemplateResult {
    const { source, mask } = this;
    return html`<dialog
      class="mask-dialog"
      aria-labelledby="mask-title"
      @cancel=${(event: Event) => this.#leave(event)}
      @close=${() => this.close(undefined)}
      @keydown=${(event: KeyboardEvent) => this.#handleKey(event)}
    >
      <header>
        <h2 id="mask-title">${t('Mask for {0}', source.name)}</h2>
        ${renderIconButton('close', t('Close'), () => this.#leave())}
      </header>
      <p class="quiet">${t('Paint over the areas that may change. The rest of the image stays as it is.')}</p>
      ${mask ? this.#renderToolbar(mask) : nothing}
      <div
        class="mask-stage"
        tabindex="0"
        role="group"
        aria-label=${t('Image with its mask. Arrow keys scroll. To paint without a pointer, use “Rectangle by Coordinates” below.')}
        @pointerdown=${on((stage) => stage instanceof HTMLElement && stage.focus({ preventScroll: true }))}
        @wheel=${(event: WheelEvent) => this.#handleWheel(event)}
      >
        <div class="mask-layers">
          <img
            src=${this.address}
            alt=${source.name}
            width=${mask ? Math.round(mask.canvas.width * this.zoom) : nothing}
            @load=${({ target }: Event) => void this.#begin(target)}
            @error=${() => this.#fail(t('{0} could not be read.', source.name))}
          />
          ${mask?.canvas ?? nothing}
        </div>
      </div>
      ${renderRemark('error', this.failure)}
      ${mask ? this.#renderRectangle(mask) : nothing}
      <footer>
        <vscode-button ?disabled=${!mask} @click=${onOnce(() => void this.#apply())}>${t('Apply Mask')}</vscode-button>
        ${
          source.mask === undefined
            ? nothing
            : html`<vscode-button secondary @click=${() => this.close(null)}>${t('Remove Mask')}</vscode-button>`
        }
        <vscode-button secondary @click=${onOnce(() => this.#leave())}>${t('Cancel')}</vscode-button>
      </footer>
    </dialog>`;
  }

  #renderToolbar(mask: Mask): TemplateResult {
    const most = Math.max(20, Math.round(Math.min(mask.canvas.width, mask.canvas.height) / 2));
    const width = this.brushWidth;
    const brush = { min: 1, max: most, step: 1, value: width, text: t('{0} pixels', width) };
    return html`<div class="mask-tools" role="group" aria-label=${t('Mask tools')}>
      <span class="icon-actions">
        ${this.#renderTool('brush', 'edit', t('Brush (B)'))} ${this.#renderTool('eraser', 'eraser', t('Eraser (E)'))}
        ${this.#renderTool('rectangle', 'primitive-square', t('Rectangle (R)'))}
      </span>
      <label class="mask-range"
        ><span>${t('Brush size')}</span>${renderRange(t('Brush size'), brush, (width) => {
          this.brushWidth = width;
        })}</label
      >
      <span class="icon-actions">
        ${renderIconButton('discard', t('Undo'), () => this.#change('undo'), { isDisabled: !mask.canUndo })}
        ${renderIconButton('redo', t('Redo'), () => this.#change('redo'), { isDisabled: !mask.canRedo })}
        ${renderIconButton('color-mode', t('Invert (I)'), () => this.addStep({ type: 'invert' }, t('Mask inverted')))}
        ${renderIconButton('clear-all', t('Clear'), () => this.addStep({ type: 'clear' }, t('Mask cleared')))}
      </span>
      <span class="icon-actions">
        ${renderIconButton('zoom-out', t('Zoom out (-)'), () => this.#zoomTo(this.zoom / zoomStep))}
        <span class="mask-zoom">${formatShare(this.zoom)}</span>
        ${renderIconButton('zoom-in', t('Zoom in (+)'), () => this.#zoomTo(this.zoom * zoomStep))}
        ${renderIconButton('screen-full', t('Fit to view (0)'), () => this.#fit())}
      </span>
    </div>`;
  }

  #renderTool(tool: MaskTool, icon: string, name: string): TemplateResult {
    return html`<button
      type="button"
      class="icon-button"
      title=${name}
      aria-label=${name}
      aria-pressed=${this.tool === tool ? 'true' : 'false'}
      @click=${() => {
        this.tool = tool;
      }}
    >
      ${renderIcon(icon)}
    </button>`;
  }

  /** Adds a rectangle by numbers, without a pointer. */
  #renderRectangle({ canvas: { width, height } }: Mask): TemplateResult {
    const field = (name: keyof Rectangle, label: string, value: number, most: number) =>
      html`<label class="choice"
        ><span>${label}</span
        ><input class="text-input" type="number" name=${name} min="0" max=${most} value=${value}
      /></label>`;
    const press = (isErasing: boolean) => () => this.#addByNumbers(isErasing);
    return html`<details class="more">
      <summary>${t('Rectangle by Coordinates')}</summary>
      <div class="choices">
        ${field('x', t('Left'), 0, width)} ${field('y', t('Top'), 0, height)}
        ${field('width', t('Width'), width, width)} ${field('height', t('Height'), height, height)}
      </div>
      <p class="quiet">${t('In pixels of the image, which is {0} × {1}.', width, height)}</p>
      <div class="choices">
        <vscode-button secondary @click=${press(false)}>${t('Paint Rectangle')}</vscode-button>
        <vscode-button secondary @click=${press(true)}>${t('Erase Rectangle')}</vscode-button>
      </div>
    </details>`;
  }

  async #begin(image: EventTarget | null): Promise<void> {
    const { source } = this;
    if (!(image instanceof HTMLImageElement) || this.mask) return;
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width * height > mostPixels) return this.#fail(t('{0} is too large for a mask.', source.name));
    const mask = new Mask({ width, height });
    try {
      if (source.mask !== undefined) await mask.load(source.mask);
    } catch {
      this.#fail(t('The earlier mask could not be read.'));
    }
    this.brushWidth = Math.max(4, Math.round(Math.min(width, height) / 16));
    drawWithPointer(mask, this);
    this.mask = mask;
    await this.updateComplete;
    this.#fit();
  }

  #fail(words: string): void {
    this.failure = words;
    announce(this, words);
  }

  /** Adds an editing step, and announces it in words. */
  addStep(step: MaskStep, words = ''): void {
    this.mask?.add(step);
    this.#countStep(words);
  }

  #addByNumbers(isErasing: boolean): void {
    const { mask } = this;
    if (!mask) return;
    const read = (name: string) => numberIn(this.querySelector(`.mask-dialog input[name="${name}"]`));
    const area = { x: read('x'), y: read('y'), width: read('width'), height: read('height') };
    if (area.width <= 0 || area.height <= 0) return this.#fail(t('Enter a width and a height above 0.'));
    const words = isErasing ? t('Rectangle erased') : t('Rectangle painted');
    this.addStep({ type: 'rectangle', isErasing, area }, words);
  }

  #change(way: 'undo' | 'redo'): void {
    this.mask?.[way]();
    this.#countStep(way === 'undo' ? t('Undone') : t('Redone'));
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && (key === 'z' || key === 'y'))
      this.#change(key === 'y' || event.shiftKey ? 'redo' : 'undo');
    else if (isCommand || event.altKey) return;
    else if (key === 'b') this.tool = 'brush';
    else if (key === 'e') this.tool = 'eraser';
    else if (key === 'r') this.tool = 'rectangle';
    else if (key === 'i') this.addStep({ type: 'invert' }, t('Mask inverted'));
    else if (key === '+' || key === '=') this.#zoomTo(this.zoom * zoomStep);
    else if (key === '-') this.#zoomTo(this.zoom / zoomStep);
    else if (key === '0') this.#fit();
    else return;
    event.preventDefault();
  }

  #handleWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#zoomTo(event.deltaY < 0 ? this.zoom * 1.1 : this.zoom / 1.1);
  }

  /** Zooms around the center of the view. */
  #zoomTo(zoom: number): void {
    const stage = this.querySelector('.mask-stage');
    const next = Math.min(greatestZoom, Math.max(leastZoom, zoom));
    const ratio = next / this.zoom;
    this.zoom = next;
    void this.updateComplete.then(() => {
      if (!stage) return;
      stage.scrollLeft = (stage.scrollLeft + stage.clientWidth / 2) * ratio - stage.clientWidth / 2;
      stage.scrollTop = (stage.scrollTop + stage.clientHeight / 2) * ratio - stage.clientHeight / 2;
    });
  }

  #fit(): void {
    const { clientWidth = 0, clientHeight = 0 } = this.querySelector('.mask-stage') ?? {};
    const { width = 1, height = 1 } = this.mask?.canvas ?? {};
    this.#zoomTo(Math.min(clientWidth / width, clientHeight / height));
  }

  async #apply(): Promise<void> {
    const { mask } = this;
    if (!mask) return;
    // An empty mask would allow no edit at all: treat it as no mask.
    if (mask.isEmpty) return this.close(null);
    try {
      this.close(await mask.toPng());
    } catch {
      this.#fail(t('The mask could not be saved. Try a smaller image.'));
    }
  }

  #countStep(words: string): void {
    this.steps += 1;
    this.failure = '';
    if (words) announce(this, words);
  }

  /** Closes the dialog without the mask. If something was painted, it must be closed twice. */
  #leave(event?: Event): void {
    event?.preventDefault();
    if (this.steps === this.#askedAt) return this.close(undefined);
    this.#askedAt = this.steps;
    this.#fail(t('The mask is not applied yet. Close again to discard it.'));
  }
}
