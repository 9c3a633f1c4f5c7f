import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ImageModelView, ImagesHostMessage, ImageView, RunView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { describeFailure } from '../ui/failure.ts';
import { GenerationPage } from '../ui/generationPage.ts';
import { t } from '../ui/l10n.ts';
import { isForInputMethod } from '../ui/listeners.ts';
import { drawnProperties } from '../ui/pageElement.ts';
import { answerConversion } from './convertImage.ts';
import type { ImageComposer } from './imageComposer.ts';
import { draftOf, type MadeWith, toSource } from './imageDraft.ts';
import type { ImageCounts, ImageGallery } from './imageGallery.ts';
import { emitMessage, type ImagesIntent, type ShownMode } from './imagesEvents.ts';
import { describeDeleted, describeState, renderRun } from './runCard.ts';
import { renderShownImage, versionsOf } from './shownImage.ts';

/** A run, and when the page received its elapsed time. */
interface ShownRun {
  readonly view: RunView;
  readonly at: number;
}

/** The whole tab. Shows the host's state; its own state is only which image is shown large. */
export class ImagesApp extends GenerationPage<ImageComposer> {
  static override readonly properties = drawnProperties('images', 'runs', 'model', 'shownId', 'mode', 'now');

  /** The latest first; undefined until the host has sent them. */
  declare images: readonly ImageView[] | undefined;
  /** The latest first. */
  runs: readonly ShownRun[] = [];
  declare model: ImageModelView | undefined;
  declare shownId: string | undefined;
  /** How the image that is shown large is shown; alone by default. */
  declare mode: ShownMode | undefined;
  /** Time of the last tick, for the elapsed time of runs. */
  now = performance.now();
  #byId = new Map<string, ImageView>();
  #folder = '';
  /** Counts of all images, including those that the page does not have yet. */
  #counts: ImageCounts = { bytes: 0, total: 0, restorable: 0 };
  #thumbnails: ReadonlySet<string> = new Set();
  /** The images that can be restored while the notice is shown. */
  #deleted: readonly ImageView[] = [];

  constructor() {
    super('images');
    this.addEventListener('images-intent', ({ detail }) => this.#heed(detail));
    // On the document, for keys while no element has the focus.
    document.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  receive(message: ImagesHostMessage): void {
    switch (message.type) {
      case 'state':
        this.#folder = message.folder;
        this.#counts = message;
        this.#thumbnails = new Set(message.thumbnails);
        this.runs = message.runs.map((view) => ({ view, at: performance.now() })).reverse();
        return this.#setImages(message.images);
      case 'model':
        this.model = message.model;
        return;
      case 'images': {
        this.#counts = message;
        const removed = new Set([...message.removed, ...message.changed.map(({ id }) => id)]);
        const rest = (this.images ?? []).filter(({ id }) => !removed.has(id));
        const merged = [...message.changed, ...rest];
        return this.#setImages(merged.toSorted((one, other) => other.createdAt - one.createdAt));
      }
      case 'run':
        return this.#setRun(message.id, message.run);
      case 'decided':
        if (this.composer) this.composer.isSending = false;
        return;
      case 'reuse':
        this.#reuse(message);
        return this.tell(message.text);
      case 'show':
        return this.#show(message.id);
      case 'delete':
        return this.#delete(message.ids.flatMap((id) => this.#byId.get(id) ?? []));
      case 'sources':
        return this.composer?.addSources(message.sources);
      case 'convert':
        return void answerConversion(this, message);
      case 'notice':
        return this.tell(message.text);
    }
  }

  #setImages(images: readonly ImageView[]): void {
    this.#byId = new Map(images.map((image) => [image.id, image]));
    this.images = images;
    const shown = this.shownId === undefined ? undefined : this.#byId.get(this.shownId);
    this.shownId = shown?.id;
    // There is nothing left to compare with.
    if (shown && this.mode === 'comparison' && this.#versionsOf(shown).length < 2) this.mode = undefined;
  }

  #setRun(id: string, view: RunView | undefined): void {
    const known = this.runs.find((run) => run.view.id === id)?.view;
    const run = view && { view, at: performance.now() };
    this.runs = known
      ? this.runs.flatMap((other) => (other.view.id === id ? (run ?? []) : other))
      : [...(run ? [run] : []), ...this.runs];
    if (!view) return;
    if (!known && this.composer?.isSending) void this.#scrollTo(`.run[data-id="${CSS.escape(id)}"]`);
    if (view.state !== known?.state) this.#announceRun(view);
  }

  /** Scrolls to an element, and focuses an element in it. */
  async #scrollTo(selector: string, focused?: string): Promise<void> {
    await this.updateComplete;
    const element = this.querySelector(selector);
    element?.scrollIntoView({ block: 'nearest' });
    if (focused) element?.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  }

