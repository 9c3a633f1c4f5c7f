import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { delta, end, makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

const wide = `const wide = '${'x'.repeat(400)}';`;

const block = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;

describe('blocks of code and links of a response', () => {
  const chat = useChatPage({ isShared: true, width: 280, height: 600 });
  const show = (text: string, isWhole = true) =>
    chat.tell(makeSnapshot(makeTurn({ id: 'a', status: isWhole ? 'complete' : 'running', text })));
  const add = (text: string) => chat.tell(delta('a', text));
  const trust = (isTrusted: boolean) => chat.tell({ type: 'state', isTrusted });
  const buttons = () => chat.page.locator('.code-block').getByRole('button');
  const names = () => buttons().evaluateAll((all) => all.map((one) => one.ariaLabel));
  const focusedName = () => chat.page.evaluate(() => document.activeElement?.ariaLabel);

  it('have the colors of the editor’s theme, and others where these are not known', async () => {
    await show('```ts\nconst a = new B();\nif (a) `x$' + '{b}`;\n```\n\n```sql\nselect a from b\n```');
    await chat.drawn();
    const colors = () =>
      chat.page
        .locator('.hljs-keyword, .hljs-string, .hljs-subst')
        .evaluateAll((all) => all.map((one) => `${one.className} ${getComputedStyle(one).color}`));
    const unknown = await colors();
    const kinds = ['keyword', 'storage', 'control', 'string', 'subst'];
    const styles = kinds.map((kind, place) => `.hljs-${kind} { color: rgb(${place + 1}, 0, 0) }`);
    await chat.tell({ type: 'state', codeStyles: styles.join(' ') });
    deepStrictEqual(await colors(), [
      'hljs-keyword hljs-storage rgb(2, 0, 0)',
      'hljs-keyword rgb(1, 0, 0)',
      'hljs-keyword hljs-control rgb(3, 0, 0)',
      'hljs-string rgb(4, 0, 0)',
      'hljs-subst rgb(5, 0, 0)',
      'hljs-keyword rgb(1, 0, 0)',
      'hljs-keyword rgb(1, 0, 0)',
    ]);
    await chat.tell({ type: 'state', codeStyles: '' });
    deepStrictEqual(await colors(), unknown);
  });

  it('distinguish the kinds of tokens that the editor distinguishes', async () => {
    const blocks = {
      ts: '@Injectable()\nclass A {\n  readonly b: string = await new C();\n}',
      css: '@media print { a { b: c } }',
      diff: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b',
      sql: 'select a from b',
      c: '#include <a.h>',
    };
    await show(
      Object.entries(blocks)
        .map(([language, code]) => block(language, code))
        .join(''),
    );
    await chat.drawn();
    const found = await chat.page
      .locator('.code-block :is(.hljs-keyword, .hljs-built_in, .hljs-meta, .hljs-comment)')
      .evaluateAll((all) =>
        all.map(({ className, textContent }) => `${textContent} ${className.replaceAll('hljs-', '')}`),
      );
    deepStrictEqual(found, [
      '@Injectable meta decorator',
      'class keyword storage',
      'readonly keyword modifier',
      'string built_in type',
      'await keyword control',
      'new keyword',
      '@media keyword control',
      '--- a/x comment header',
      '+++ b/x comment header',
      '@@ -1 +1 @@ meta',
      'select keyword',
      'from keyword',
      '#include <a.h> meta',
      'include keyword control',
    ]);
  });

  it('have one stop of Tab each, with arrow keys between what can be done with them', async () => {
    await show('```ts\nconst a = 1;\n```\n\n```py\nb = 2\n```');
    await chat.drawn();
    const way = [];
    await chat.page.evaluate(() => document.querySelector<HTMLElement>('.code-buttons button')?.focus());
    for (const key of 'ArrowRight ArrowRight End ArrowRight ArrowLeft Home Tab Shift+Tab'.split(' ')) {
      await chat.page.keyboard.press(key);
      way.push(await focusedName());
    }
    deepStrictEqual(way, [
      'Insert at cursor: ts, const a = 1;',
      'Apply to file: ts, const a = 1;',
      'More actions: ts, const a = 1;',
      'Copy code: ts, const a = 1;',
      'More actions: ts, const a = 1;',
      'Copy code: ts, const a = 1;',
      'Copy code: py, b = 2',
      'Copy code: ts, const a = 1;',
    ]);
    await chat.page.getByRole('toolbar', { name: 'ts, const a = 1;', exact: true }).waitFor();
    await chat.page.getByRole('group', { name: 'py, b = 2', exact: true }).waitFor();
    strictEqual(await chat.page.locator('pre[tabindex]').count(), 0);
    await trust(false);
    await chat.page.keyboard.press('ArrowRight');
    const alone = await focusedName();
    await trust(true);
    strictEqual(alone, 'Copy code: ts, const a = 1;');
  });

  it('have buttons that say which block', async () => {
    await show(block('', 'y'.repeat(60)));
    // How wide a block is, and so whether its lines can be wrapped, is known only after it was drawn.
    await chat.page.locator('pre[tabindex]').waitFor();
    const actions = ['Copy code', 'Insert at cursor', 'Apply to file', 'Wrap lines', 'More actions'];
    deepStrictEqual(
      await names(),
      actions.map((action) => `${action}: ${'y'.repeat(40)}…`),
    );
  });

  it('say of which file they are, but for a path that shows as another one', async () => {
    const plain = ['ts src/deep/a.ts', 'ts src/\u202ea.ts', 'ts /etc/../passwd.d', 'py'];
    await show(plain.map((info) => block(info, 'a')).join('') + block('ts', '// b.ts\nb'));
    const headers = await chat.page
      .locator('.code-language')
      .evaluateAll((all) => all.map((one) => `${one.textContent}: ${one.getAttribute('title')}`));
    const known = ['a.ts src/deep: src/deep/a.ts', 'ts: null', 'ts: null', 'py: null', 'b.ts: b.ts'];
    deepStrictEqual(headers, known);
  });

  it('wrap their lines where they are cut off, and collapse where they are long', async () => {
    const long = `${'line\n'.repeat(40)}end`;
    await show(`\`\`\`js\n${wide}\n\`\`\`\n\n\`\`\`js\n${long}\n\`\`\``);
    await chat.page.locator('pre[tabindex]').waitFor();
    const [first, second] = [chat.page.locator('pre').first(), chat.page.locator('pre').nth(1)];
    const height = async (block: typeof first) => (await block.boundingBox())?.height ?? 0;
    const before = [await height(first), await height(second)];
    const toggles = [
      chat.page.getByRole('button', { name: 'Wrap lines' }),
      chat.page.getByRole('button', { name: 'Collapse' }),
    ];
    for (const toggle of toggles) await toggle.press('Enter');
    await chat.page.locator('pre[tabindex]').waitFor({ state: 'detached' });
    ok((await height(first)) > 3 * (before[0] ?? 0) && (await height(second)) < (before[1] ?? 0) / 2);
    strictEqual(await chat.page.locator('.code-header [aria-pressed=true]').count(), 2);
    for (const toggle of toggles) await toggle.press('Enter');
    await chat.page.locator('pre[tabindex]').waitFor();
    deepStrictEqual([await height(first), await height(second)], before);
  });

  it('hand the exact code to the host, with all that stands behind the fence', async () => {
    await show(
      '```ts src/a.ts\n\tif (a < b) {\n\n\t}\n\n```\n\n```mermaid\ngraph TD\n```\n\n```sh\nnpm test\n```',
    );
    const names = ['Copy code: ts', 'Insert at cursor: ts', 'Apply to file: ts', 'More actions: ts'];
    for (const name of [...names, 'Preview diagram', 'Run in Terminal…'])
      await chat.page.getByRole('button', { name }).press('Enter');
    const code = { text: '\tif (a < b) {\n\n\t}\n', language: 'ts src/a.ts' };
    deepStrictEqual(chat.sent('code', 'copy'), [
      { type: 'copy', text: code.text },
      { type: 'code', action: 'insert', ...code },
      { type: 'code', action: 'apply', ...code },
      { type: 'code', action: 'more', ...code },
      { type: 'code', action: 'preview', text: 'graph TD', language: 'mermaid' },
      { type: 'code', action: 'runInTerminal', text: 'npm test', language: 'sh' },
    ]);
  });

  it('can only be copied while they are written, and the focus stays when they are done', async () => {
    await show('```js\none\ntw', false);
    deepStrictEqual(await names(), ['Copy code: js']);
    await buttons().press('Enter');
    await add('o\n```\n\nMore');
    deepStrictEqual((await names()).length, 4);
    strictEqual(await focusedName(), 'Copy code: js, one');
    await chat.page.keyboard.press('Enter');
    deepStrictEqual(
      chat.sent('copy').map(({ text }) => text),
      ['one\ntw', 'one\ntwo'],
    );
  });

  it('lose and get their buttons with the trust in the workspace, drawn or not', async () => {
    await show('```js\na\n```\n\nText\n\n', false);
    await trust(false);
    deepStrictEqual(await names(), ['Copy code: js, a']);
    await add('```js\nb\n```\n');
    await chat.tell(end('a'));
    deepStrictEqual(await names(), ['Copy code: js, a', 'Copy code: js, b']);
    await trust(true);
    await chat.tell({ type: 'state', title: 'Which says nothing about trust' });
    strictEqual((await names()).length, 8);
  });

  it('fit into the narrowest chat, however long the name of the language is', async () => {
    await show(`\`\`\`${'language'.repeat(12)}\na\n\`\`\`\n\n\`\`\`mermaid\ngraph TD\n\`\`\``);
    const overflowing = await chat.page
      .locator('.code-header, .code-block')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.clientWidth > 280));
    strictEqual(overflowing.length, 0);
    const boxes = await buttons().evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    ok(boxes.every(({ right, width }) => right <= 280 && width >= 22));
  });

  it('are reached by Tab where they scroll, and only there', async () => {
    await show(`\`\`\`js\n${wide}\n\`\`\`\n\n\`\`\`js\nnarrow\n\`\`\``);
    await chat.page.locator('pre[tabindex]').waitFor();
    const frames = await chat.page
      .locator('pre')
      .evaluateAll((all) => all.map((one) => `${one.getAttribute('tabindex')} ${one.ariaLabel}`));
    deepStrictEqual(frames, [`0 js, ${wide.slice(0, 40)}…`, 'null js, narrow']);
    await chat.page.getByRole('button', { name: 'More actions' }).first().focus();
    await chat.page.keyboard.press('Tab');
    strictEqual(await chat.page.evaluate(() => document.activeElement?.localName), 'pre');
  });

  it('are reached by Tab, and can be wrapped, as soon as a line that is written grows too wide', async () => {
    const found: string[] = [];
    const note = async () => {
      await chat.drawn();
      const wrap = chat.page.getByRole('button', { name: 'Wrap lines' });
      found.push(`${await chat.page.locator('pre').getAttribute('tabindex')} ${await wrap.count()}`);
    };
    for (const parts of [[wide, '\n```\n'], [`${wide}\n\`\`\`\n`]]) {
      await show('```js\nconst a', false);
      await note();
      for (const part of parts) {
        await add(part);
        await note();
      }
    }
    deepStrictEqual(found, ['null 0', '0 0', '0 1', 'null 0', '0 1']);
  });

  it('are reached by Tab, and so are tables in which a row grows too wide', async () => {
    const frame = chat.page.locator('.table-frame');
    await show('| a | b |\n| --- | --- |\n| x', false);
    await chat.drawn();
    const before = await frame.getAttribute('tabindex');
    await add('`code`&nbsp;'.repeat(20));
    await chat.drawn();
    deepStrictEqual([before, await frame.getAttribute('tabindex')], [null, '0']);
  });

  it('show where a link leads while it is pointed at or has the focus, above the input', async () => {
    const long = `https://example.com/${'path/'.repeat(60)}`;
    await show(
      `[one](http://bücher.example/a?b) [two](https://bank.example%2Flogin.html:x@evil.example/) [three](${long})`,
    );
    const line = chat.page.locator('.link-address');
    const [one, two, three] = [0, 1, 2].map((at) => chat.page.getByRole('link').nth(at));
    await one?.hover();
    const shown = [await line.textContent()];
    await two?.focus();
    shown.push(await line.textContent());
    await chat.page.mouse.move(1, 590);
    shown.push(await line.textContent(), await line.locator('strong').textContent());
    await three?.focus();
    const [lineBox, inputBox] = [
      await line.boundingBox(),
      await chat.page.locator('.composer').boundingBox(),
    ];
    ok(lineBox && inputBox && lineBox.y + lineBox.height <= inputBox.y);
    await chat.page.locator('.composer textarea').focus();
    deepStrictEqual(
      [...shown, await line.count()],
      [
        'http://xn--bcher-kva.example/a?b',
        // The pointer counts before the focus.
        'http://xn--bcher-kva.example/a?b',
        'https://bank.example%2Flogin…@evil.example/',
        'evil.example',
        0,
      ],
    );
  });

  it('show the end of a host, however long it is, in a narrow view', async () => {
    const host = `accounts.google.com.${'signin.oauth2.'.repeat(15)}evil.test`;
    await show(`[one](https://${host}/path)`);
    await chat.page.setViewportSize({ width: 170, height: 600 });
    await chat.page.getByRole('link').focus();
    const line = chat.page.locator('.link-address');
    const isCut = await line.evaluate((element) => element.scrollHeight > element.clientHeight);
    const shown = await line.locator('strong').textContent();
    deepStrictEqual(
      [shown?.startsWith('accounts.google.'), shown?.endsWith('.signin.oauth2.evil.test'), isCut],
      [true, true, false],
    );
  });
});
