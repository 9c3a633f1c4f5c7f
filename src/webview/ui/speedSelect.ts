import { html, type TemplateResult } from 'lit';
import { formatNumber, t } from './l10n.ts';

const slowest = 0.5;
const fastest = 3;
const speedStep = 0.25;

/** The next speed up or down that pages offer. */
export function stepSpeed(speed: number, by: 1 | -1): number {
  const steps = speed / speedStep;
  const next = by > 0 ? Math.floor(steps + 0.001) + 1 : Math.ceil(steps - 0.001) - 1;
  return Math.min(fastest, Math.max(slowest, next * speedStep));
}

/** A native select: its list can extend beyond a small view, and all keys work. */
export function renderSpeedSelect(
  speed: number,
  choose: (speed: number, select: Element) => void,
  tip = t('Speed'),
): TemplateResult {
  const change = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) choose(Number(target.value), target);
  };
  return html`<select class="speed" aria-label=${t('Speed')} title=${tip} @change=${change}>
    ${listSpeeds(speed).map(
      (choice) =>
        html`<option value=${choice} .selected=${choice === speed}>${t('{0}×', formatNumber(choice))}</option>`,
    )}
  </select>`;
}

/** The offered speeds, plus the current one if it comes from a setting. */
function listSpeeds(speed: number): readonly number[] {
  const count = Math.round((fastest - slowest) / speedStep) + 1;
  const steps = Array.from({ length: count }, (_, at) => slowest + at * speedStep);
  return [...new Set([...steps, speed])].sort((one, other) => one - other);
}
