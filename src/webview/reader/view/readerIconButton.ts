import { html, type TemplateResult } from 'lit';

export interface IconButton {
  readonly icon: string;
  readonly name: string;
  readonly tip?: string;
  readonly className?: string;
  readonly press: () => void;
}

/** A button that shows an icon and has its name for those who don't see it, and as a tip for those who do. */
export function renderIconButton({
  icon,
  name,
  tip = name,
  className = '',
  press,
}: IconButton): TemplateResult {
  return html`<button
    type="button"
    class="icon-button ${className}"
    title=${tip}
    aria-label=${name}
    @click=${press}
  >
    ${renderIcon(icon)}
  </button>`;
}

/** Hidden from screen readers: the control around it carries the words. */
export function renderIcon(icon: string): TemplateResult {
  return html`<span class="codicon codicon-${icon}" aria-hidden="true"></span>`;
}
