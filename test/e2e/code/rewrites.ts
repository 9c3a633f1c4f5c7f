import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerWith, driveRewrites, type RewriteDriver } from '../harness/drivers/rewriteDriver.ts';
import { openChat, turnAt, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import { openQuickFixes, pickQuickFix } from '../harness/workbench/actionList.ts';

const path = 'src/welcome.ts';
const old = `export function greet(name: string): string {
  const words = 'Hello, ' + name;
  return words;
}`;
const file = `export function first() {
  return 1;
}

${old}

export function last() {
  return 9;
}
`;
const fresh = old.replace('Hello', 'Good morning');
const rewritten = file.replace('Hello', 'Good morning');
const answer = answerWith(`Sure! Here it is:\n\`\`\`ts\n${fresh}\n\`\`\`\nIt is friendlier now.`);

/** Takes the model long enough for a person to stop it in the middle. */
const longAnswer = answerWith(`\`\`\`ts\n${fresh}\n${'// And so on, word by word.\n'.repeat(200)}\`\`\``);
/** A text whose symbols are known late. */
const notes = 'first\nsecond\nthird\n';
const wrong = `export function first() {
  return 1;
}

export function second(text: string): number {
  const wrong: number = text;
  return wrong;
}
// ${answerWith('```\nexport function second(text: string): number {\n  const right = Number(text);\n  return right;\n}\n```')}
`;

const cart = `// ${answerWith("```\nimport { cart } from './cart';\n\ncart();\n```")}
export function cart() {}
`;

export const rewrittenFiles = {
  [path]: file,
  'src/cart.ts': cart,
  'slow/notes.txt': notes,
  'wrong.ts': wrong,
};

/** Code that is rewritten in place. */
export function describeRewrites({ editor, relay }: UsedEditor): void {
  let driver: RewriteDriver;
  before(() => {
    driver = driveRewrites({ editor, relay });
    relay.settings.slowWordMs = 60;
  });

  it('streams beside the old code, is discarded or accepted by a key, and undone in one step', async () => {
    const { newCode, tab, press } = driver;
    const marked = editor.page.locator('.monaco-editor .view-overlays [class*="ced-"]');
    await driver.goTo(path, 'const words');
    await driver.askFor(`${longAnswer} slow`);
    await driver.newCode.getByText('Good morning').waitFor();
    await driver.waitForBadge('…');
    await marked.first().waitFor();
    // The code after it is still shown, although the model has not reached it.
    await driver.newCode.getByText('export function last').waitFor();
    await driver.press('Escape');
    await driver.tab.waitFor({ state: 'detached' });
    await waitUntil(
      'the socket to be closed',
      async () => relay.requests.at(-1)?.outcome === 'closedByClient',
    );
    await editor.page.locator('.tab.active:not(.dirty)[data-resource-name="welcome.ts"]').waitFor();
    strictEqual(await driver.read(path), file);

    await driver.goTo(path, 'const words');
    await driver.askFor(`${answer} slow`);
    await newCode.getByText('Good morning').waitFor();
    await driver.waitUntilReady();
    await marked.first().waitFor({ state: 'detached' });
    strictEqual(await driver.read(path), file);
    const buttons = editor.page.locator('.editor-group-container.active .editor-actions');
    for (const label of ['Accept', 'Discard', 'Refine…'])
      await buttons.getByText(label, { exact: true }).waitFor();
    await press('ControlOrMeta+Enter');
    await tab.waitFor({ state: 'detached' });
    await editor.page.locator('.tab.active.dirty[data-resource-name="welcome.ts"]').waitFor();
    strictEqual(await driver.save(path), rewritten);
    await press('ControlOrMeta+Z');
    strictEqual(await driver.save(path), file);
    const asked = driver.questions().at(-1) ?? '';
    match(asked, /^File: src\/welcome\.ts\nLanguage: typescript\n/);
    ok(asked.includes(`begin what to replace\n${old}\n`));
  });

  it('can be requested again, starting from the last instruction, which is kept', async () => {
    const { quickInput } = editor;
    const asks = 'What should the model do with this code?';
    await driver.goTo(path, 'const words');
    await driver.press('Shift+Alt+W');
    await quickInput.waitFor(asks);
    await editor.page.getByText('Rewrite Lines 5 to 8 of welcome.ts').waitFor();
    // Earlier instructions are offered but not selected, so an empty box sends nothing.
    await editor.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    const since = relay.requests.length;
    await quickInput.accept();
    await quickInput.type('Say it in Chi');
    await driver.press('Escape');
    await quickInput.waitUntilClosed();
    await driver.press('Shift+Alt+W');
    await quickInput.waitFor(asks);
    strictEqual(await quickInput.value(), 'Say it in Chi');
    strictEqual(relay.requests.length, since);
    const words = 'answer "I think that this code is fine as it is."';
    await quickInput.enter(words);
    const said = 'Response: I think that this code is fine as it is.';
    await editor.notificationButton(said, 'Try Again…').click();
    await quickInput.waitFor(asks);
    strictEqual(await quickInput.value(), words);
    await quickInput.enter(answer);
    await driver.waitUntilReady();
    await editor.runCommand('Model Relay: Refine Rewrite…');
    await quickInput.enter(answerWith(fresh.replace('morning', 'evening')), 'Rewrite Code');
    await driver.newCode.getByText('Good evening').waitFor();
    await driver.waitUntilReady();
    await driver.press('Escape');
    await driver.tab.waitFor({ state: 'detached' });
    strictEqual(await driver.read(path), file);
  });

  it('can be requested before the symbols are known, and waits for them to cover the whole function', async () => {
    const { page, quickInput } = editor;
    const since = relay.requests.length;
    const search = 'Looking for the function at the cursor…';
    const marked = page.locator('.monaco-editor .view-overlays [class*="ced-"]');
    const ask = async () => {
      await driver.goTo('slow/notes.txt', 'second');
      await driver.press('Shift+Alt+W');
      await page.getByText('Rewrite Line 2 of notes.txt').waitFor();
      await marked.waitFor();
      await quickInput.type(answerWith('fourth'));
    };
    await ask();
    await quickInput.accept();
    await editor.notificationButton(search, 'Cancel').click();
    await marked.waitFor({ state: 'detached' });
    strictEqual(relay.requests.length, since);
    await ask();
    await writeFile(join(editor.workspaceFolder, 'slow', 'symbols'), '');
    await page.getByText('Rewrite Lines 1 to 3 of notes.txt').waitFor();
    strictEqual(await quickInput.value(), answerWith('fourth'));
    await quickInput.accept();
    await driver.waitUntilReady();
    ok(driver.questions().at(-1)?.includes('begin what to replace\nfirst\nsecond\nthird\n'));
    await driver.press('ControlOrMeta+Enter');
    await driver.tab.waitFor({ state: 'detached' });
    strictEqual(await driver.save('slow/notes.txt'), 'fourth\n');
  });

  it('that is incomplete, or whose code has changed, needs confirmation', async () => {
    await driver.goTo(path, 'const words');
    await driver.askFor(`${answer} max tokens`);
    const said = 'The diff shows what was received so far.';
    await editor.notificationButton(said, 'Try Again…').click();
    await driver.answer(`${answer} max tokens`);
    await editor.notification(said).waitFor();
    await driver.waitForBadge('!');
    await editor.runCommand('notifications.clearAll');
    await editor.openFile(path);
    await editor.selectText('Hello');
    await editor.page.keyboard.insertText('Hullo');
    await driver.tab.click();
    await driver.oldCode.getByText('Hullo').waitFor();
    await editor.runCommand('Model Relay: Accept Rewrite');
    await editor.dialog('This rewrite is incomplete.').getByRole('button', { name: 'Apply Anyway' }).click();
    const question = editor.dialog('changed while the model was writing');
    await question.waitFor();
    await question.getByRole('button', { name: 'Discard Rewrite' }).click();
    await driver.tab.waitFor({ state: 'detached' });
    strictEqual(await driver.save(path), file.replace('Hello', 'Hullo'));
  });

  it('creates a test file at the path that the person enters', async () => {
    const exists = () =>
      access(join(editor.workspaceFolder, 'new/deep/cart.test.ts')).then(
        () => true,
        () => false,
      );
    await driver.goTo('src/cart.ts', 'cart()');
    await editor.runCommand('Model Relay: Write Tests');
    await editor.quickInput.waitFor('Write Tests');
    strictEqual(await editor.quickInput.value(), 'src/cart.test.ts');
    await editor.quickInput.type('../cart.test.ts');
    await editor.quickInput.widget.getByText('Enter the path of a file').waitFor();
    await editor.quickInput.enter('new/deep/cart.test.ts');
    await driver.waitUntilReady();
    strictEqual(await exists(), false);
    await driver.press('ControlOrMeta+Enter');
    await driver.tab.waitFor({ state: 'detached' });
    await editor.page.locator('.tab.active[data-resource-name="cart.test.ts"]').waitFor();
    strictEqual(await driver.read('new/deep/cart.test.ts'), "import { cart } from './cart';\n\ncart();\n");
    // The tab is there before its editor has the focus.
    await editor.openFile('new/deep/cart.test.ts');
    await driver.press('ControlOrMeta+Z');
    await waitUntil('the file to be gone again', async () => !(await exists()));
  });

  it('fixes a problem from the light bulb, which also offers a prompt for the chat', async () => {
    await driver.goTo('wrong.ts', 'wrong: number');
    await editor.page.locator('.squiggly-error').first().waitFor();
    const before = driver.questions().length;
    const fixes = await openQuickFixes(editor, 'Explain with Model Relay');
    await pickQuickFix(editor, fixes, 'Fix in Chat with Model Relay');
    const question = await waitUntil('the question', async () => driver.questions()[before]);
    await turnAt(await openChat(editor), 0).waitFor();
    deepStrictEqual(
      ['Find the problems', "Line 6: error: Type 'string' is not", 'return wrong;', 'first'].map((part) =>
        question.includes(part),
      ),
      [true, true, true, false],
    );

    await driver.goTo('wrong.ts', 'wrong: number');
    const others = await openQuickFixes(editor, 'Fix with Model Relay');
    await pickQuickFix(editor, others, 'Fix with Model Relay');
    await driver.waitUntilReady();
    await driver.press('ControlOrMeta+Enter');
    await driver.tab.waitFor({ state: 'detached' });
    strictEqual((await driver.save('wrong.ts')).split('\n')[5], '  const right = Number(text);');
    ok(driver.questions().at(-1)?.includes("Line 6: error: Type 'string' is not assignable"));
  });
}
