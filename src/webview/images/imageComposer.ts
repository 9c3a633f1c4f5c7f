import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { convertedSide, maximumSourceBytes, maximumSources } from '../../protocol/imageLimits.ts';
import type { ImageModelView, ModelOptions, SourceView } from '../../protocol/imagesProtocol.ts';
import { DraftComposer } from '../ui/draftComposer.ts';
import { renderFurther } from '../ui/furtherParameters.ts';
import { renderIcon, renderIconButton } from '../ui/iconButton.ts';
import { formatNumber, t } from '../ui/l10n.ts';
import { onOnce, stepByKey, valueIn } from '../ui/listeners.ts';
import { fileAddress, formatBytes, formatPixels } from '../ui/mediaWords.ts';
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

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

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
        draft.sources.length > 0 ? this.#renderSources(draft.sources) : nothing,
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

  /** A single tab stop: arrow keys move between sources, with Alt they reorder, Delete removes a source. */
  #renderSources(sources: readonly SourceView[]): TemplateResult {
    const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
    const isTooMuch = bytes > maximumSourceBytes;
    const [first] = sources;
    return html`<div class="sources">
      <ul role="listbox" aria-orientation="horizontal" aria-label=${t('Source images. Press Alt and an arrow key to reorder, Delete to remove.')}>
        ${repeat(
          sources,
          ({ file }) => file,
          (source, index) => this.#renderSource(source, index),
        )}
      </ul>
      <p class="quiet ${isTooMuch ? 'differs' : ''}">
        ${
          sources.length === 1
            ? t('1 source image, {0}', formatBytes(bytes))
            : t('{0} of {1} source images, {2}', sources.length, maximumSources, formatBytes(bytes))
        }
        ${isTooMuch ? t('The source images exceed 64 MB in total.') : ''}
        ${
          first
            ? renderIconButton('paintcan', t('Edit mask of {0}…', first.name), () => {
                this.masked = first;
              })
            : nothing
        }
        ${renderIconButton('clear-all', t('Remove all source images'), () => this.#changeSources([], t('Removed all source images')))}
      </p>
    </div>`;
  }

  #renderSource(source: SourceView, index: number): TemplateResult {
    const { file, name, mask } = source;
    const facts = [formatPixels(source), formatBytes(source.bytes)];
    return html`<li
      class="source"
      role="option"
      aria-selected="false"
      tabindex=${index === 0 ? 0 : -1}
      data-file=${file}
      title=${`${name}\n${facts.join(' · ')}`}
      aria-label=${[name, ...facts, ...(mask === undefined ? [] : [t('with a mask')])].join(', ')}
      @keydown=${(event: KeyboardEvent) => this.#handleSourceKey(event, source)}
    >
      <img src=${this.folder === '' ? nothing : fileAddress(this.folder, file)} alt="" loading="lazy" decoding="async" />
      <span class="source-index" aria-hidden="true"
        >${index + 1}${mask === undefined ? nothing : renderIcon('paintcan')}</span
      >
      <span
        class="source-remove codicon codicon-close"
        aria-hidden="true"
        title=${t('Remove')}
        @click=${() => this.#removeSource(source)}
      ></span>
    </li>`;
  }

  #handleSourceKey(event: KeyboardEvent, source: SourceView): void {
    const { key, altKey, currentTarget } = event;
    const { sources } = this.draft;
    const step = steps[key];
    if (altKey && step) {
      const index = sources.indexOf(source);
      const others = sources.filter((other) => other !== source);
      const to = Math.max(0, Math.min(others.length, index + step));
      const words = t('{0} is source {1} of {2}', source.name, to + 1, sources.length);
      this.#changeSources(others.toSpliced(to, 0, source), words, source);
    } else if (key === 'Delete' || key === 'Backspace') this.#removeSource(source);
    else {
      const chips = [...this.querySelectorAll<HTMLElement>('.source')];
      const next = stepByKey(chips, currentTarget, key, ['ArrowLeft', 'ArrowRight']);
      if (!next || altKey) return;
      next.focus();
    }
    event.preventDefault();
  }

  #removeSource(source: SourceView): void {
    const { sources } = this.draft;
    const index = sources.indexOf(source);
    const rest = sources.filter((other) => other !== source);
    this.#changeSources(rest, t('Removed {0}', source.name), rest[Math.min(index, rest.length - 1)]);
  }

  #changeSources(sources: readonly SourceView[], words: string, focus?: SourceView): void {
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
