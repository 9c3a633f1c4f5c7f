import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { renderIconButton } from './iconButton.ts';
import { t } from './l10n.ts';

/** A line at the bottom of the page; what was done can be undone. */
export interface Notice {
  readonly text: string;
  readonly undo?: () => void;
}

export function renderNotice(notice: Notice | undefined, close: () => void): TemplateResult | typeof nothing {
  if (!notice) return nothing;
  const { text, undo } = notice;
  return html`<div class="notice">
    <span>${text}</span>
    ${undo ? html`<vscode-button secondary @click=${undo}>${t('Undo')}</vscode-button>` : nothing}
    ${renderIconButton('close', t('Close'), close)}
  </div>`;
}
