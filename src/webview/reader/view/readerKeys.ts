import type { ReaderCommand } from '../../../protocol/readerProtocol.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';

/** What a key asks for: what the host is told as it is, or what the page knows more of. */
export type KeyCommand = ReaderCommand | 'toggle' | 'stop' | 'slower' | 'faster' | 'normalSpeed';

const isMac = navigator.platform.startsWith('Mac');

/**
 * What a key means wherever in the view it is pressed. A page can't keep a key from the editor's own bindings, so
 * these are keys that mean nothing there without a text field.
 */
export function findCommand(event: KeyboardEvent): KeyCommand | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (metaKey || isForInputMethod(event)) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (shiftKey || (isMac ? ctrlKey : altKey)) return undefined;
    const unit = (isMac ? altKey : ctrlKey) ? 'paragraph' : 'sentence';
    return { type: 'step', unit, by: key === 'ArrowLeft' ? -1 : 1 };
  }
  if (altKey || ctrlKey) return undefined;
  // Holding down the space bar toggles only once.
  if (key === ' ') return shiftKey || event.repeat ? undefined : 'toggle';
  return plainKeys[key];
}

const plainKeys: Readonly<Record<string, KeyCommand>> = {
  Escape: 'stop',
  Home: { type: 'jump', index: 0 },
  '-': 'slower',
  _: 'slower',
  '+': 'faster',
  '=': 'faster',
  '0': 'normalSpeed',
};

/** Whether the key belongs to what has the focus: a button, a list to choose from, a slider, a menu. */
export function isTakenByControl(event: KeyboardEvent, command: KeyCommand): boolean {
  const has = (selector: string) =>
    event.composedPath().some((target) => target instanceof Element && target.matches(selector));
  if (command === 'stop') return document.querySelector(':popover-open') !== null;
  if (command === 'toggle') return has('button, select, vscode-button, a, [role=menu]');
  return has('select, input, [role=menu]');
}

/** The keys of the view, for people. */
export function listKeys(): readonly (readonly [keys: string, what: string])[] {
  const modifier = isMac ? '⌥' : 'Ctrl+';
  return [
    [t('Space'), t('Pause or resume')],
    ['← →', t('Previous or next sentence')],
    [`${modifier}← ${modifier}→`, t('Previous or next paragraph')],
    ['Home', t('Go to the beginning')],
    ['− +', t('Slower or faster')],
    ['0', t('Normal speed')],
    ['↑ ↓ Enter', t('Select a sentence in the text')],
    ['Esc', t('Stop')],
  ];
}

/** A name with its key, as a tip. */
export function withKey(
  name: string,
  key: 'space' | 'escape' | 'left' | 'right' | 'paragraphLeft' | 'paragraphRight',
): string {
  const modifier = isMac ? '⌥' : 'Ctrl+';
  const keys = {
    space: t('Space'),
    escape: 'Esc',
    left: '←',
    right: '→',
    paragraphLeft: `${modifier}←`,
    paragraphRight: `${modifier}→`,
  };
  return t('{0} ({1})', name, keys[key]);
}
