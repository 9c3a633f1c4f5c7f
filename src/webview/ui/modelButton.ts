import { html, type TemplateResult } from 'lit';
import { renderIcon } from './iconButton.ts';
import { t } from './l10n.ts';

/** Shows the model that a request goes to; the host lets the person select another. */
export function renderModelButton(label: string | undefined, press: () => void): TemplateResult {
  return html`<button
    type="button"
    class="model-button"
    title=${t('Select Model…')}
    aria-label=${t('Model: {0}', label ?? t('no model'))}
    @click=${press}
  >
    ${renderIcon('sparkle')}<span>${label ?? t('Select Model…')}</span>${renderIcon('chevron-down')}
  </button>`;
}
