import { html, nothing, type TemplateResult } from 'lit';
import { renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';

/** The way back to the end, and how much came there since the person left it. */
export function renderToEnd(unseen: number, goToEnd: () => void): TemplateResult {
  const name = unseen > 0 ? t('Scroll to the end, {0} new', formatNumber(unseen)) : t('Scroll to the end');
  return html`<div class="to-end-place">
    ${renderIconButton('arrow-down', name, goToEnd, { className: 'to-end' })}
    ${unseen > 0 ? html`<span class="unseen" aria-hidden="true">${formatNumber(unseen)}</span>` : nothing}
  </div>`;
}
