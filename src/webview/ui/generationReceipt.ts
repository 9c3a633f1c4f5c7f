import { html, nothing, type TemplateResult } from 'lit';
import { renderCopyable } from './iconButton.ts';
import { t } from './l10n.ts';

/** The facts of an image or a task, with a row for each value that is there. The request ID can be copied. */
export function renderReceipt(
  summary: TemplateResult | string,
  rows: readonly (readonly [label: string, value: string | undefined])[],
  requestId: string | undefined,
  copy: (from: Element, text: string) => void,
): TemplateResult {
  const row = (label: string, value: TemplateResult) => html`<div><dt>${label}</dt>${value}</div>`;
  return html`<details class="receipt">
    <summary>${summary}</summary>
    <dl>
      ${rows.map(([label, value]) => (value ? row(label, html`<dd>${value}</dd>`) : nothing))}
      ${
        requestId
          ? row(
              t('Request ID'),
              html`<dd class="request-id">${renderCopyable(requestId, t('Copy request ID'), copy)}</dd>`,
            )
          : nothing
      }
    </dl>
  </details>`;
}
