import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { maximumPromptLength } from '../../protocol/imageLimits.ts';
import { listenForDrops, onPastedFiles, toBase64 } from './droppedFiles.ts';
import { readPageState, writePageState } from './host.ts';
import { renderIcon } from './iconButton.ts';
import { t } from './l10n.ts';
import { onEnter, valueIn } from './listeners.ts';
import { drawnProperties, PageElement } from './pageElement.ts';
import type { Undoable } from './remark.ts';

interface DraftPlace<Draft> {
  /** Key in the page's state. */
  readonly key: string;
  readonly restore: (state: unknown) => Draft;
  /** The part of the draft to store; by default, all of it. */
  readonly toStored?: (draft: Draft) => Draft;
  readonly mostSources: number;
  readonly emitMessage: (
    from: Element,
    message:
      | { readonly type: 'selectModel' }
      | { readonly type: 'addAddresses'; readonly addresses: string[] }
      | { readonly type: 'addBytes'; readonly name: string; readonly bytes: string },
  ) => void;
  readonly announce: (from: Element, text: string, isShown?: boolean) => void;
}

/** A composer for a prompt and sources. It owns the draft, which VS Code restores after a reload. */
export abstract class DraftComposer<Draft extends { readonly prompt: string }> extends PageElement {
  static override readonly properties: PropertyDeclarations = drawnProperties(
    'folder',
    'draft',
    'isDraggedOver',
    'undoable',
  );

  /** Base URL of the store's folder. */
  declare folder: string;
  declare draft: Draft;
  declare isDraggedOver: boolean;
  /** The draft before a replacement or removal, until the next change. */
  declare undoable: Undoable | undefined;
  /** Whether the host is deciding about a request: a second Enter would send it twice. */
  isSending = false;
  readonly #place: DraftPlace<Draft>;

  constructor(place: DraftPlace<Draft>) {
    super();
    this.#place = place;
    this.draft = place.restore(readPageState(place.key));
    this.isDraggedOver = false;
    listenForDrops({
      onDrag: (isOver) => {
        this.isDraggedOver = isOver;
      },
      onAddresses: (addresses) =>
        place.emitMessage(this, { type: 'addAddresses', addresses: addresses.slice(0, place.mostSources) }),
      onFiles: (files) => void this.#takeFiles(files),
    });
  }

  focusPrompt(options?: FocusOptions): void {
    this.focusOn('.prompt', options);
  }

  protected focusOn(selector: string, options?: FocusOptions): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus(options));
  }

  /** Changes the draft. With a `loss` message, the previous draft can be restored until the next change. */
  protected edit(change: Partial<Draft>, loss?: string): void {
    const { key, toStored = (draft: Draft) => draft } = this.#place;
    const before = this.draft;
    const undo = () => {
      this.edit(before);
      this.focusPrompt();
    };
    this.draft = { ...before, ...change };
    this.undoable = loss === undefined ? undefined : { text: loss, undo };
    writePageState(key, toStored(this.draft));
  }

  /** Replaces the draft; if it was not empty, it can be restored. */
  protected replace(draft: Partial<Draft>, hasSources: boolean): void {
    const isLoss = this.draft.prompt.trim() !== '' || hasSources;
    this.edit(draft, isLoss ? t('Your prompt was replaced.') : undefined);
    this.focusPrompt();
  }

  protected renderPrompt(placeholder: string, submit: () => void, sources: unknown): TemplateResult {
    return html`<div class="prompt-box ${this.isDraggedOver ? 'drop-target' : ''}">
      <textarea
        class="prompt"
        aria-label=${t('Prompt')}
        placeholder=${placeholder}
        maxlength=${maximumPromptLength}
        .value=${live(this.draft.prompt)}
        @input=${({ target }: Event) => this.#editPrompt(valueIn(target))}
        @keydown=${onEnter(submit)}
        @paste=${onPastedFiles((files) => void this.#takeFiles(files))}
      ></textarea>
      ${sources}
    </div>`;
  }

  /** Shows the model that a request goes to; the host lets the person select another. */
  protected renderModelButton(label: string | undefined): TemplateResult {
    return html`<button
      type="button"
      class="model-button"
      title=${t('Select Model…')}
      aria-label=${t('Model: {0}', label ?? t('no model'))}
      @click=${() => this.#place.emitMessage(this, { type: 'selectModel' })}
    >
      ${renderIcon('sparkle')}<span>${label ?? t('Select Model…')}</span>${renderIcon('chevron-down')}
    </button>`;
  }

  #editPrompt(prompt: string): void {
    this.edit({ ...this.draft, prompt });
  }

  /** Processes files one after the other: large images need memory. */
  async #takeFiles(files: readonly File[]): Promise<void> {
    const { mostSources, emitMessage, announce } = this.#place;
    for (const file of files.slice(0, mostSources)) {
      try {
        emitMessage(this, { type: 'addBytes', name: file.name, bytes: await toBase64(file) });
      } catch {
        announce(this, t('{0} could not be read.', file.name), true);
      }
    }
  }
}
