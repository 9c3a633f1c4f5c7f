import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import {
  delta,
  makeParts,
  makeSnapshot,
  makeTurn,
  makeTurnMessage,
  makeTurnsMessage,
  richAnswer,
} from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

const first = makeTurn({ id: 'a', prompt: 'first', answerVersion: { place: 2, count: 3 } });
const second = makeTurn({ id: 'b', prompt: 'second' });

describe('the chat with versions of turns', () => {
  const chat = useChatPage({}, makeSnapshot(first, second));
  const editBox = () => chat.page.getByRole('textbox', { name: 'Your message' });
  const asked = () => chat.sent('edit', 'retry', 'continue', 'chooseVersion', 'stop');

  it('edits a prompt by mouse, and sends it', async () => {
    await chat.page.locator('.question').first().hover();
    await chat.button('Edit your message').first().click();
    strictEqual(await editBox().inputValue(), 'first');
    await editBox().fill('first, better');
    await chat.page.locator('.edit-actions vscode-button', { hasText: 'Send' }).click();
    deepStrictEqual(await chat.intent('edit'), { type: 'edit', turnId: 'a', text: 'first, better' });
    strictEqual(await chat.focused(), 'Message');
  });

  it('edits a prompt by keyboard: Shift+Enter breaks the line, Enter sends', async () => {
    await chat.button('Edit your message').last().focus();
    await chat.press('Enter', 'Shift+Enter');
    await chat.type('more');
    await chat.press('Enter');
    deepStrictEqual(await chat.intent('edit'), { type: 'edit', turnId: 'b', text: 'second\nmore' });
    deepStrictEqual(asked().length, 1);
  });

  it('sends neither an empty nor an unchanged prompt, and nothing while an input method composes', async () => {
    await chat.button('Edit your message').first().press('Enter');
    await editBox().fill('  ');
    await chat.press('Enter');
    strictEqual(await chat.page.locator('.edit-actions vscode-button').first().getAttribute('disabled'), '');
    await editBox().fill('日本');
    for (const key of ['Enter', 'Escape']) {
      await editBox().dispatchEvent('keydown', { key, keyCode: 229 });
    }
    strictEqual(await editBox().inputValue(), '日本');
    await editBox().fill('first');
    await chat.press('Enter');
    deepStrictEqual([await editBox().count(), await chat.focused(), asked()], [0, 'Edit your message', []]);
  });

  it('keeps an edit, an open receipt and expanded thinking of turns that stay', async () => {
    const thoughtful = makeTurn({ id: 'a', prompt: 'first', thinking: 'Hm.', usage: { inputTokens: 1 } });
    await chat.tell(makeTurnsMessage(thoughtful, second));
    await chat.page.click('summary');
    await chat.button('Response details').click();
    await chat.button('Edit your message').first().click();
    await editBox().fill('half an edit');
    await chat.page.evaluate(() => {
      Object.assign(globalThis, { drawnThen: document.querySelector('.answer > .markdown p') });
    });
    await chat.tell(makeTurnsMessage({ ...thoughtful }, makeTurn({ id: 'x', prompt: 'another' })));
    await chat.tell(makeTurnMessage({ ...thoughtful }, 2));
    deepStrictEqual(
      {
        edit: await editBox().inputValue(),
        receipts: await chat.page.locator('dl.receipt').count(),
        thought: await chat.page.locator('details[open] .markdown p').textContent(),
        isSameText: await chat.page.evaluate(
          'drawnThen.isConnected && drawnThen === document.querySelector(".answer > .markdown p")',
        ),
        prompts: await chat.page.locator('.prompt').allTextContents(),
      },
      { edit: 'half an edit', receipts: 1, thought: 'Hm.', isSameText: true, prompts: ['another'] },
    );
  });

  it('continues a running response when other turns change around it, and redraws it where it differs', async () => {
    const running = makeTurn({ id: 'c', status: 'running', text: 'One' });
    await chat.tell(
      makeTurnMessage(running, 3),
      delta('c', ' **two'),
      makeTurnsMessage(first, { ...running, parts: makeParts('One **two') }),
      delta('c', '** three'),
      makeTurnsMessage(
        { ...first, parts: makeParts('Other') },
        { ...running, parts: makeParts('One **two** three!') },
      ),
    );
    deepStrictEqual(await chat.page.locator('.answer > .markdown').allInnerTexts(), [
      'Other',
      'One two three!',
    ]);
  });

  it('tries again, and says when that stops another response', async () => {
    await chat.button('Try Again').first().click();
    deepStrictEqual(await chat.intent('retry'), { type: 'retry', turnId: 'a' });
    strictEqual(await chat.focused(), 'Message');
    await chat.tell(makeTurnMessage(makeTurn({ id: 'c', status: 'running', text: 'So' }), 3));
    deepStrictEqual(
      [await chat.button('Try Again').first().getAttribute('title'), await chat.button('Try Again').count()],
      ['Try Again\nStops the current response', 2],
    );
    await chat.button('Try Again').last().press('Enter');
    deepStrictEqual(await chat.intent('retry'), { type: 'retry', turnId: 'b' });
    await chat.button('Try Again with Another Model…').first().press('Enter');
    deepStrictEqual(await chat.intent('retryWith'), { type: 'retryWith', turnId: 'a' });
  });

  it('moves between versions of a response, and stays at the control', async () => {
    const later = chat.button('Next version of the response');
    await later.click();
    const choice = { type: 'chooseVersion', turnId: 'a', of: 'answer', step: 1 };
    deepStrictEqual(await chat.intent('chooseVersion'), choice);
    const third = makeTurn({ id: 'x', prompt: 'first', answerVersion: { place: 3, count: 3 } });
    await chat.tell(makeTurnsMessage(third));
    deepStrictEqual(
      [await chat.focused(), await chat.lastSaid(), await later.getAttribute('aria-disabled')],
      ['Next version of the response', 'Version 3 of 3', 'true'],
    );
    await chat.press('Enter');
    await chat.button('Previous version of the response').press('Enter');
    await chat.intent('chooseVersion');
    deepStrictEqual(asked(), [choice, { ...choice, turnId: 'x', step: -1 }]);
  });

  it('leaves the focus to the input when the control is gone', async () => {
    const later = chat.button('Next version of the response');
    const [third, only] = [{ place: 3, count: 3 }, undefined].map((answerVersion) =>
      makeTurnsMessage(makeTurn({ id: 'x', prompt: 'first', ...(answerVersion && { answerVersion }) })),
    );
    const places: string[] = [];
    for (const shown of [[only], [third, only]]) {
      await chat.tell(makeTurnsMessage(first, second));
      await later.press('Enter');
      await chat.intent('chooseVersion');
      for (const message of shown) if (message) await chat.tell(message);
      places.push(await chat.focused());
    }
    deepStrictEqual(places, ['Message', 'Message']);
  });

  it('moves between versions of a prompt', async () => {
    const prompts = ['one way', 'another way'].map((prompt, index) =>
      makeTurn({ id: `p${index}`, prompt, promptVersion: { place: index + 1, count: 2 } }),
    );
    await chat.tell(makeTurnsMessage(...prompts.slice(1)));
    strictEqual((await chat.page.locator('.question .versions').innerText()).trim(), '2/2');
    await chat.button('Previous version of the message').press('Space');
    deepStrictEqual(await chat.intent('chooseVersion'), {
      type: 'chooseVersion',
      turnId: 'p1',
      of: 'prompt',
      step: -1,
    });
    await chat.tell(makeTurnsMessage(...prompts.slice(0, 1)));
    deepStrictEqual(
      [await chat.focused(), await chat.lastSaid()],
      ['Previous version of the message', 'Version 1 of 2'],
    );
  });

  it('keeps the control where it was on the screen, however long the other version is', async () => {
    const around = (id: string, text: string, place: number) => [
      makeTurn({ id: 'before', text: richAnswer }),
      makeTurn({ id, text, answerVersion: { place, count: 2 } }),
      makeTurn({ id: `${id}-after`, text: richAnswer }),
    ];
    await chat.tell(makeTurnsMessage(...around('one', 'Short.', 1)));
    const later = chat.button('Next version of the response');
    await later.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await chat.drawn();
    const before = (await later.boundingBox())?.y ?? 0;
    await later.press('Enter');
    await chat.tell(makeTurnsMessage(...around('two', richAnswer, 2)));
    await chat.page.locator('chat-turn').nth(1).locator('table').waitFor();
    await chat.drawn();
    const after = (await later.boundingBox())?.y ?? 0;
    ok(before > 0 && Math.abs(after - before) <= 1, `from ${before} to ${after}`);
  });

  it('continues a response that was cut', async () => {
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'z', status: 'stopped' }), makeTurn({ id: 'a', status: 'stopped' })),
    );
    await chat.page.locator('.continue').press('Enter');
    deepStrictEqual(await chat.intent('continue'), { type: 'continue', turnId: 'a' });
    strictEqual(await chat.focused(), 'Message');
  });

  it('shows a continuation as such, and does not recall its text as a prompt', async () => {
    await chat.tell(makeSnapshot(first, makeTurn({ id: 'c', prompt: 'Go on.', isContinuation: true })));
    deepStrictEqual(
      [
        await chat.page.locator('.continued').innerText(),
        await chat.page.locator('.prompt').allTextContents(),
        await chat.page.locator('article').count(),
      ],
      ['Continued', ['first'], 3],
    );
    await chat.page.focus('.composer textarea');
    await chat.press('ArrowUp');
    strictEqual(await chat.page.inputValue('.composer textarea'), 'first');
  });

  it('gives the conversation an accessible name', async () => {
    const names = [await chat.page.getByRole('region', { name: 'Conversation' }).getAttribute('aria-label')];
    await chat.tell({ type: 'state', title: '<b>Files</b>' });
    names.push(await chat.page.locator('.conversation').getAttribute('aria-label'));
    deepStrictEqual(names, ['Conversation', 'Conversation: <b>Files</b>']);
  });
});
