import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { Announcer } from './announcer.ts';
import { renderIconButton } from './iconButton.ts';
import { t } from './l10n.ts';
import { PageElement } from './pageElement.ts';
import type { Undoable } from './remark.ts';

/** Messages within this time are joined, such as those about several dropped files. */
const joinMs = 1_000;
/** How long a message without an action stays. */
const shownMs = 20_000;

/** A tab with a composer, requests and their results. Shows the host's state. */
export abstract class GenerationPage<
  Composer extends Element & { focusPrompt(options?: FocusOptions): void },
> extends PageElement {
  readonly #announcer = new Announcer();
  #text = '';
  #saidAt = 0;
  #closing: ReturnType<typeof setTimeout> | undefined;
  #undoable: Undoable | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;
  /** The focused element before an update, and its card. */
  #focused: Element | null = null;
  #card: Element | null | undefined;

  constructor(page: 'images' | 'tasks') {
    super();
    this.addEventListener(`${page}-announce`, ({ detail: { words, isShown } }) => {
      if (isShown) this.tell(words);
      else this.announce(words);
    });
    window.addEventListener('focus', () => this.takeFocus());
  }

  /** Whether any request is in progress, so that `tick` is called every second. */
  protected abstract get isRunning(): boolean;
  /** Renders the elapsed times again. */
  protected abstract tick(): void;

  protected get composer(): Composer | null {
    return this.querySelector<Composer>('.composer');
  }

  protected announce(words: string): void {
    this.#announcer.announce(words);
  }

  /** Shows a message at the bottom of the page, and announces it. */
  protected tell(text: string): void {
    const now = performance.now();
    this.#text = this.#text && now - this.#saidAt < joinMs ? `${this.#text} ${text}` : text;
    this.#saidAt = now;
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#close(), shownMs);
    this.requestUpdate();
    this.announce(text);
  }

  /** Announces a change, and offers to undo it, also while other messages come and go. */
  protected offerUndo(undoable: Undoable): void {
    this.#undoable = undoable;
    this.requestUpdate();
    this.announce(undoable.text);
  }

  protected dropUndo(): void {
    this.#undoable = undefined;
    this.requestUpdate();
  }

  protected get undo(): (() => void) | undefined {
    return this.#undoable?.undo;
  }

  /** VS Code focuses the page as a whole. Do not scroll: the click that brought the focus is about to land. */
  protected takeFocus(): void {
    if (document.activeElement === document.body) this.composer?.focusPrompt({ preventScroll: true });
  }

  protected override willUpdate(): void {
    this.#focused = document.activeElement;
    this.#card = this.#focused?.closest('.run');
    if (this.isRunning) this.#ticking ??= setInterval(() => this.tick(), 1000);
    else {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
    }
  }

  /**
   * If the update removed the focused button, moves the focus to its card, or else to the prompt. Code that moves the
   * focus elsewhere runs later.
   */
  protected override updated(): void {
    if (!this.#focused || this.#focused.isConnected) return;
    const place = this.#card?.isConnected ? this.#card : this;
    place.querySelector<HTMLElement>('header .icon-button, .prompt')?.focus({ preventScroll: true });
  }

  /** The last message, the undo offer, and the announcements. */
  protected renderNotices(): TemplateResult {
    const { text = '', undo } = this.#undoable ?? {};
    return html`<div class="notices">
        ${text ? renderNotice(text, () => this.dropUndo(), undo) : nothing}
        ${this.#text ? renderNotice(this.#text, () => this.#close()) : nothing}
      </div>
      ${this.#announcer.element}`;
  }

  #close(): void {
    this.#text = '';
    this.requestUpdate();
  }
}

function renderNotice(text: string, close: () => void, undo?: () => void): TemplateResult {
  return html`<div class="notice">
    <span>${text}</span>
    ${undo ? html`<vscode-button secondary @click=${undo}>${t('Undo')}</vscode-button>` : nothing}
    ${renderIconButton('close', t('Close'), close)}
  </div>`;
}
