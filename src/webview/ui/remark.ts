import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from './iconButton.ts';
import { t } from './l10n.ts';

const tones = { info: 'tone-quiet', warning: 'tone-warning', error: 'tone-error' } as const;

/** A line with an icon; nothing without text. */
export function renderRemark(
  severity: keyof typeof tones,
  words: string | false | undefined,
): TemplateResult | typeof nothing {
  return words
    ? html`<p class="remark">${renderIcon(severity, tones[severity])}<span>${words}</span></p>`
    : nothing;
}

/** A change that can be undone. */
export interface Undoable {
  readonly text: string;
  readonly undo: () => void;
}

/** The last change to a draft, with a button to undo it. */
export function renderUndoable(notice: Undoable | undefined): TemplateResult | typeof nothing {
  if (!notice) return nothing;
  return html`<p class="remark">
    ${renderIcon('info', tones.info)}
    <span>${notice.text} <button type="button" class="link" @click=${notice.undo}>${t('Undo')}</button></span>
  </p>`;
}