  #announceRun(view: RunView): void {
    const words = view.failure ? describeFailure(view.failure) : describeState(view, view.elapsedMs);
    this.announce(t('{0}: {1}', shortenPrompt(view.request.prompt, 60), words));
  }

  protected override get isRunning(): boolean {
    return this.runs.some(({ view }) => view.state === 'running');
  }

  protected override tick(): void {
    this.now = performance.now();
  }

  protected override render(): TemplateResult {
    const { images } = this;
    return html`
      <main>
        <h1 class="visually-hidden">${t('Model Relay: Images')}</h1>
        <images-composer class="composer" .model=${this.model} .folder=${this.#folder}></images-composer>
        <div class="results">
        ${this.#renderShown()}
        ${repeat(
          this.runs,
          ({ view }) => view.id,
          (run) => this.#renderRun(run),
        )}
        ${
          images
            ? html`<images-gallery
                .images=${images}
                .folder=${this.#folder}
                .counts=${this.#counts}
                .thumbnails=${this.#thumbnails}
                .shownId=${this.shownId}
              ></images-gallery>`
            : nothing
        }
        </div>
      </main>
      ${this.renderNotices()}
    `;
  }

  #renderShown(): TemplateResult | typeof nothing {
    const image = this.shownId === undefined ? undefined : this.#byId.get(this.shownId);
    if (!image) return nothing;
    return renderShownImage(image, {
      folder: this.#folder,
      versions: this.#versionsOf(image),
      mode: this.mode,
      close: () => this.#close(),
    });
  }

  #renderRun({ view, at }: ShownRun): TemplateResult {
    const since = view.state === 'running' ? Math.max(0, this.now - at) : 0;
    return renderRun(view, view.elapsedMs + since, {
      folder: this.#folder,
      find: (id) => this.#byId.get(id),
      versionsOf: (image) => this.#versionsOf(image),
    });
  }

  #versionsOf(image: ImageView): readonly ImageView[] {
    return versionsOf(image, this.images ?? [], this.#byId);
  }

  #heed(intent: ImagesIntent): void {
    switch (intent.type) {
      case 'show':
        return this.#show(intent.id, intent.mode);
      case 'useAsSource':
        this.composer?.addSources([toSource(intent.image)]);
        return this.composer?.focusPrompt();
      case 'reuse':
        return this.#reuse(intent.made);
      case 'delete':
        return this.#delete(intent.images);
    }
  }

  /** The sources of an image replace the current ones if any of them still exists. */
  #reuse({ prompt, parameters, model, sources, parentIds = [], sourceCount = 0 }: MadeWith): void {
    const parents = parentIds.flatMap((id) => this.#byId.get(id) ?? []);
    const missing = Math.max(sourceCount, parentIds.length) - parents.length;
    if (missing > 0) this.tell(describeMissing(missing));
    const found = parents.length > 0 ? parents.map(toSource) : this.composer?.draft.sources;
    this.composer?.setDraft(draftOf(prompt, parameters, sources ?? found ?? []));
    if (model) emitMessage(this, { type: 'useModel', model });
  }

  /** Deletes images. Earlier deletions are undone together with this one while their notice is shown. */
  #delete(images: readonly ImageView[]): void {
    if (images.length === 0) return;
    const ids = images.map(({ id }) => id);
    emitMessage(this, { type: 'delete', ids });
    const shown = this.shownId === undefined ? undefined : this.#byId.get(this.shownId);
    const isWithVersions = this.mode === 'versions';
    const leaving = isWithVersions ? 'images-gallery' : '.shown, images-gallery';
    if (document.activeElement?.closest(leaving))
      this.querySelector<ImageGallery>('images-gallery')?.focusBeside(ids);
    if (shown && isWithVersions)
      this.shownId = this.#versionsOf(shown).find(({ id }) => !ids.includes(id))?.id;
    this.#deleted = this.undo ? [...images, ...this.#deleted] : images;
    this.offerUndo({ text: describeDeleted(this.#deleted.length), undo: () => this.#undo() });
  }

  #show(id: string, mode?: ShownMode): void {
    this.shownId = id;
    this.mode = mode;
    void this.#scrollTo('.shown', mode === 'comparison' ? 'input' : '.image-button');
  }

  #close(): void {
    const id = this.shownId;
    // First go back to the single image.
    if (id !== undefined && this.mode) return this.#show(id);
    this.shownId = undefined;
    if (id !== undefined) this.querySelector<ImageGallery>('images-gallery')?.focusImage(id);
  }

  /** Escape closes the large image, Ctrl+Z undoes a deletion, unless the focused element uses these keys itself. */
  #handleKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, target } = event;
    const isIn = (elements: string) => target instanceof Element && target.closest(elements) !== null;
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey);
    if (isForInputMethod(event)) return;
    if (key === 'Escape' && this.shownId !== undefined && !isIn('dialog')) this.#close();
    else if (isUndo && this.undo && !isIn('dialog, textarea, input:not([type=range])')) this.#undo();
    else return;
    event.preventDefault();
    // Otherwise, VS Code would undo what was typed in the prompt.
    event.stopPropagation();
  }

  #undo(): void {
    const deleted = this.#deleted;
    emitMessage(this, { type: 'restore', ids: deleted.map(({ id }) => id) });
    this.dropUndo();
    const { length } = deleted;
    this.announce(length === 1 ? t('Image restored') : t('{0} images restored', length));
  }
}

function describeMissing(count: number): string {
  return count === 1
    ? t('1 source image is no longer available. Add it again.')
    : t('{0} source images are no longer available. Add them again.', count);
}
