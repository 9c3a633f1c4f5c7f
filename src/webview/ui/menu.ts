import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from './iconButton.ts';
import { hasModifier, stepByKey } from './listeners.ts';

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
  const hasIcons = items.some((item) => item.icon !== undefined || item.isChosen !== undefined);
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
      @beforetoggle=${setAutofocus}
      @keydown=${walk}
      @click=${close}
    >
      ${items.map((item) => renderItem(item, hasIcons))}
    </div>
  `;
}

function renderItem(
  { name, icon, tip, className = '', isChosen, press }: MenuItem,
  hasIcons: boolean,
): TemplateResult {
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
    ${hasIcons ? renderIcon(shown) : nothing}<span>${name}</span>
  </button>`;
}

/** Those that have room in the toolbar are not in the menu. */
function listItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter((item) => item.checkVisibility());
}

/**
 * The browser gives the focus to the first item in sight that wants it as it opens the menu: the chosen one, if there is one.
 * In the page from the beginning, the attribute would be about the page.
 */
function setAutofocus({ currentTarget: menu }: Event): void {
  if (!(menu instanceof HTMLElement)) return;
  const items = [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const hasChoice = items.some(({ ariaChecked }) => ariaChecked === 'true');
  for (const item of items) item.autofocus = !hasChoice || item.ariaChecked === 'true';
}

function openByArrow(event: KeyboardEvent): void {
  const { currentTarget: button, key } = event;
  if (hasModifier(event) || !(key === 'ArrowUp' || key === 'ArrowDown')) return;
  if (!(button instanceof HTMLElement) || !(button.nextElementSibling instanceof HTMLElement)) return;
  event.preventDefault();
  const menu = button.nextElementSibling;
  menu.showPopover({ source: button });
  if (key === 'ArrowUp') listItems(menu).at(-1)?.focus();
}

/** The browser closes it by Escape. */
function walk(event: KeyboardEvent): void {
  const { currentTarget: menu, key } = event;
  if (hasModifier(event) || !(menu instanceof HTMLElement)) return;
  if (key === 'Tab') return menu.hidePopover();
  const next = stepByKey(listItems(menu), document.activeElement, key);
  if (!next) return;
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}

/** The focus goes back to the button by itself. */
function close({ currentTarget: menu }: Event): void {
  if (menu instanceof HTMLElement && menu.matches(':popover-open')) menu.hidePopover();
}
