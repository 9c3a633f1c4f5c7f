import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { convertedSide, maximumPromptLength, maximumSources } from '../../protocol/imageLimits.ts';
import type { ImageModelView, ModelOptions, SourceView } from '../../protocol/imagesProtocol.ts';
import { listenForDrops, onPastedFiles, toBase64 } from '../ui/droppedFiles.ts';
import { renderFurther } from '../ui/furtherParameters.ts';
import { readPageState, writePageState } from '../ui/host.ts';
import { formatNumber, t } from '../ui/l10n.ts';
import { onEnter, onOnce, valueIn } from '../ui/listeners.ts';
import { fileAddress } from '../ui/mediaWords.ts';
import { renderModelButton } from '../ui/modelButton.ts';
import type { Undoable } from '../ui/notice.ts';
import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import { renderRemark, renderUndoable } from '../ui/remark.ts';
import {
  type ImageDraft,
  isMaskLeftOut,
  listLeftOut,
  namesOfConverted,
  optionsOf,
  restoreDraft,
  storedDraft,
  toParameters,
  toSources,
} from './imageDraft.ts';
import { announce, emitMessage } from './imagesEvents.ts';
import type { MaskEditor } from './maskEditor.ts';
import { renderSources } from './sourceList.ts';

const draftKey = 'imageDraft';

/** Where a person writes a prompt, chooses what to ask for, and adds sources. It owns the draft. */
export class ImageComposer extends PageElement {
  static override readonly properties = drawnProperties(
    'model',
    'folder',
    'draft',
    'isDraggedOver',
    'problem',
    'undoable',
  );

  declare model: ImageModelView | undefined;
  declare folder: string;
  declare draft: ImageDraft;
  declare isDraggedOver: boolean;
  /** What is wrong with the further parameters. */
  declare problem: string;
  /** What was just replaced or removed, until something is changed. */
  declare undoable: Undoable | undefined;
  /** Whether the host decides about a request: a second Enter would send it twice. */
  isSending = false;

  constructor() {
    super();
    this.draft = restoreDraft(readPageState(draftKey));
    this.isDraggedOver = false;
    this.problem = '';
    listenForDrops({
      onDrag: (isOver) => {
        this.isDraggedOver = isOver;
      },
      onAddresses: (addresses) =>
        emitMessage(this, { type: 'addAddresses', addresses: addresses.slice(0, maximumSources) }),
      onFiles: (files) => void this.#takeFiles(files),
    });
  }

  /** Replaces what is there. */
  setDraft(draft: ImageDraft): void {
    const { prompt, sources } = this.draft;
    const isLoss = prompt.trim() !== '' || sources.length > 0;
    this.#edit(draft, isLoss ? t('Your prompt was replaced.') : undefined);
    // It may come from a file, and is billed: none of it is sent unseen.
    const more = this.querySelector<HTMLDetailsElement>('.more');
    if (more) more.open = draft.further !== '';
    this.focusPrompt();
  }

  addSources(added: readonly SourceView[]): void {
    const known = this.draft.sources;
    const fresh = added.filter(({ file }) => !known.some((source) => source.file === file));
    const sources = [...known, ...fresh];
    this.#edit({ sources: sources.slice(0, maximumSources) });
    if (sources.length > maximumSources)
      announce(this, t('At most {0} source images can be added.', maximumSources), true);
    else if (fresh.length > 0) announce(this, t('Source images: {0}', sources.length));
  }

  /** The host began a request, or the person said no. */
  endSending(): void {
    this.isSending = false;
  }

