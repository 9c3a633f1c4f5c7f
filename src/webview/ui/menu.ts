import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from './iconButton.ts';
import { hasModifier, stepByKey } from './listeners.ts';

export interface MenuItem {
  readonly name: string;
  readonly icon?: string;
  readonly tip?: string;
  readonly className?: string;
  /** For mutually exclusive items: whether this one is selected. */
  readonly isChosen?: boolean;
  readonly press: () => void;
}

interface Menu {
  readonly id: string;
  readonly icon: string;
  readonly name: string;
  readonly className?: string;
  readonly items: readonly MenuItem[];
}

/** A button with a menu in the browser's top layer, so that scroll areas don't clip it. */
export function renderMenu({ id, icon, name, className = '', items }: Menu): TemplateResult {
  const hasIcons = items.some((item) => item.icon !== undefined || item.isChosen !== undefined);
  return html`
    <button
      type="button"
      class="icon-button ${className}"
      id="${id}-button"
      popovertarget=${id}
      title=${name}
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

/** The visible items: those with room in the toolbar are hidden in the menu. */
function listItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].filter((item) => item.checkVisibility());
}

/**
 * When the menu opens, the browser focuses the first visible item with `autofocus`: the selected one, if there is one.
 * If the attribute were set from the beginning, it would apply to the page.
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

/** Handles keys in the menu; the browser itself closes it on Escape. */
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

/** The browser returns the focus to the button. */
function close({ currentTarget: menu }: Event): void {
  if (menu instanceof HTMLElement && menu.matches(':popover-open')) menu.hidePopover();
}
