import { html, type TemplateResult } from 'lit';
import { readingSpeeds } from '../../protocol/readingSpeeds.ts';
import { formatNumber, t } from './l10n.ts';

/** A native select: its list can extend beyond a small view, and all keys work. */
export function renderSpeedSelect(
  speed: number,
  choose: (speed: number, select: Element) => void,
  tip = t('Speed'),
): TemplateResult {
  const change = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) choose(Number(target.value), target);
  };
  // The current one may not be among those to choose from.
  const speeds = [...new Set([...readingSpeeds, speed])].sort((one, other) => one - other);
  return html`<select class="speed" aria-label=${t('Speed')} title=${tip} @change=${change}>
    ${speeds.map(
      (choice) =>
        html`<option value=${choice} .selected=${choice === speed}>${t('{0}×', formatNumber(choice))}</option>`,
    )}
  </select>`;
}
