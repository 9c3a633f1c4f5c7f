import { html, nothing, type TemplateResult } from 'lit';
import { on, onOnce } from '../ui/listener.ts';

interface IconButtonOptions {
  readonly tip?: string;
  readonly className?: string;
  /** It can do nothing now, but keeps its place in the order of the focus. */
  readonly isDisabled?: boolean;
  /** A double click presses it once. */
  readonly isPressedOnce?: boolean;
}

/** A button that shows an icon and has its name for those who don't see it, and as a tip for those who do. */
export function renderIconButton(
  icon: string,
  name: string,
  press: (button: Element) => void,
  { tip = name, className = '', isDisabled = false, isPressedOnce = false }: IconButtonOptions = {},
): TemplateResult {
  const listen = isPressedOnce ? onOnce : on;
  return html`<button
    type="button"
    class="icon-button ${className}"
    title=${tip}
    aria-label=${name}
    aria-disabled=${isDisabled ? 'true' : nothing}
    @click=${listen((button) => (isDisabled ? undefined : press(button)))}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}