  focusPrompt(options?: FocusOptions): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.prompt')?.focus(options));
  }

  /** With `loss` in words, what was there can be had back until the next change. */
  #edit(change: Partial<ImageDraft>, loss?: string): void {
    const before = this.draft;
    const undo = () => {
      this.#edit(before);
      this.focusPrompt();
    };
    this.draft = { ...before, ...change };
    this.undoable = loss === undefined ? undefined : { text: loss, undo };
    writePageState(draftKey, storedDraft(this.draft));
  }

  protected override render(): TemplateResult {
    const { draft, model } = this;
    const options = optionsOf(model, draft);
    const converted = namesOfConverted(draft, options).join(', ');
    const leftOut = listLeftOut(draft, options).join(', ');
    return html`
      <div class="prompt-box ${this.isDraggedOver ? 'drop-target' : ''}">
        <textarea
          class="prompt"
          aria-label=${t('Prompt')}
          placeholder=${draft.sources.length > 0 ? t('Describe what to change') : t('Describe an image')}
          maxlength=${maximumPromptLength}
          .value=${live(draft.prompt)}
          @input=${({ target }: Event) => this.#edit({ prompt: valueIn(target) })}
          @keydown=${onEnter(() => this.#generate())}
          @paste=${onPastedFiles((files) => void this.#takeFiles(files))}
        ></textarea>
        ${
          draft.sources.length > 0
            ? renderSources({
                folder: this.folder,
                sources: draft.sources,
                change: (sources, words, focus) => this.#changeSources(sources, words, focus),
                editMask: (source) => void this.#editMask(source),
              })
            : nothing
        }
      </div>
      <div class="choices">
        ${renderModelButton(model?.label, () => emitMessage(this, { type: 'selectModel' }))}
        <vscode-button secondary @click=${() => emitMessage(this, { type: 'addFiles' })}
          >${t('Add Source Images…')}</vscode-button
        >
      </div>
      <div class="choices">
        ${this.#renderSelect(t('Images'), String(Math.min(draft.count, options.mostImages)), countsUpTo(options.mostImages), (count) => ({ count: Number(count) }), false)}
        ${this.#renderSelect(t('Aspect ratio'), draft.aspectRatio, options.aspectRatios, (aspectRatio) => ({ aspectRatio }))}
        ${this.#renderSelect(t('Size'), draft.size, options.sizes, (size) => ({ size }))}
      </div>
      ${renderFurther(draft.further, this.problem, (further) => {
        this.problem = '';
        this.#edit({ further });
      })}
      <div class="remarks" role="status">
        ${renderRemark('warning', this.#maskRemark(options))}
        ${renderRemark('info', converted !== '' && t('Converted to WebP of at most {0} pixels before sending: {1}', formatNumber(convertedSide), converted))}
        ${renderRemark('warning', options.warning)}
        ${renderRemark('info', leftOut !== '' && t('Not offered by this model: {0}', leftOut))}
        ${renderUndoable(this.undoable)}
        ${renderRemark('info', options.isOneByOne && draft.count > 1 && t('Sends {0} requests, one for each image.', draft.count))}
      </div>
      <vscode-button
        class="generate"
        ?disabled=${draft.prompt.trim() === ''}
        @click=${onOnce(() => this.#generate())}
        >${t('Generate')}</vscode-button
      >
      <images-mask-editor></images-mask-editor>
    `;
  }

  /** Why a mask that the person made is not sent. */
  #maskRemark(options: ModelOptions): string | false {
    const { draft, model } = this;
    if (!isMaskLeftOut(draft, options)) return false;
    return options.takesMask
      ? t('The mask is not sent: only the first source image can have a mask.')
      : t(
          'The mask is not sent: {0} doesn’t accept a mask for these sources.',
          model?.label ?? t('the model'),
        );
  }

  #renderSelect(
    label: string,
    value: string,
    choices: readonly string[],
    toChange: (value: string) => Partial<ImageDraft>,
    hasAuto = true,
  ): TemplateResult | typeof nothing {
    if (choices.length === 0) return nothing;
    return html`<label class="choice"
      ><span>${label}</span>
      <select class="select" @change=${({ target }: Event) => this.#edit(toChange(valueIn(target)))}>
        ${hasAuto ? html`<option value="" .selected=${!choices.includes(value)}>${t('Auto')}</option>` : nothing}
        ${choices.map((choice) => html`<option value=${choice} .selected=${choice === value}>${choice}</option>`)}
      </select></label
    >`;
  }

  #changeSources(sources: readonly SourceView[], words: string, focus: SourceView | undefined): void {
    const before = this.draft.sources;
    const countMasks = (all: readonly SourceView[]) => all.filter(({ mask }) => mask !== undefined).length;
    const isLess = sources.length < before.length || countMasks(sources) < countMasks(before);
    this.#edit({ sources }, isLess ? words : undefined);
    if (!isLess) announce(this, words);
    if (!focus) return this.focusPrompt();
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>(`.source[data-file="${CSS.escape(focus.file)}"]`)?.focus(),
    );
  }

  async #editMask(source: SourceView): Promise<void> {
    const editor = this.querySelector<MaskEditor>('images-mask-editor');
    const mask = await editor?.open(source, fileAddress(this.folder, source.file));
    if (mask === undefined) return this.focusPrompt();
    const { mask: _, ...without } = source;
    const changed = mask === null ? without : { ...without, mask };
    const sources = this.draft.sources.map((other) => (other.file === source.file ? changed : other));
    const words = mask === null ? t('Mask removed') : t('Mask applied to {0}', source.name);
    this.#changeSources(sources, words, changed);
  }

  #generate(): void {
    const { draft } = this;
    const prompt = draft.prompt.trim();
    if (prompt === '' || this.isSending) return;
    const options = optionsOf(this.model, draft);
    const parameters = toParameters(draft, options);
    if ('problem' in parameters) {
      this.problem = parameters.problem;
      announce(this, parameters.problem);
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.further')?.focus());
      return;
    }
    const request = { prompt, parameters, sources: toSources(draft, options) };
    this.isSending = true;
    emitMessage(this, { type: 'generate', request });
  }

  /** One after the other: large images take memory. */
  async #takeFiles(files: readonly File[]): Promise<void> {
    for (const file of files.slice(0, maximumSources)) {
      try {
        emitMessage(this, { type: 'addBytes', name: file.name, bytes: await toBase64(file) });
      } catch {
        announce(this, t('{0} could not be read.', file.name), true);
      }
    }
  }
}

function countsUpTo(most: number): readonly string[] {
  return Array.from({ length: most }, (_, index) => String(index + 1));
}
