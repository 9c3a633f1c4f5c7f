import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { delta, end, makeSnapshot, makeTurn, makeTurnMessage, makeTurnsMessage } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { makeTool } from './chatScenes.ts';
import { file, files, folder, makeDraft, selection } from './composerFacts.ts';

describe('the chat, when things happen at the wrong time or twice', () => {
  const chat = useChatPage({ isShared: true, width: 300 });
  const input = () => chat.page.locator('.composer textarea');

  it('keeps parts of a response that arrive after its end, and ignores unknown responses', async () => {
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'One' })),
      { type: 'part', turnId: 'unknown', part: makeTool({ callId: '1' }) },
      delta('unknown', 'Whose is it?'),
      { type: 'retryWait', turnId: 'unknown' },
      end('a', 'stopped'),
      delta('a', ' two'),
      delta('a', 'Hm', 'thinking'),
      end('a', 'stopped'),
    );
    const [, ...shown] = (await chat.page.locator('.answer').innerText()).split(/\s*\n\s*/);
    deepStrictEqual(shown, ['One two', 'Thinking', 'Stopped', 'Continue', 'msg-sonnet-4-6']);
  });

  it('accepts messages from its own origin only', async () => {
    await chat.tell(makeDraft());
    await chat.page.evaluate(() => {
      for (const origin of ['https://evil.test', 'null'])
        dispatchEvent(new MessageEvent('message', { data: { type: 'putBack', text: 'Mine' }, origin }));
    });
    await chat.drawn();
    strictEqual(await input().inputValue(), '');
  });

  it('retries only once on a double click', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'stopped', text: 'Half' })));
    await chat.page.getByRole('button', { name: /^Try Again:/ }).dblclick();
    await chat.page.locator('.continue').dblclick();
    await chat.tell({ type: 'state', queue: [{ id: 'q', text: 'Next' }], isQueueHeld: true });
    await chat.page.getByRole('button', { name: 'Send Now' }).dblclick();
    deepStrictEqual(
      [chat.sent('retry').length, chat.sent('continue').length, chat.sent('sendQueued').length],
      [1, 1, 1],
    );
  });

  it('sends once, without a hint about missing text, on a double click or a held key', async () => {
    await chat.tell(makeDraft(file));
    await input().fill('One');
    await chat.page.getByRole('button', { name: 'Send (Enter)' }).dblclick();
    await input().fill('Two');
    await chat.page.keyboard.down('Enter');
    await chat.page.keyboard.down('Enter');
    await chat.intent('send');
    await chat.intent('send');
    deepStrictEqual(
      [chat.sent('send'), await chat.page.textContent('#composer-hint')],
      [['One', 'Two'].map((text) => ({ type: 'send', text })), ''],
    );
  });

  it('keeps an edit of a prompt and the focus, whatever the host sends, and sends it for the shown response', async () => {
    const turn = makeTurn({ id: 'a', status: 'running', text: 'So' });
    await chat.tell(makeSnapshot(turn));
    await chat.page.getByRole('button', { name: 'Edit your message' }).click();
    const box = chat.page.locator('.question textarea');
    await box.fill('In other words');
    const kept: unknown[] = [];
    for (const fact of [
      delta('a', ' far'),
      end('a'),
      makeTurnMessage({ ...turn, status: 'complete', promptVersion: { place: 1, count: 2 } }),
      makeTurnsMessage(turn, makeTurn({ id: 'b' })),
      makeSnapshot(turn, makeTurn({ id: 'b' })),
      { ...makeSnapshot(turn), isTrusted: false, draft: 'A draft' },
      makeTurnsMessage(makeTurn({ id: 'other', promptId: 'a', text: 'Another' }), makeTurn({ id: 'b' })),
    ] as const) {
      await chat.tell(fact);
      kept.push([await box.inputValue(), await chat.focused()]);
    }
    deepStrictEqual(kept, Array(7).fill(['In other words', 'Your message']));
    strictEqual(await chat.page.locator('.answer .markdown').first().innerText(), 'Another');
    await chat.press('Enter');
    deepStrictEqual(await chat.intent('edit'), { type: 'edit', turnId: 'other', text: 'In other words' });
  });

  it('keeps suggestions when a snapshot arrives', async () => {
    await chat.tell(makeSnapshot());
    await input().pressSequentially('#comp');
    // The page asks after each letter, and uses only the suggestions for the last one.
    let asked = await chat.intent('suggest');
    while (asked.text !== 'comp') asked = await chat.intent('suggest');
    await chat.tell({ type: 'suggestions', requestId: asked.requestId, suggestions: [...files] });
    await chat.tell({ ...makeSnapshot(makeTurn({ id: 'a' })), draft: 'older' });
    await chat.press('Enter');
    await chat.intent('attachAddresses');
    deepStrictEqual([await input().inputValue(), chat.sent('send')], ['#composer.ts ', []]);
  });

  it('keeps the focus on a call that is decided elsewhere in the meantime', async () => {
    const ask = makeTool({ callId: '1', status: 'asking' });
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', parts: [ask] })));
    await chat.page.getByRole('button', { name: 'More actions' }).press('Enter');
    await chat.tell({ type: 'part', turnId: 'a', part: makeTool({ callId: '1', status: 'refused' }) });
    const afterwards = await chat.focused();
    await chat.tell({ type: 'part', turnId: 'a', part: makeTool({ callId: '2', status: 'asking' }) });
    deepStrictEqual(
      [afterwards, await chat.focused(), await chat.page.getByRole('menu').count(), chat.sent('decideTool')],
      ['Read File Denied', 'Read File Denied', 0, []],
    );
  });

  it('keeps attachments reachable by Tab after one of them is removed', async () => {
    await chat.tell(makeDraft(file, folder, selection));
    await chat.page.locator('.attachment-view').first().focus();
    await chat.press('End', 'Delete');
    await chat.tell({ type: 'state', attachments: [file, folder] });
    deepStrictEqual(
      await chat.page
        .locator('.attachment-view')
        .evaluateAll((all) => all.map((chip) => (chip as HTMLElement).tabIndex)),
      [0, -1],
    );
  });

  it('keeps the caret where it is when a text is put back', async () => {
    await chat.tell(makeSnapshot());
    await input().fill('one two');
    for (let step = 0; step < 4; step += 1) await input().press('ArrowLeft');
    await chat.tell({ type: 'putBack', text: 'before' });
    await chat.type('!');
    strictEqual(await input().inputValue(), 'before\n\none! two');
  });

  it('requests no suggestions while an input method composes', async () => {
    await chat.tell(makeSnapshot());
    await input().focus();
    await chat.type('#');
    const composer = await chat.page.context().newCDPSession(chat.page);
    for (const text of ['n', 'ni']) {
      await composer.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      await input().dispatchEvent('keyup', { key: text.at(-1), keyCode: 229, isComposing: true });
    }
    await composer.send('Input.insertText', { text: '你' });
    await chat.drawn();
    deepStrictEqual(
      chat.sent('suggest').map(({ text }) => text),
      ['', '你'],
    );
  });

  it('shows a prompt and typed text in the direction of its script', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', prompt: 'שלום\nHello' })));
    await input().fill('שלום');
    deepStrictEqual(
      await chat.page.evaluate(() =>
        ['.prompt-text', '.composer textarea'].map((selector) => {
          const element = document.querySelector(selector);
          return element && getComputedStyle(element).unicodeBidi;
        }),
      ),
      ['plaintext', 'plaintext'],
    );
  });
});
