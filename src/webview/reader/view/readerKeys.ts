import type { ReaderCommand } from '../../../protocol/readerProtocol.ts';
import { t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';

/** The command of a key: sent to the host as it is, or handled by the page. */
export type KeyCommand = ReaderCommand | 'toggle' | 'stop' | 'slower' | 'faster' | 'normalSpeed';

const isMac = navigator.platform.startsWith('Mac');
export const escapeKey = 'Esc';
/** The modifier with which arrow keys move by paragraphs, as it is shown. */
export const paragraphModifier = isMac ? '⌥' : 'Ctrl+';

/**
 * The command for a key, anywhere in the view. A page can't keep a key from VS Code's own keybindings, so these are
 * keys that do nothing there outside of a text field.
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

/** Whether the focused control uses the key itself: a button, a select, a slider, a menu. */
export function isTakenByControl(event: KeyboardEvent, command: KeyCommand): boolean {
  const has = (selector: string) =>
    event.composedPath().some((target) => target instanceof Element && target.matches(selector));
  if (command === 'stop') return document.querySelector(':popover-open') !== null;
  if (command === 'toggle') return has('button, select, vscode-button, a, [role=menu]');
  return has('select, input, [role=menu]');
}

/** The keys of the view, for display. */
export function listKeys(): readonly (readonly [keys: string, what: string])[] {
  return [
    [t('Space'), t('Pause or resume')],
    ['← →', t('Previous or next sentence')],
    [`${paragraphModifier}← ${paragraphModifier}→`, t('Previous or next paragraph')],
    ['Home', t('Go to the beginning')],
    ['− +', t('Slower or faster')],
    ['0', t('Normal speed')],
    ['↑ ↓ Enter', t('Select a sentence in the text')],
    [escapeKey, t('Stop')],
  ];
}

/** A name with its key, for a tooltip. */
export function withKey(name: string, key: string): string {
  return t('{0} ({1})', name, key);
}
