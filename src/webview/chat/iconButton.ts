import { html, type TemplateResult } from 'lit';
import { on } from '../listener.ts';

/** A button that shows an icon and has its name for those who don't see it, and as a tip for those who do. */
export function renderIconButton(
  icon: string,
  name: string,
  press: (button: Element) => void,
  { tip = name, className = '' }: { readonly tip?: string; readonly className?: string } = {},
): TemplateResult {
  return html`<button type="button" class="icon-button ${className}" title=${tip} aria-label=${name} @click=${on(press)}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}
