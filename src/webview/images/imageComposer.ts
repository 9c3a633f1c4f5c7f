import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { convertedSide, maximumSources } from '../../protocol/imageLimits.ts';
import type { ImageModelView, ModelOptions, SourceView } from '../../protocol/imagesProtocol.ts';
import { DraftComposer } from '../ui/draftComposer.ts';
import { renderFurther } from '../ui/furtherParameters.ts';
import { formatNumber, t } from '../ui/l10n.ts';
import { onOnce, valueIn } from '../ui/listeners.ts';
import { fileAddress } from '../ui/mediaWords.ts';
import { drawnProperties } from '../ui/pageElement.ts';
import { renderRemark, renderUndoable } from '../ui/remark.ts';
import {
  type ImageDraft,
  isMaskLeftOut,
  namesOfConverted,
  optionsOf,
  restoreDraft,
  storedDraft,
  toParameters,
  toSources,
} from './imageDraft.ts';
import { announce, emitMessage } from './imagesEvents.ts';
import { renderSources } from './sourceList.ts';

/** The composer: prompt, parameters and sources. */
export class ImageComposer extends DraftComposer<ImageDraft> {
  static override readonly properties = drawnProperties('model', 'problem', 'masked');

  declare model: ImageModelView | undefined;
  /** The problem with the further parameters. */
  problem = '';
  /** The source whose mask is being edited. */
  declare masked: SourceView | undefined;

  constructor() {
    super({
      key: 'imageDraft',
      restore: restoreDraft,
      toStored: storedDraft,
      mostSources: maximumSources,
      emitMessage,
      announce,
    });
  }

  /** Replaces the draft. */
  setDraft(draft: ImageDraft): void {
    this.replace(draft, this.draft.sources.length > 0);
    // Further parameters may come from a file and change the cost: none are sent unseen.
    const more = this.querySelector<HTMLDetailsElement>('.more');
    if (more) more.open = draft.further !== '';
  }

  addSources(added: readonly SourceView[]): void {
    const known = this.draft.sources;
    const fresh = added.filter(({ file }) => !known.some((source) => source.file === file));
    const sources = [...known, ...fresh];
    this.edit({ sources: sources.slice(0, maximumSources) });
    if (sources.length > maximumSources)
      announce(this, t('At most {0} source images can be added.', maximumSources), true);
    else if (fresh.length > 0) announce(this, t('Source images: {0}', sources.length));
  }

  protected override render(): TemplateResult {
    const { draft, model } = this;
    const options = optionsOf(model, draft);
    const converted = namesOfConverted(draft, options).join(', ');
    return html`
      ${this.renderPrompt(
        draft.sources.length > 0 ? t('Describe what to change') : t('Describe an image'),
        () => this.#generate(),
        draft.sources.length > 0
          ? renderSources({
              folder: this.folder,
              sources: draft.sources,
              change: (sources, words, focus) => this.#changeSources(sources, words, focus),
              editMask: (source) => {
                this.masked = source;
              },
            })
          : nothing,
      )}
      <div class="choices">
        ${this.renderModelButton(model?.label)}
        <vscode-button secondary @click=${() => emitMessage(this, { type: 'addFiles' })}
          >${t('Add Source Images…')}</vscode-button
        >
      </div>
      <div class="choices">
        ${this.#renderSelect(t('Count'), String(Math.min(draft.count, options.mostImages)), countsUpTo(options.mostImages), (count) => ({ count: Number(count) }), false)}
        ${this.#renderSelect(t('Aspect ratio'), draft.aspectRatio, options.aspectRatios, (aspectRatio) => ({ aspectRatio }))}
        ${this.#renderSelect(t('Size'), draft.size, options.sizes, (size) => ({ size }))}
      </div>
      ${renderFurther(draft.further, this.problem, (further) => {
        this.problem = '';
        this.edit({ further });
      })}
      <div class="remarks" role="status">
        ${renderRemark('warning', this.#maskRemark(options))}
        ${renderRemark('info', converted !== '' && t('Converted to WebP of at most {0} pixels per side before sending: {1}', formatNumber(convertedSide), converted))}
        ${renderRemark('warning', options.warning)}
        ${renderUndoable(this.undoable)}
        ${renderRemark('info', options.isOneByOne && draft.count > 1 && t('Sends {0} requests, one for each image.', draft.count))}
      </div>
      <vscode-button
        class="generate"
        ?disabled=${draft.prompt.trim() === ''}
        @click=${onOnce(() => this.#generate())}
        >${t('Generate')}</vscode-button
      >
      ${this.masked ? this.#renderMaskEditor(this.masked) : nothing}
    `;
  }

  /** Explains why a painted mask is not sent. */
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
      <select class="select" @change=${({ target }: Event) => this.edit(toChange(valueIn(target)))}>
        ${hasAuto ? html`<option value="" .selected=${!choices.includes(value)}>${t('Auto')}</option>` : nothing}
        ${choices.map((choice) => html`<option value=${choice} .selected=${choice === value}>${choice}</option>`)}
      </select></label
    >`;
  }

  #changeSources(sources: readonly SourceView[], words: string, focus: SourceView | undefined): void {
    const before = this.draft.sources;
    const countMasks = (all: readonly SourceView[]) => all.filter(({ mask }) => mask !== undefined).length;
    const isLess = sources.length < before.length || countMasks(sources) < countMasks(before);
    this.edit({ sources }, isLess ? words : undefined);
    if (!isLess) announce(this, words);
    if (!focus) return this.focusPrompt();
    this.focusOn(`.source[data-file="${CSS.escape(focus.file)}"]`);
  }

  #renderMaskEditor(source: SourceView): TemplateResult {
    return html`<images-mask-editor
      .source=${source}
      .address=${fileAddress(this.folder, source.file)}
      .close=${(mask: string | null | undefined) => this.#setMask(source, mask)}
    ></images-mask-editor>`;
  }

  /** Ends the editing of a mask; undefined leaves it unchanged, null removes it. */
  #setMask(source: SourceView, mask: string | null | undefined): void {
    this.masked = undefined;
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
      return this.focusOn('.further');
    }
    const request = { prompt, parameters, sources: toSources(draft, options) };
    this.isSending = true;
    emitMessage(this, { type: 'generate', request });
  }
}

function countsUpTo(most: number): readonly string[] {
  return Array.from({ length: most }, (_, index) => String(index + 1));
}
