import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from '../../ui/iconButton.ts';
import { stepByKey } from '../../ui/listeners.ts';

export interface MenuItem {
  readonly name: string;
  readonly icon?: string;
  readonly tip?: string;
  readonly className?: string;
  /** Of several that exclude one another: whether it is this one. */
  readonly isChosen?: boolean;
  readonly press: () => void;
}

interface Menu {
  readonly id: string;
  readonly icon: string;
  readonly name: string;
  readonly tip?: string;
  readonly className?: string;
  readonly items: readonly MenuItem[];
}

/** A button with a menu, in the browser's top layer: no edge of the view's scroll areas cuts it off. */
export function renderMenu({ id, icon, name, tip = name, className = '', items }: Menu): TemplateResult {
  return html`
    <button
      type="button"
      class="icon-button ${className}"
      id="${id}-button"
      popovertarget=${id}
      title=${tip}
      aria-label=${name}
      aria-haspopup="menu"
      @keydown=${openByArrow}
    >
      ${renderIcon(icon)}
    </button>
    <div
      popover
      class="popup menu"
      id=${id}
      role="menu"
      aria-label=${name}
      @keydown=${walk}
      @toggle=${noteToggle}
      @click=${close}
    >
      ${items.map(renderItem)}
    </div>
  `;
}

function renderItem({ name, icon, tip, className = '', isChosen, press }: MenuItem): TemplateResult {
  const shown = isChosen === undefined ? (icon ?? 'blank') : isChosen ? 'check' : 'blank';
  return html`<button
    type="button"
    class=${className}
    role=${isChosen === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked=${isChosen ?? nothing}
    title=${tip ?? nothing}
    tabindex="-1"
    @click=${press}
  >
    ${renderIcon(shown)}<span>${name}</span>
  </button>`;
}

/** Those that have room in the toolbar are not in the menu. */
function listItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter((item) => item.checkVisibility());
}

function openByArrow(event: KeyboardEvent): void {
  const menu = event.currentTarget instanceof Element ? event.currentTarget.nextElementSibling : null;
  if (event.key !== 'ArrowDown' || !(menu instanceof HTMLElement)) return;
  event.preventDefault();
  if (!menu.matches(':popover-open')) menu.showPopover();
  focusFirst(menu);
}

function noteToggle({ currentTarget: menu }: Event): void {
  // The browser tells late: by then a quick hand may be further down.
  if (!(menu instanceof HTMLElement) || !menu.matches(':popover-open')) return;
  if (!menu.contains(document.activeElement)) focusFirst(menu);
}

function focusFirst(menu: Element): void {
  const items = listItems(menu);
  (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
}

function walk(event: KeyboardEvent): void {
  const { currentTarget: menu, key } = event;
  if (!(menu instanceof HTMLElement)) return;
  const next = stepByKey(listItems(menu), document.activeElement, key);
  if (next) next.focus();
  else if (key === 'Tab') menu.hidePopover();
  else return;
  if (key !== 'Tab') event.preventDefault();
}

/** The focus goes back to the button by itself. */
function close({ currentTarget: menu }: Event): void {
  if (menu instanceof HTMLElement && menu.matches(':popover-open')) menu.hidePopover();
}
