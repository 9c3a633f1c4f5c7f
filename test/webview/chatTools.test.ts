import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { ToolCallView } from '../../src/protocol/protocolViews.ts';
import { end, makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { makeTool } from './chatScenes.ts';

describe('the tool calls of the chat’s responses', () => {
  const chat = useChatPage(
    { isShared: true, width: 280 },
    makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'I look.' })),
  );
  const tell = (call: Partial<ToolCallView>) =>
    chat.tell({ type: 'part', turnId: 'a', part: makeTool({ callId: '1', ...call }) });
  const call = () => chat.page.locator('.tool-call');
  /** What the line of the call says. */
  const line = async () => (await call().locator('summary').innerText()).replace(/\s+/g, ' ').trim();
  const button = (name: string) => chat.page.locator('.tool-call vscode-button:visible', { hasText: name });
  /** The codes of hidden characters that a person sees in the card. */
  const drawnCodes = () =>
    call()
      .locator('.invisible-character')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each, '::before').content));
  const decisions = () => chat.sent('decideTool');

  it('are one line each, which shows the status, and ask nothing after the end of the response', async () => {
    const lines: string[] = [];
    for (const status of ['pending', 'running', 'done', 'failed', 'refused', 'cancelled'] as const) {
      await tell({ status });
      lines.push(await line());
    }
    await tell({ status: 'asking' });
    await chat.tell(end('a', 'interrupted'));
    lines.push(await line());
    strictEqual(await chat.page.locator('.tool-decisions').count(), 0);
    deepStrictEqual(lines, [
      ...['Read File Waiting', 'Read File Running', 'Read File Done', 'Read File Failed', 'Read File Denied'],
      ...['Read File Canceled', 'Read File Not called'],
    ]);
  });

  it('show that they wait for the person elsewhere: the whole name of a file, and the status, without a spinner', async () => {
    await tell({ title: 'Edit src/greeting.ts', status: 'running', summary: 'Waiting for your decision' });
    const isCut = await call()
      .locator('.tool-title')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    deepStrictEqual(
      [isCut, await line(), await call().locator('.spinning').count()],
      [false, 'Edit src/greeting.ts Waiting for your decision', 0],
    );
  });

  it('have the theme’s colors of code only after approval, so that none hides a part of a command', async () => {
    const colors = '.hljs-string { color: rgb(1, 2, 3); }';
    const colorOfString = () =>
      call()
        .locator('.tool-input .hljs-string')
        .evaluate((text) => getComputedStyle(text).color);
    const input = '';
    const command = 'echo "a"';
    await chat.tell({
      ...makeSnapshot(makeTurn({ id: 'a', status: 'running', text: '' })),
      codeStyles: colors,
    });
    await tell({ input, command, status: 'asking' });
    const textColor = await call()
      .locator('.tool-input')
      .evaluate((text) => getComputedStyle(text).color);
    strictEqual(await colorOfString(), textColor);
    await tell({ input, command, status: 'done' });
    await call().locator('summary').click();
    strictEqual(await colorOfString(), 'rgb(1, 2, 3)');
    await chat.tell({ type: 'state', codeStyles: colors.replace('1, 2, 3', '4, 5, 6') });
    strictEqual(await colorOfString(), 'rgb(4, 5, 6)');
  });

  it('get the focus by a key in the empty input, which approves nothing by itself', async () => {
    const input = chat.page.getByRole('textbox', { name: 'Message' });
    await input.focus();
    await chat.press('Control+Enter');
    strictEqual(await input.evaluate((field) => field === document.activeElement), true);
    await tell({ status: 'asking', question: 'The model wants to use it.' });
    await input.fill('And then');
    await chat.press('Control+Enter');
    deepStrictEqual(await chat.intent('send'), { type: 'send', text: 'And then' });
    await input.fill('');
    for (let time = 0; time < 2; time += 1) await input.press('Control+Enter');
    deepStrictEqual(
      [decisions().length, await chat.page.locator('[data-decision=once]:focus').count()],
      [0, 1],
    );
    await chat.press('Enter');
    deepStrictEqual((await chat.intent('decideTool')).decision, 'once');
  });

  it('show their input and result as text when they are expanded', async () => {
    const hostile = '<img src="https://evil.test/x.png" onerror="alert(1)">\u202Egnp.exe';
    await tell({
      title: hostile,
      input: JSON.stringify({ path: hostile }),
      result: hostile,
      pictures: [{ file: 'small.png' }],
    });
    strictEqual(await call().locator('pre, img').count(), 0);
    await call().locator('summary').press('Enter');
    await chat.page.locator('.tool-body .answer-picture:not(.loading)').waitFor();
    deepStrictEqual(
      {
        title: await call().locator('.tool-title').textContent(),
        input: await call().locator('.tool-input').textContent(),
        result: await call().locator('.tool-result').textContent(),
        shownCodes: await drawnCodes(),
        images: await call().locator('img').count(),
      },
      {
        title: hostile,
        input: `path: ${hostile}`,
        result: hostile,
        shownCodes: Array(3).fill('"U+202E"'),
        images: 1,
      },
    );
  });

  it('show a command as code, other input as names with values, and input that is no object unchanged', async () => {
    const shown: unknown[] = [];
    const inputs = [
      '{"command":"npm test && echo \\"done\\"","goal":"Run the tests","isBackground":false,"paths":["a","b"]}',
      '{"code":"let a = 1;\\nlet b = 2;"}',
      '{"path":"cut of',
      '{"constructor":"a","__proto__":"b"}',
    ];
    for (const input of inputs) {
      await tell({ status: 'asking', input });
      shown.push([
        await call().locator('.tool-input').innerText(),
        await call().locator('.tool-input code').allInnerTexts(),
      ]);
    }
    deepStrictEqual(shown, [
      [
        'command:\nnpm test && echo "done"\ngoal: Run the tests\nisBackground: false\npaths: ["a","b"]',
        ['npm test && echo "done"'],
      ],
      ['code:\nlet a = 1;\nlet b = 2;', ['let a = 1;\nlet b = 2;']],
      ['{"path":"cut of', ['{"path":"cut of']],
      ['constructor: a\n__proto__: b', []],
    ]);
  });

  it('of ours show a summary of the result, and a command as it is run', async () => {
    await tell({ title: 'Read src/a.ts', input: '', summary: '40 lines', result: 'x' });
    const readLine = await line();
    const command = 'npm test \u200b&& echo done';
    const question = 'In shop, for at most 120 seconds.';
    await tell({
      ...{ title: 'Run in terminal', input: '', command, question, status: 'asking' },
      decisions: ['once', 'conversation', 'refuse'],
    });
    await chat.page.setViewportSize({ width: 400, height: 700 });
    const asked = [
      await call().locator('.tool-input code').innerText(),
      await drawnCodes(),
      await chat.page.locator('.tool-decisions :is(vscode-button, button):visible').allInnerTexts(),
      await chat.lastSaid(),
    ];
    for (const name of ['Allow in This Chat', 'Deny']) await button(name).press('Enter');
    deepStrictEqual(
      decisions().map(({ decision }) => decision),
      ['conversation', 'refuse'],
    );
    await tell({ title: 'Run in terminal', input: '', command, status: 'running', output: '1 passing' });
    deepStrictEqual(
      [readLine, asked, await call().locator('.tool-result').innerText()],
      [
        'Read src/a.ts Done 40 lines',
        [
          command,
          ['"U+200B"'],
          ['Allow Once', 'Allow in This Chat', 'Deny'],
          'Run this command? In shop, for at most 120 seconds. Command: npm test \u200b&& echo done',
        ],
        '1 passing',
      ],
    );
  });

  it('show their input while VS Code may ask about them in a dialog', async () => {
    const shown: number[] = [];
    for (const status of ['pending', 'running', 'done'] as const) {
      await tell({ status, isAskedByEditor: true });
      shown.push(await call().locator('.tool-input').count());
    }
    deepStrictEqual(shown, [0, 1, 0]);
  });

  it('ask for approval with a polite announcement, and take no focus', async () => {
    await chat.page.focus('.composer textarea');
    await tell({ status: 'asking' });
    deepStrictEqual(
      [
        await chat.lastSaid(),
        await chat.focused(),
        await call().locator('.tool-title').textContent(),
        await call().locator('.tool-input').isVisible(),
      ],
      [
        'Allow msg-sonnet-4-6 to use Read File? Input: { "path": "src/extension.ts", "lines": 200 }',
        'Message',
        'Allow msg-sonnet-4-6 to use Read File?',
        true,
      ],
    );
    await tell({ callId: '2', status: 'asking', question: 'Run “npm test”?' });
    strictEqual(
      (await chat.lastSaid()).split(' Input: ')[0],
      'Allow msg-sonnet-4-6 to use Read File? Run “npm test”?',
    );
  });

  it('get the focus when the person moves to the response, and are decided by keyboard', async () => {
    await tell({ status: 'asking' });
    await chat.page.evaluate(() => document.querySelector<HTMLElement>('chat-answer')?.focus());
    const way = [await chat.focused(), await chat.walk(Array(4).fill('Tab'))];
    deepStrictEqual(way, [
      'Allow msg-sonnet-4-6 to use Read File?',
      'Input: Read File > Allow Once > Deny > More actions',
    ]);
    await button('Allow Once').press('Enter');
    await chat.intent('decideTool');
    deepStrictEqual(decisions(), [{ type: 'decideTool', turnId: 'a', callId: '1', decision: 'once' }]);
    const afterwards = await chat.focused();
    await tell({ status: 'running' });
    await tell({ callId: '2', status: 'asking' });
    deepStrictEqual([afterwards, await chat.focused()], ['Message', 'Message']);
  });

  it('pass the focus to another one that waits, but not to its buttons, and the last one to the input', async () => {
    for (const title of ['Read File', 'Write File', 'Fetch Page'])
      await tell({ callId: title, title, status: 'asking' });
    const allow = (place: number) => call().nth(place).locator('[data-decision=once]');
    const way: unknown[] = [];
    await allow(1).press('Enter');
    way.push(await chat.focused());
    // A second press approves nothing.
    await chat.press('Enter');
    await tell({ callId: 'Write File', title: 'Write File', status: 'refused' });
    await allow(2).click();
    way.push(await chat.focused());
    await tell({ callId: 'Fetch Page', title: 'Fetch Page', status: 'running' });
    await allow(0).press('Space');
    await chat.type('And then?');
    deepStrictEqual(
      [way, decisions().length, await chat.page.locator('.composer textarea').inputValue()],
      [['Fetch Page', 'Read File'].map((name) => `Allow msg-sonnet-4-6 to use ${name}?`), 3, 'And then?'],
    );
  });

  it('offer rarer decisions in a menu with all its keys', async () => {
    await tell({ status: 'asking' });
    const more = chat.page.getByRole('button', { name: 'More actions' });
    await more.focus();
    const way = await chat.walk(['Enter', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'Escape']);
    const [first, last] = ['Allow in This Chat', 'Never Allow'];
    deepStrictEqual(
      [way, await chat.page.getByRole('menu').count(), chat.sent('stop')],
      [[first, 'Always Allow', last, first, last, first, 'More actions'].join(' > '), 0, []],
    );
    await more.press('ArrowUp');
    await chat.press('Enter');
    await chat.intent('decideTool');
    const afterwards = await chat.focused();
    await more.click();
    await chat.page.getByRole('menuitem', { name: 'Always Allow' }).click();
    await more.click();
    await chat.page.locator('.composer textarea').click();
    deepStrictEqual(
      [afterwards, decisions().map(({ decision }) => decision), await chat.page.getByRole('menu').count()],
      ['Message', ['never', 'always'], 0],
    );
  });

  it('have that menu at its button, which a key opens', async () => {
    await chat.page.setViewportSize({ width: 280, height: 700 });
    const more = chat.page.getByRole('button', { name: 'More actions' });
    await tell({ status: 'asking', decisions: ['once', 'conversation', 'always', 'refuse'] });
    await more.press('ArrowDown');
    const opener = await more.boundingBox();
    const menu = await chat.page.getByRole('menu').boundingBox();
    ok(opener && menu);
    ok(Math.abs(menu.y - opener.y - opener.height) < 8 && menu.x < opener.x + opener.width);
    ok(menu.x + menu.width > opener.x);
    // Even after the focus has left the menu, Escape closes it and stops nothing.
    await chat.page.locator('.tool-call').focus();
    await chat.press('Escape');
    await chat.page.getByRole('menu').waitFor({ state: 'hidden' });
    deepStrictEqual(chat.sent('stop'), []);
  });

  it('can be canceled while they run, and stay expanded when they change', async () => {
    await tell({ status: 'running' });
    await call().locator('summary').click();
    await chat.page.getByRole('button', { name: 'Cancel Read File' }).press('Enter');
    deepStrictEqual(await chat.intent('cancelTool'), { type: 'cancelTool', turnId: 'a', callId: '1' });
    await tell({ status: 'cancelled', result: 'It was cancelled.' });
    deepStrictEqual(
      [
        await call().locator('details').getAttribute('open'),
        await call().locator('.tool-result').textContent(),
        await chat.focused(),
      ],
      ['', 'It was cancelled.', 'Read File Canceled'],
    );
  });
});
