import { html, nothing, type TemplateResult } from 'lit';
import { on, onOnce } from './listeners.ts';

export interface IconButtonOptions {
  readonly tip?: string;
  readonly className?: string;
  /** Whether it is disabled; it stays in the tab order. */
  readonly isDisabled?: boolean;
  /** Whether a double click counts as one press. */
  readonly isPressedOnce?: boolean;
  /** For a button that expands something. */
  readonly isExpanded?: boolean;
}

/** A button with an icon, whose name is its tooltip and its label for screen readers. */
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

/** Hidden from screen readers: the control around it has the name. */
export function renderIcon(icon: string, className = ''): TemplateResult {
  return html`<span class="codicon codicon-${icon} ${className}" aria-hidden="true"></span>`;
}

/** An ID or a URL with a button that copies it. */
export function renderCopyable(
  text: string,
  name: string,
  copy: (from: Element, text: string) => void,
  label = '',
): TemplateResult {
  return html`<span>${label && `${label} `}<code>${text}</code></span>
    ${renderIconButton('copy', name, (button) => copy(button, text))}`;
}
