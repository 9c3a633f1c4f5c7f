import { html, type TemplateResult } from 'lit';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatNumber, language, t } from '../../ui/l10n.ts';
import { fastest, type ReaderActions, type Sound, slowest, speedStep } from './readerModel.ts';

type SetSound = ReaderActions['setSound'];

export function describeSpeed(speed: number): string {
  return t('{0}×', formatNumber(speed));
}

/** The browser's own list: it has room outside of a small view, and all keys work. */
export function renderSpeed({ speed }: Sound, setSound: SetSound): TemplateResult {
  const name = t('Speed');
  const choose = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) setSound({ speed: Number(target.value) }, true);
  };
  return html`<select
    class="speed"
    aria-label=${name}
    title=${t('{0} ({1})', name, '− + 0')}
    @change=${choose}
  >
    ${listSpeeds(speed).map(
      (choice) =>
        html`<option value=${choice} .selected=${choice === speed}>${describeSpeed(choice)}</option>`,
    )}
  </select>`;
}

/** What the view offers, and what a setting may have asked for besides. */
function listSpeeds(speed: number): readonly number[] {
  const count = Math.round((fastest - slowest) / speedStep) + 1;
  const steps = Array.from({ length: count }, (_, at) => slowest + at * speedStep);
  return [...new Set([...steps, speed])].sort((one, other) => one - other);
}

export function renderVolume({ volume }: Sound, setSound: SetSound): TemplateResult {
  const name = t('Volume');
  const words = formatVolume(volume);
  const set = (isFinal: boolean) => (event: Event) => {
    if (event.target instanceof HTMLInputElement)
      setSound({ volume: Number(event.target.value) / 100 }, isFinal);
  };
  return html`
    <button
      type="button"
      class="icon-button"
      id="volume-button"
      popovertarget="volume"
      title=${t('{0}: {1}', name, words)}
      aria-label=${t('{0}: {1}', name, words)}
      aria-haspopup="dialog"
    >
      ${renderIcon(volume === 0 ? 'mute' : 'unmute')}
    </button>
    <div popover class="popup volume" id="volume" role="dialog" aria-label=${name} @toggle=${focusSlider}>
      ${renderIcon('unmute')}
      <input
        type="range"
        min="0"
        max="100"
        step="5"
        aria-label=${name}
        aria-valuetext=${words}
        .value=${String(Math.round(volume * 100))}
        @input=${set(false)}
        @change=${set(true)}
      />
      <span class="amount" aria-hidden="true">${words}</span>
    </div>
  `;
}

function formatVolume(volume: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(volume);
}

function focusSlider({ currentTarget: popup }: Event): void {
  if (popup instanceof HTMLElement && popup.matches(':popover-open')) popup.querySelector('input')?.focus();
}
