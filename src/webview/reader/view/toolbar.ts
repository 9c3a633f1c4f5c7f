import { html, nothing, type TemplateResult } from 'lit';
import type { ReaderStatus, SleepAfter } from '../../../protocol/readerProtocol.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { formatShare, t } from '../../ui/l10n.ts';
import { type MenuItem, renderMenu } from '../../ui/menu.ts';
import { renderRange } from '../../ui/rangeInput.ts';
import { renderSpeedSelect } from '../../ui/speedSelect.ts';
import { escapeKey, paragraphModifier, withKey } from './readerKeys.ts';
import type { ReaderActions, ReaderModel, Sound } from './readerModel.ts';

/** The controls of a reading. Those without room are in the menu at the end: the style sheet decides. */
export function renderToolbar(
  { status, sound, queue }: ReaderModel,
  actions: ReaderActions,
  toggle: () => void,
): TemplateResult {
  const rare = listRare(actions);
  const [back, forward] = listSteps('sentence', actions);
  return html`
    <div class="controls" role="group" aria-label=${t('Reading')}>
      <div class="cluster">
        ${renderControl(back)} ${renderToggle(status, toggle)} ${renderControl(forward)}
        ${renderIconButton('debug-stop', t('Stop'), actions.stop, {
          tip: withKey(t('Stop'), escapeKey),
          className: 'stop',
        })}
      </div>
      <div class="cluster">
        ${renderSpeedSelect(sound.speed, (speed) => actions.setSound({ speed }, true), withKey(t('Speed'), '− + 0'))} ${renderVolume(sound, actions.setSound)}
        ${renderSleep(queue.sleepAfter, actions)}
      </div>
      <div class="cluster last">
        ${rare.map((control) => renderControl({ ...control, className: `${control.className ?? ''} rare` }))}
        ${renderMenu({
          id: 'more',
          icon: 'ellipsis',
          name: t('More actions'),
          className: 'more-button',
          items: rare,
        })}
      </div>
    </div>
  `;
}

function renderToggle(status: ReaderStatus, toggle: () => void): TemplateResult | typeof nothing {
  const [icon, name] = toggles[status] ?? [];
  if (!icon || !name) return nothing;
  return renderIconButton(icon, name(), toggle, { tip: withKey(name(), t('Space')), className: 'toggle' });
}

/** A control in the toolbar if there is room, else in the menu. */
type Control = MenuItem & { readonly icon: string };

function renderControl({ icon, name, press, ...options }: Control): TemplateResult {
  return renderIconButton(icon, name, press, options);
}

/** The button that pauses and resumes, by status. */
const toggles: Partial<Record<ReaderStatus, readonly [icon: string, name: () => string]>> = {
  loading: ['debug-pause', () => t('Pause')],
  playing: ['debug-pause', () => t('Pause')],
  paused: ['play', () => t('Resume')],
  finished: ['debug-restart', () => t('Read Again')],
};

/** The controls that go back and forward. */
function listSteps(unit: 'sentence' | 'paragraph', { send }: ReaderActions): readonly [Control, Control] {
  const step = (icon: string, name: string, key: string, by: 1 | -1): Control => ({
    icon,
    name,
    tip: withKey(name, key),
    press: () => send({ type: 'step', unit, by }),
  });
  return unit === 'sentence'
    ? [
        step('chevron-left', t('Previous Sentence'), '←', -1),
        step('chevron-right', t('Next Sentence'), '→', 1),
      ]
    : [
        step('arrow-up', t('Previous Paragraph'), `${paragraphModifier}←`, -1),
        step('arrow-down', t('Next Paragraph'), `${paragraphModifier}→`, 1),
      ];
}

function renderSleep(sleepAfter: SleepAfter, { send }: ReaderActions): TemplateResult {
  const name = t('Sleep Timer');
  const isOn = sleepAfter !== 'off';
  const items = sleepChoices.map(
    ([choice, words]): MenuItem => ({
      name: words(),
      isChosen: choice === sleepAfter,
      press: () => send({ type: 'setSleep', sleepAfter: choice }),
    }),
  );
  return renderMenu({
    id: 'sleep',
    icon: 'clockface',
    name: isOn ? t('{0}: {1}', name, describeSleep(sleepAfter)) : name,
    className: isOn ? 'checked' : '',
    items,
  });
}

const sleepChoices: readonly (readonly [SleepAfter, () => string])[] = [
  ['off', () => t('Off')],
  ['sentence', () => t('After this sentence')],
  ['paragraph', () => t('After this paragraph')],
  ['reading', () => t('After this text')],
];

export function describeSleep(sleepAfter: SleepAfter): string {
  return sleepChoices.find(([choice]) => choice === sleepAfter)?.[1]() ?? '';
}

/** The controls that are used less often. */
function listRare(actions: ReaderActions): readonly Control[] {
  return [
    ...listSteps('paragraph', actions),
    { icon: 'save', name: t('Save as MP3…'), press: () => actions.send({ type: 'save' }) },
    { icon: 'person', name: t('Select Voice…'), press: () => actions.send({ type: 'selectVoice' }) },
    { icon: 'pulse', name: t('Test Sound'), press: () => actions.send({ type: 'testSound' }) },
    // A low view has no room for the title and its button.
    {
      icon: 'go-to-file',
      name: t('Show in Editor'),
      className: 'if-low',
      press: () => actions.send({ type: 'showInEditor' }),
    },
  ];
}

type SetSound = ReaderActions['setSound'];

function renderVolume({ volume }: Sound, setSound: SetSound): TemplateResult {
  const name = t('Volume');
  const words = formatShare(volume);
  const range = { min: 0, max: 100, step: 5, value: Math.round(volume * 100), text: words };
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
      ${renderRange(
        name,
        range,
        (percent) => setSound({ volume: percent / 100 }, false),
        (percent) => setSound({ volume: percent / 100 }, true),
      )}
      <span class="amount" aria-hidden="true">${words}</span>
    </div>
  `;
}

function focusSlider({ currentTarget: popup }: Event): void {
  if (popup instanceof HTMLElement && popup.matches(':popover-open')) popup.querySelector('input')?.focus();
}
