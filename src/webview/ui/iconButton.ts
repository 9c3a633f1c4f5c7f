import { html, nothing, type TemplateResult } from 'lit';
import { on, onOnce } from './listeners.ts';

export interface IconButtonOptions {
  readonly tip?: string;
  readonly className?: string;
  /** It can do nothing now, but keeps its place in the order of the focus. */
  readonly isDisabled?: boolean;
  /** A double click presses it once. */
  readonly isPressedOnce?: boolean;
  /** Of one that unfolds something. */
  readonly isExpanded?: boolean;
}

/** A button that shows an icon and has its name for those who don't see it, and as a tip for those who do. */
export function renderIconButton(
  icon: string,
  name: string,
  press: (button: Element) => void,
  {
    tip = name,
    className = '',
    isDisabled = false,
    isPressedOnce = false,
    isExpanded,
  }: IconButtonOptions = {},
): TemplateResult {
  const listen = isPressedOnce ? onOnce : on;
  return html`<button
    type="button"
    class="icon-button ${className}"
    title=${tip}
    aria-label=${name}
    aria-disabled=${isDisabled ? 'true' : nothing}
    aria-expanded=${isExpanded ?? nothing}
    @click=${listen((button) => (isDisabled ? undefined : press(button)))}
  >
    ${renderIcon(icon)}
  </button>`;
}

/** Hidden from screen readers: the control around it carries the words. */
export function renderIcon(icon: string, className = ''): TemplateResult {
  return html`<span class="codicon codicon-${icon} ${className}" aria-hidden="true"></span>`;
}
