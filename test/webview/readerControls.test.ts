import { deepStrictEqual } from 'node:assert/strict';
import type { ReaderWebviewMessage } from '../../src/protocol/readerProtocol.ts';
import { findViolations } from './axe.ts';
import { audio, begin, sound } from './readerFacts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { misfits, scenes } from './readerScenes.ts';
import { makeMp3 } from './readerSounds.ts';

const item = (menu: string, place: number) => `#${menu} button:nth-of-type(${place})`;

const presses: readonly (readonly [selectors: readonly string[], intent: ReaderWebviewMessage])[] = [
  [['.toggle'], { type: 'resume' }],
  [['[aria-label="Previous Sentence"]'], { type: 'step', unit: 'sentence', by: -1 }],
  [['[aria-label="Next Sentence"]'], { type: 'step', unit: 'sentence', by: 1 }],
  [['.show-in-editor'], { type: 'showInEditor' }],
  [['#sleep-button', item('sleep', 2)], { type: 'setSleep', sleepAfter: 'sentence' }],
  [['#sleep-button', item('sleep', 4)], { type: 'setSleep', sleepAfter: 'reading' }],
  [['#more-button', item('more', 1)], { type: 'step', unit: 'paragraph', by: -1 }],
  [['#more-button', item('more', 2)], { type: 'step', unit: 'paragraph', by: 1 }],
  [['#more-button', item('more', 3)], { type: 'save' }],
  [['#more-button', item('more', 4)], { type: 'selectVoice' }],
  [['#more-button', item('more', 5)], { type: 'testSound' }],
  [['.play-queued'], { type: 'playQueued', id: 'one' }],
  [['.queue li:nth-child(2) .drop-queued'], { type: 'dropQueued', id: 'two' }],
];

const keys: readonly (readonly [key: string, intent: ReaderWebviewMessage])[] = [
  [' ', { type: 'resume' }],
  ['ArrowLeft', { type: 'step', unit: 'sentence', by: -1 }],
  ['ArrowRight', { type: 'step', unit: 'sentence', by: 1 }],
  ['Control+ArrowLeft', { type: 'step', unit: 'paragraph', by: -1 }],
  ['Control+ArrowRight', { type: 'step', unit: 'paragraph', by: 1 }],
  ['Home', { type: 'jump', index: 0 }],
  ['+', { type: 'setSpeed', speed: 1.25 }],
  ['=', { type: 'setSpeed', speed: 1.5 }],
  ['-', { type: 'setSpeed', speed: 1.25 }],
  ['0', { type: 'setSpeed', speed: 1 }],
  ['Escape', { type: 'stop' }],
];

/** Whether this is a request of the person, not a message about the page itself. */
function isWish({ type }: ReaderWebviewMessage): boolean {
  return !['state', 'ready', 'focus'].includes(type);
}

