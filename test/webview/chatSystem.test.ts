import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { SystemView } from '../../src/protocol/protocolViews.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

describe('the chat’s system prompt', () => {
  const chat = useChatPage({ width: 300, height: 500 });
  const begin = (system: SystemView, conversationId = 'conversation-1') =>
    chat.tell({
      ...makeSnapshot(makeTurn({ id: 'a', status: 'running' })),
      system,
      conversationId,
    });
  const isOpen = async () => (await chat.page.locator('.system textarea').count()) === 1;
  const text = () => chat.page.inputValue('.system textarea');
  const sent = () => chat.sent('setSystem', 'stop');
  const press = (name: string) => chat.page.locator('.system vscode-button', { hasText: name }).click();
  const isInInput = () =>
    chat.page.evaluate(() => document.activeElement?.matches('chat-composer textarea') ?? false);
  const none: SystemView = { text: '', isOwn: false };
  const given: SystemView = { text: 'Be brief.', isOwn: false };
  const own: SystemView = { text: 'Be long.', isOwn: true };

  const lines: readonly [string, SystemView, readonly string[]][] = [
    ['nothing if there is none', none, []],
    ['the one from the settings', given, ['System prompt\nfrom the settings\nBe brief.']],
    ['the conversation’s own', own, ['System prompt\nthis conversation\nBe long.']],
    ['that the conversation has none', { text: '', isOwn: true }, ['System prompt\nnone']],
  ];
  it('shows in one line what applies', async () => {
    for (const [name, system, expected] of lines) {
      await begin(system);
      deepStrictEqual(await chat.texts('.system-line'), expected, name);
    }
  });

  it('opens by a command if there is none, saves the typed text, and returns the focus', async () => {
    await begin(none);
    await chat.page.focus('chat-composer textarea');
    await chat.tell({ type: 'openSystem' });
    await chat.type('Answer in verse.');
    await press('Save');
    deepStrictEqual(
      [await isOpen(), sent(), await isInInput()],
      [false, [{ type: 'setSystem', text: 'Answer in verse.' }], true],
    );
  });

  it('leaves the focus to its line, or without one to the input, if nothing had it before', async () => {
    const places: unknown[] = [];
    for (const system of [given, none]) {
      await begin(system);
      await chat.page.locator(':focus').blur();
      await chat.tell({ type: 'openSystem' });
      await chat.press('Escape');
      await chat.drawn();
      places.push(await isInInput(), await chat.page.locator('.system-line:focus').count());
    }
    deepStrictEqual(places, [false, 1, true, 0]);
  });

  it('saves with Ctrl+Enter, even an empty text, but not an unchanged one', async () => {
    await begin(own);
    await chat.page.click('.system-line');
    await chat.press('Control+Enter');
    deepStrictEqual([await isOpen(), sent()], [false, []]);
    await chat.page.click('.system-line');
    await chat.page.fill('.system textarea', ' \n');
    await chat.press('Control+Enter');
    deepStrictEqual(sent(), [{ type: 'setSystem', text: '' }]);
  });

  it('can return to the default if the conversation has its own', async () => {
    await begin(given);
    await chat.page.click('.system-line');
    strictEqual(await chat.page.locator('.system vscode-button').count(), 2);
    await press('Cancel');
    await chat.tell({ type: 'state', system: own });
    await chat.page.click('.system-line');
    await press('Use Default');
    deepStrictEqual([await isOpen(), sent()], [false, [{ type: 'setSystem' }]]);
  });

  it('keeps unsaved text after Escape, which stops no response, and a click on the line, until it is discarded', async () => {
    await begin(none);
    await chat.tell({ type: 'openSystem' });
    await chat.page.fill('.system textarea', 'Half a sen');
    await chat.press('Escape');
    const words = 'Your changes are a draft and are not saved yet.';
    deepStrictEqual([await isOpen(), sent(), await chat.lastSaid()], [false, [], words]);
    for (let time = 0; time < 2; time += 1) await chat.page.click('.system-line');
    strictEqual(await chat.page.innerText('.system-origin'), 'unsaved changes');
    await chat.reload();
    await begin(none);
    strictEqual(await isOpen(), false);
    await chat.page.click('.system-line');
    strictEqual(await text(), 'Half a sen');
    await press('Discard Changes');
    deepStrictEqual([await isOpen(), await chat.texts('.system-line')], [false, []]);
    await chat.tell({ type: 'openSystem' });
    strictEqual(await text(), '');
  });

  it('keeps unsaved text when the host sends another one, and when opened again', async () => {
    await begin(given);
    await chat.page.click('.system-line');
    await chat.page.fill('.system textarea', 'Half a sen');
    await chat.tell({ type: 'state', system: own }, { type: 'openSystem' });
    strictEqual(await text(), 'Half a sen');
  });

  it('restores unsaved text when the page is rebuilt, but not in another conversation', async () => {
    await begin(given);
    await chat.page.click('.system-line');
    await chat.page.fill('.system textarea', 'Half a sen');
    await chat.reload();
    await begin(given);
    strictEqual(await text(), 'Half a sen');
    await begin(given, 'conversation-2');
    strictEqual(await isOpen(), false);
    await begin(given);
    strictEqual(await text(), 'Half a sen');
    await press('Save');
    await chat.reload();
    await begin(given);
    strictEqual(await isOpen(), false);
  });
});
