import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, render, type TemplateResult } from 'lit';
import type { ToolDecision } from '../../../protocol/protocolViews.ts';
import { createElement } from '../../ui/dom.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { on, stepByKey } from '../../ui/listeners.ts';

/** What can be decided about a tool: all of it in a row where there is room, else the rarer in a menu. */
export class ToolDecisions {
  readonly element = createElement('div', { class: 'tool-decisions' });
  readonly #decide: (decision: ToolDecision) => void;
  #offered: readonly ToolDecision[] | undefined;
  #isMenuOpen = false;

  constructor(decide: (decision: ToolDecision) => void) {
    this.#decide = decide;
    this.element.addEventListener('keydown', (event) => this.#handleKey(event));
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      // A press on the menu's own button closes it there.
      const isInside =
        relatedTarget instanceof Element && this.element.contains(relatedTarget.closest('.more'));
      if (!isInside) this.#setOpen(false);
    });
    this.#render();
  }

  /** Undefined: all of them. */
  set offered(offered: readonly ToolDecision[] | undefined) {
    if (offered?.join() === this.#offered?.join()) return;
    this.#offered = offered;
    this.#render();
  }

  #render(): void {
    const rare = rareDecisions().filter(([decision]) => this.#offered?.includes(decision) ?? true);
    this.element.classList.toggle('few', rare.length < 2);
    const renderRare = (isNever: boolean) => html`<span class="rare">
      ${rare.filter(([decision]) => (decision === 'never') === isNever).map(([decision, words]) => this.#renderButton(decision, words))}
    </span>`;
    const name = t('More choices');
    const toggle = () => this.#setOpen(!this.#isMenuOpen);
    const template = html`
      ${this.#renderButton('once', t('Allow Once'), true)}
      ${renderRare(false)} ${this.#renderButton('refuse', t('Deny'))} ${renderRare(true)}
      <div class="more">
        <button
          type="button"
          class="icon-button more-button"
          title=${name}
          aria-label=${name}
          aria-haspopup="menu"
          aria-expanded=${this.#isMenuOpen}
          @click=${toggle}
        >
          ${renderIcon('ellipsis')}
        </button>
        <div class="menu" role="menu" aria-label=${name} ?hidden=${!this.#isMenuOpen}>
          ${rare.map(
            ([decision, words]) => html`<button
              type="button"
              role="menuitem"
              tabindex="-1"
              @click=${() => this.#choose(decision)}
            >
              ${words}
            </button>`,
          )}
        </div>
      </div>
    `;
    render(template, this.element);
  }

  #renderButton(decision: ToolDecision, words: string, isPrimary = false): TemplateResult {
    return html`<vscode-button
      ?secondary=${!isPrimary}
      data-decision=${decision}
      @click=${on(() => this.#choose(decision))}
      >${words}</vscode-button
    >`;
  }

  #choose(decision: ToolDecision): void {
    // The item that has the focus goes away now, and the call only when the host has heard of it.
    if (this.#isMenuOpen) this.element.querySelector<HTMLElement>('.more-button')?.focus();
    this.#setOpen(false);
    this.#decide(decision);
  }

  get #items(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('[role=menuitem]')];
  }

  #setOpen(isOpen: boolean): void {
    if (isOpen === this.#isMenuOpen) return;
    this.#isMenuOpen = isOpen;
    this.#render();
    if (isOpen) this.#items[0]?.focus();
  }

  #handleKey(event: KeyboardEvent): void {
    const items = this.#items;
    const isAtButton = event.target instanceof Element && event.target.matches('.more-button');
    if (isAtButton && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      this.#setOpen(true);
      if (event.key === 'ArrowUp') items.at(-1)?.focus();
      return;
    }
    if (!this.#isMenuOpen) return;
    const next = stepByKey(items, document.activeElement, event.key);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Escape') {
      // Handled here: the same key must not also stop the response.
      event.preventDefault();
      this.element.querySelector<HTMLElement>('.more-button')?.focus();
      this.#setOpen(false);
    }
  }
}

function rareDecisions(): readonly (readonly [ToolDecision, string])[] {
  return [
    ['conversation', t('Allow in This Chat')],
    ['always', t('Always Allow')],
    ['never', t('Never Allow')],
  ];
}

/** Brings the call that waits for approval into view, with the focus on its first button; false where none is shown. */
export function focusQuestion(page: Element): boolean {
  const calls = [...page.querySelectorAll<HTMLElement>('.tool-call[data-status="asking"]')];
  const call = calls.find((each) => each.checkVisibility());
  call?.scrollIntoView({ block: 'nearest' });
  call?.querySelector<HTMLElement>('[data-decision="once"]')?.focus({ preventScroll: true });
  return call !== undefined;
}
