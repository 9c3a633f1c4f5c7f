import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from './iconButton.ts';

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
