import { deepStrictEqual } from 'node:assert/strict';
import type { ReaderHostMessage, ReaderWebviewMessage } from '../../src/protocol/readerProtocol.ts';
import { begin, jump } from './readerFacts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { failure } from './readerScenes.ts';

/** What has the focus, in a word. */
const focused = `(({ className, ariaLabel, dataset, localName }) => ariaLabel ?? dataset.index ?? (className || localName))(document.activeElement)`;

describe('the focus in the reader’s view', () => {
  let view: ReaderPage;
  let items: { id: string; title: string }[];
  beforeEach(async () => {
    view = await openReaderPage();
    items = ['one', 'two', 'three'].map((title) => ({ id: title, title }));
    view.onMessage = (intent: ReaderWebviewMessage) => {
      if (intent.type !== 'playQueued' && intent.type !== 'dropQueued') return;
      items = items.filter(({ id }) => id !== intent.id);
      void view.send(queue());
      if (intent.type === 'playQueued') void view.send(begin(intent.id, 3, { title: intent.id }));
    };
    await view.page.evaluate(() => document.querySelector('iframe')?.focus());
    await view.send(begin('r', 3), queue());
    await view.until('document.querySelectorAll(".play-queued").length === 3');
  });
  afterEach(() => view.close());

  function queue(): ReaderHostMessage {
    return { type: 'queue', items, sleepAfter: 'off' };
  }

  async function focus(selector: string): Promise<void> {
    await view.inspect(`document.querySelector(${JSON.stringify(selector)}).focus()`);
  }

  async function pressUntil(key: string, words: string): Promise<void> {
    await view.page.keyboard.press(key);
    await view.until(`${focused} === ${JSON.stringify(words)}`);
  }

  it('stays on the same kind of queue button, and moves to the text after the last item', async () => {
    await focus('.play-queued');
    await pressUntil('Enter', 'Read two Now');
    await pressUntil('Enter', 'Read three Now');
    await view.page.keyboard.press('Enter');
    await view.until('document.querySelector(".title").textContent === "three"');
    await view.until(`${focused} === "0"`);
    deepStrictEqual(
      view.intents.filter(({ type }) => type.endsWith('Queued')),
      ['one', 'two', 'three'].map((id) => ({ type: 'playQueued', id })),
    );
  });

  it('is at a control when VS Code gives it to the page, with or without a reading', async () => {
    const come = (result: string) =>
      view.inspect(
        `(() => { document.activeElement.blur(); window.dispatchEvent(new Event('focus')); return ${result}; })()`,
      );
    deepStrictEqual(await come(focused), '0');
    await view.send({ type: 'stop' });
    await view.until('document.querySelector(".welcome") !== null');
    deepStrictEqual(await come('document.activeElement.textContent.trim()'), 'Select Voice…');
  });

  it('is reported to the host, which can’t know it by itself', async () => {
    await view.inspect("for (const type of ['focus', 'blur']) window.dispatchEvent(new Event(type))");
    await view.intent((intent) => intent.type === 'focus' && !intent.isFocused);
    const focuses = view.intents.filter((intent) => intent.type === 'focus');
    const number = focuses.filter(({ isFocused }) => isFocused).length;
    deepStrictEqual(focuses.slice(-2), [
      { type: 'focus', isFocused: true, number },
      { type: 'focus', isFocused: false, number },
    ]);
  });

  it('moves to the previous item when the last one is removed', async () => {
    await focus('.queue li:nth-child(3) .drop-queued');
    await pressUntil('Enter', 'Remove two');
    await pressUntil('Enter', 'Remove one');
    await pressUntil('Enter', '0');
  });

  it('stays in the view after Stop', async () => {
    await focus('.stop');
    await pressUntil('Enter', 'welcome');
    await view.page.keyboard.press('Tab');
    deepStrictEqual(await view.inspect('document.activeElement.textContent'), 'Select Voice…');
  });

  it('moves to the text when its control is gone', async () => {
    await focus('.toggle');
    await view.send({ type: 'failed', readingId: 'r', failure });
    await view.until(`${focused} === "0"`);
    await focus('.failure vscode-button');
    await view.send(jump('s', 0, { paused: true }));
    await view.until(`document.querySelector('.failure') === null && ${focused} === "0"`);
  });

  it('is not taken from the editor', async () => {
    // A gesture in the page, so that the browser would allow it to take the focus.
    await view.page.keyboard.press('a');
    await focus('.stop');
    await view.page.evaluate(() => {
      const editor = document.body.appendChild(document.createElement('textarea'));
      editor.focus();
    });
    await view.until('!document.hasFocus()');
    await view.send({ type: 'stop' });
    await view.until('document.querySelector(".welcome") !== null');
    await view.drawn();
    deepStrictEqual(await view.page.evaluate(() => document.activeElement?.localName), 'textarea');
  });
});