describe('the reader’s controls', () => {
  let view: ReaderPage;
  afterEach(() => view.close());

  async function openPaused(width = 280): Promise<void> {
    view = await openReaderPage({ width, height: 560 });
    await view.press('a');
    await scenes.paused(view);
  }

  /** The person's requests that the page has sent. */
  function wishes(): ReaderWebviewMessage[] {
    return view.intents.filter(isWish);
  }

  async function nextWish(): Promise<ReaderWebviewMessage> {
    return view.intent(isWish);
  }

  it('do what they say when they are clicked', async () => {
    await openPaused();
    for (const [selectors, intent] of presses) {
      for (const selector of selectors) await view.click(selector);
      deepStrictEqual(await nextWish(), intent);
      deepStrictEqual(await view.inspect('document.querySelectorAll(":popover-open").length'), 0);
    }
    await view.page.setViewportSize({ width: 900, height: 560 });
    await view.click('button[aria-label^="Save"]');
    deepStrictEqual(await nextWish(), { type: 'save' });
    await view.click('.stop');
    deepStrictEqual(await nextWish(), { type: 'stop' });
    deepStrictEqual(wishes().length, presses.length + 2);
  });

  it('respond to the keys in the table wherever the focus is', async () => {
    await openPaused();
    for (const [key, intent] of keys) {
      await view.press(key);
      deepStrictEqual(await nextWish(), intent, key);
    }
    deepStrictEqual(wishes().length, keys.length);
  });

  it('are reached by Tab, and pressed by Enter', async () => {
    await openPaused();
    const focused = '(document.activeElement.ariaLabel ?? document.activeElement.textContent)';
    const readNames = async (key: string, count: number) => {
      const names: string[] = [];
      for (let at = 0; at < count; at += 1) {
        await view.press(key);
        names.push(await view.inspect<string>(focused));
      }
      return names;
    };
    // When the page gets the focus, the current sentence has it.
    const [current = ''] = await readNames('Shift', 1);
    const after = await readNames('Tab', 4);
    await view.inspect('document.querySelector(".sentence[tabindex=\'0\']").focus()');
    const before = await readNames('Shift+Tab', 10);
    const names = [...before.toReversed(), current, ...after];
    deepStrictEqual(names, [
      'Show in Editor',
      'Open Read Aloud in Editor',
      'Previous Sentence',
      'Resume',
      'Next Sentence',
      'Stop',
      'Speed',
      'Volume: 100%',
      'Sleep Timer',
      'More actions',
      'Pause it with Space.',
      'Read README.md Now',
      'Remove README.md',
      'Read The answer of a model whose name is very long indeed Now',
      'Remove The answer of a model whose name is very long indeed',
    ]);
    await view.inspect('document.querySelector(".toggle").focus()');
    await view.press('Enter');
    deepStrictEqual(await nextWish(), { type: 'resume' });
    // On a button, Space presses that button, and only once.
    await view.inspect('document.querySelector("[aria-label^=Next]").focus()');
    await view.press(' ');
    deepStrictEqual(await nextWish(), { type: 'step', unit: 'sentence', by: 1 });
    deepStrictEqual(wishes().length, 2);
  });

  it('open menus by the arrow, move in them, and close them without stopping the reading', async () => {
    await openPaused();
    await view.inspect('document.querySelector("#sleep-button").focus()');
    const focused = 'document.activeElement.textContent.trim()';
    const walked: string[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'Home', 'End']) {
      await view.press(key);
      walked.push(await view.inspect<string>(focused));
    }
    const [first, second, last] = ['Off', 'After this sentence', 'After this text'];
    deepStrictEqual(walked, [first, second, first, last, first, last]);
    const defects = [await view.inspect(misfits), await findViolations({ evaluate: view.inspect })];
    deepStrictEqual(defects, [[], []]);
    await view.press('Escape');
    const left = '[document.querySelectorAll(":popover-open").length, document.activeElement.id]';
    deepStrictEqual([await view.inspect(left), wishes()], [[0, 'sleep-button'], []]);
    await view.press('ArrowDown');
    await view.press('End');
    await view.press('Enter');
    deepStrictEqual(await nextWish(), { type: 'setSleep', sleepAfter: 'reading' });
    await view.send({ type: 'queue', items: [], sleepAfter: 'reading' });
    await view.until('document.querySelector("#sleep-button").classList.contains("checked")');
    const checked = `[...document.querySelectorAll('#sleep [aria-checked=true] span:last-child')].map(({ textContent }) => textContent)`;
    deepStrictEqual(await view.inspect(checked), [last]);
  });

  it('open menus within the view, even if it is narrow', async () => {
    await openPaused(200);
    for (const menu of ['volume', 'sleep', 'more']) {
      await view.click(`#${menu}-button`);
      await view.until(`document.querySelector('#${menu}').matches(':popover-open')`);
      deepStrictEqual(await view.inspect(misfits), [], menu);
      await view.press('Escape');
    }
  });

  it('set the speed by the list, which keeps its arrow keys', async () => {
    await openPaused();
    await view.inspect('document.querySelector(".speed").focus()');
    await view.press('ArrowDown');
    deepStrictEqual(await nextWish(), { type: 'setSpeed', speed: 1.25 });
    await view.press('ArrowRight');
    deepStrictEqual(await nextWish(), { type: 'setSpeed', speed: 1.5 });
    deepStrictEqual(await view.inspect('document.querySelector("audio").playbackRate'), 1.5);
    // A speed from the settings is in the list, too.
    await view.send(begin('r', 3), sound(1.1));
    await view.until('document.querySelector(".speed").selectedOptions[0].textContent === "1.1×"');
    await view.inspect('document.querySelector(".sentence").focus()');
    await view.press('+');
    await view.until('document.querySelector(".speed").selectedOptions[0].textContent === "1.25×"');
    for (const [key, speed] of Object.entries({ '+': 3, '-': 0.5 })) {
      for (let times = 0; times < 12; times += 1) await view.press(key);
      await view.until(`document.querySelector("audio").playbackRate === ${speed}`);
    }
  });

  it('set the volume, which applies at once', async () => {
    await openPaused();
    await view.click('#volume-button');
    await view.until('document.activeElement.type === "range"');
    await view.press('ArrowLeft');
    deepStrictEqual(await nextWish(), { type: 'setVolume', volume: 0.95 });
    await view.press('Home');
    deepStrictEqual(await nextWish(), { type: 'setVolume', volume: 0 });
    const shown = `(({ ariaLabel, firstElementChild: { className } }) => [ariaLabel, className.trim()])(document.querySelector('#volume-button'))`;
    deepStrictEqual(await view.inspect(shown), ['Volume: 0%', 'codicon codicon-mute']);
    deepStrictEqual(await view.inspect('document.querySelector("audio").volume'), 0);
    await view.press('Escape');
    deepStrictEqual(wishes().length, 2);
  });

  it('start a blocked reading by Enter on the big button, and by any key without pausing it again', async () => {
    view = await openReaderPage();
    const bytes = await makeMp3(400, 2);
    await view.send(begin('r', 1), audio('r', 0, bytes));
    await view.state('blocked', 0);
    // A script sets the focus, as a screen reader does.
    await view.inspect('document.querySelector(".listen vscode-button").focus()');
    await view.press('Enter');
    await view.state('playing', 0);
    await view.reload();
    await view.send(begin('s', 1), audio('s', 0, bytes));
    await view.state('blocked', 0);
    await view.press(' ');
    await view.state('playing', 0);
    deepStrictEqual(wishes(), []);
  });

  it('ignore keys with which an input method composes', async () => {
    await openPaused();
    await view.inspect(
      `void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', isComposing: true }))`,
    );
    await view.press('ArrowLeft');
    deepStrictEqual(await nextWish(), { type: 'step', unit: 'sentence', by: -1 });
  });
});
