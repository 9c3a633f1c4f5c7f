import '@vscode-elements/elements/dist/vscode-button/index.js';
import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { renderIconButton } from './iconButton.ts';
import { t } from './l10n.ts';

/** Messages within this time are joined, such as those about several dropped files. */
const joinMs = 1_000;
/** How long a message without an action stays. */
const shownMs = 20_000;

/** An action that can be undone. */
export interface Undoable {
  readonly text: string;
  readonly undo: () => void;
}

/** Lines at the bottom of a page: the last message, and the undo offer, which stays through other messages. */
export class Notices implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #text = '';
  #saidAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #undoable: Undoable | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  tell(text: string): void {
    const now = performance.now();
    this.#text = this.#text && now - this.#saidAt < joinMs ? `${this.#text} ${text}` : text;
    this.#saidAt = now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#close(), shownMs);
    this.#host.requestUpdate();
  }

  /** Undefined removes the undo offer. */
  set undoable(undoable: Undoable | undefined) {
    this.#undoable = undoable;
    this.#host.requestUpdate();
  }

  get undo(): (() => void) | undefined {
    return this.#undoable?.undo;
  }

  render(): TemplateResult {
    const { text = '', undo } = this.#undoable ?? {};
    const forget = () => {
      this.undoable = undefined;
    };
    return html`<div class="notices">
      ${text ? renderNotice(text, forget, undo) : nothing}
      ${this.#text ? renderNotice(this.#text, () => this.#close()) : nothing}
    </div>`;
  }

  #close(): void {
    this.#text = '';
    this.#host.requestUpdate();
  }
}

function renderNotice(text: string, close: () => void, undo?: () => void): TemplateResult {
  return html`<div class="notice">
    <span>${text}</span>
    ${undo ? html`<vscode-button secondary @click=${undo}>${t('Undo')}</vscode-button>` : nothing}
    ${renderIconButton('close', t('Close'), close)}
  </div>`;
}
