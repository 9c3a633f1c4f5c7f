import { createElement, createIcon } from '../ui/dom.ts';
import { formatNumber, t } from '../ui/l10n.ts';
import { type DiagramTheme, type DrawnDiagram, drawDiagram } from './drawDiagram.ts';

/** Margin around the image, in pixels. */
const margin = 32;

/** Zoom factor of one press of a button or key, and of one wheel step, which is about 100. */
const step = 1.25;
const smallest = 0.1;
const biggest = 8;

/** A diagram with its zoom; if it can't be drawn, the reason and its source. */
export class DiagramView {
  readonly #root: Element;
  readonly #logWarning: (message: string) => void;
  readonly #scale = createElement('span', { class: 'scale', role: 'status' });
  readonly #stage = createElement('div', { class: 'stage', tabindex: '0', role: 'img' });
  readonly #source = createElement('pre', { tabindex: '0' });
  #text: string | undefined;
  #maximumLength = 0;
  #drawn: DrawnDiagram | undefined;
  #zoom = 1;
  /** The zoom that the person chose: it stays when the tab's size or the theme changes. */
  #chosenZoom: number | undefined;
  #drawings = 0;

  constructor(root: Element, logWarning: (message: string) => void) {
    this.#root = root;
    this.#logWarning = logWarning;
    this.#stage.addEventListener('wheel', (event) => this.#turnWheel(event), { passive: false });
    window.addEventListener('keydown', (event) => this.#handleKey(event));
    new ResizeObserver(() => this.#layOut()).observe(this.#stage);
    new MutationObserver(() => this.#changeTheme()).observe(document.body, {
      attributes: true,
      attributeFilter: ['class'],
    });
  }

  #theme: DiagramTheme | undefined;

  /** Longer text is shown only as source. */
  async show(text: string, maximumLength: number): Promise<void> {
    this.#text = text;
    this.#maximumLength = maximumLength;
    this.#source.textContent = text;
    await this.#draw();
  }

  #changeTheme(): void {
    if (this.#text !== undefined && readTheme() !== this.#theme) void this.#draw();
  }

  async #draw(): Promise<void> {
    const text = this.#text ?? '';
    this.#drawings += 1;
    const drawing = this.#drawings;
    this.#theme = readTheme();
    try {
      if (text.length > this.#maximumLength) throw new Error(t('The diagram is too long to draw.'));
      const drawn = await drawDiagram(text, this.#theme);
      // Skip an outdated drawing: another theme or text may have come in the meantime.
      if (drawing === this.#drawings) this.#showDrawn(drawn, text);
    } catch (error) {
      if (drawing === this.#drawings) this.#showFailure(error);
    }
  }

  #showDrawn(drawn: DrawnDiagram, text: string): void {
    const isFirst = !this.#stage.isConnected;
    this.#drawn = drawn;
    this.#stage.setAttribute('aria-label', t('Diagram: {0}', text.replace(/\s+/g, ' ').slice(0, 200)));
    this.#stage.replaceChildren(drawn.picture);
    if (isFirst) this.#root.replaceChildren(this.#createToolbar(), this.#stage, this.#createSource(false));
    this.#layOut();
    if (isFirst && document.hasFocus()) this.#stage.focus();
  }

  #showFailure(error: unknown): void {
    this.#drawn = undefined;
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    this.#logWarning(`a diagram could not be drawn: ${reason.slice(0, 300)}`);
    this.#root.replaceChildren(
      createElement(
        'div',
        { class: 'failure', role: 'alert' },
        createIcon('warning'),
        createElement(
          'div',
          {},
          createElement('p', {}, t('This diagram can’t be drawn.')),
          createElement('p', { class: 'reason' }, reason.slice(0, 500)),
        ),
      ),
      this.#createSource(true),
    );
  }

  #createToolbar(): Element {
    const button = (icon: string, name: string, press: () => void) => {
      const element = createElement(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': name, title: name },
        createIcon(icon),
      );
      element.addEventListener('click', press);
      return element;
    };
    return createElement(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': t('Zoom') },
      button('zoom-out', t('Zoom out (-)'), () => this.#choose(this.#zoom / step)),
      this.#scale,
      button('zoom-in', t('Zoom in (+)'), () => this.#choose(this.#zoom * step)),
      button('screen-full', t('Fit to view (0)'), () => this.#choose(undefined)),
    );
  }

  #createSource(isOpen: boolean): Element {
    const details = createElement(
      'details',
      { class: 'source' },
      createElement('summary', {}, t('Source')),
      this.#source,
    );
    details.open = isOpen;
    return details;
  }

  /** Undefined fits the whole diagram. */
  #choose(zoom: number | undefined): void {
    this.#chosenZoom = zoom;
    this.#layOut();
  }

  /** Zooms around the center of the view. */
  #layOut(): void {
    const stage = this.#stage;
    if (!this.#drawn || stage.clientWidth === 0) return;
    const { picture, width, height } = this.#drawn;
    const fitting = Math.min((stage.clientWidth - margin) / width, (stage.clientHeight - margin) / height);
    // What fits is never enlarged.
    const zoom = this.#chosenZoom ?? Math.min(1, fitting);
    const [middleX, middleY] = [
      (stage.scrollLeft + stage.clientWidth / 2) / Math.max(1, stage.scrollWidth),
      (stage.scrollTop + stage.clientHeight / 2) / Math.max(1, stage.scrollHeight),
    ];
    this.#zoom = Math.max(smallest, Math.min(biggest, zoom));
    picture.style.width = `${width * this.#zoom}px`;
    picture.style.height = `${height * this.#zoom}px`;
    stage.scrollLeft = middleX * stage.scrollWidth - stage.clientWidth / 2;
    stage.scrollTop = middleY * stage.scrollHeight - stage.clientHeight / 2;
    this.#scale.textContent = t('{0}%', formatNumber(Math.round(this.#zoom * 100)));
  }

  #turnWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const turns = Math.max(-300, Math.min(300, event.deltaY)) / 100;
    this.#choose(this.#zoom / step ** turns);
  }

  #handleKey(event: KeyboardEvent): void {
    if (!this.#drawn || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Node && this.#source.contains(event.target)) return;
    if (event.key === '+' || event.key === '=') this.#choose(this.#zoom * step);
    else if (event.key === '-') this.#choose(this.#zoom / step);
    else if (event.key === '0') this.#choose(undefined);
    else return;
    event.preventDefault();
  }
}

function readTheme(): DiagramTheme {
  const { classList } = document.body;
  if (classList.contains('vscode-high-contrast')) return 'highContrast';
  return classList.contains('vscode-dark') ? 'dark' : 'light';
}
