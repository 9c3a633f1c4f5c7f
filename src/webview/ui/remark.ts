import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from './iconButton.ts';
import { t } from './l10n.ts';

const tones = { info: 'tone-quiet', warning: 'tone-warning', error: 'tone-error' } as const;

/** A line with an icon, about what is beside it; nothing where there is nothing to say. */
export function renderRemark(
  severity: keyof typeof tones,
  words: string | false | undefined,
): TemplateResult | typeof nothing {
  return words
    ? html`<p class="remark">${renderIcon(severity, tones[severity])}<span>${words}</span></p>`
    : nothing;
}

/** Says that what was typed gave way to something else, with the way back; nothing where there is none. */
export function renderReplaced(undo: (() => void) | undefined): TemplateResult | typeof nothing {
  return undo
    ? html`<p class="remark">
        ${renderIcon('info', tones.info)}
        <span>${t('Your prompt was replaced.')} <button type="button" class="link" @click=${undo}>${t('Undo')}</button></span>
      </p>`
    : nothing;
}
