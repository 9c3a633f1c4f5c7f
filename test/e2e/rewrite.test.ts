import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerWith, driveRewrites, type RewriteDriver } from './harness/drivers/rewriteDriver.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { screenshotInThemes } from './harness/workbench/themes.ts';

const path = 'src/greet.ts';
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
/** Its symbols are known late. */
const notes = 'first\nsecond\nthird\n';
const wrong = `export function second(text: string): number {
  const wrong: number = text;
  return wrong;
}
// ${answerWith('```\nexport function second(text: string): number {\n  const right = Number(text);\n  return right;\n}\n```')}
`;

describe('code that is rewritten in place', () => {
  let started: RelayEditor;
  let driver: RewriteDriver;
  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      files: { [path]: file, 'outside.ts': file, 'wrong.ts': wrong, 'slow/notes.txt': notes },
      settings: { 'files.autoSave': 'off' },
    });
    driver = driveRewrites(started);
    started.relay.settings.slowWordMs = 60;
  });
  after(() => started?.close());
  const question = (words: string) => started.editor.dialog(words);
  /** Does not put in what is doubtful, once it is asked about: the file is as it was. */
  const refuseInDialog = async (words: string) => {
    const { editor } = started;
    await editor.runCommand('notifications.clearAll');
    await editor.runCommand('Model Relay: Accept the Rewrite');
    await question(words).getByRole('button', { name: 'Cancel' }).click();
    await editor.runCommand('Model Relay: Discard the Rewrite');
    await driver.tab.waitFor({ state: 'detached' });
    strictEqual(await driver.read(path), file);
  };

  it('is shown beside the old code while it comes, accepted by a key, and undone at once', async () => {
    const { editor } = started;
    const { newCode, tab, press } = driver;
    await driver.goTo(path, 'const words');
    await driver.askFor(`${answer} slow`);
    await newCode.getByText('Good morning').waitFor();
    await driver.waitUntilReady();
    strictEqual(await driver.read(path), file);
    const buttons = editor.page.locator('.editor-group-container.active .editor-actions');
    for (const name of [/^Accept the Rewrite/, /^Discard the Rewrite/, /^Rewrite with Other Words/])
      await buttons.getByRole('button', { name }).waitFor();
    await screenshotInThemes(editor, 'rewrite');
    await press('ControlOrMeta+Enter');
    await tab.waitFor({ state: 'detached' });
    await editor.page.locator('.tab.active.dirty[data-resource-name="greet.ts"]').waitFor();
    strictEqual(await driver.save(path), rewritten);
    await press('ControlOrMeta+Z');
    strictEqual(await driver.save(path), file);
    const [asked = ''] = driver.questions();
    match(asked, /^File: src\/greet\.ts\nLanguage: typescript\n/);
    ok(asked.includes(`begin what to replace\n${old}\n`));
  });

  it('is discarded by a key while it comes, which ends the request', async () => {
    const { relay } = started;
    await driver.goTo(path, 'const words');
    await driver.askFor(`${longAnswer} slow`);
    await driver.newCode.getByText('Good morning').waitFor();
    await driver.waitForBadge('…');
    // What stands behind is there still, though the model has not come to it.
    await driver.newCode.getByText('export function last').waitFor();
    await started.editor.screenshot('rewrite-streaming');
    await driver.press('Escape');
    await driver.tab.waitFor({ state: 'detached' });
    await waitUntil('the socket to be closed', async () =>
      relay.requests.at(-1)?.outcome === 'closedByClient' ? true : undefined,
    );
    await started.editor.page.locator('.tab.active:not(.dirty)[data-resource-name="greet.ts"]').waitFor();
    strictEqual(await driver.read(path), file);
  });

  it('is discarded by closing its tab', async () => {
    await driver.goTo(path, 'const words');
    await driver.askFor('never');
    await driver.tab.waitFor();
    await started.editor.runCommand('View: Close Editor');
    await waitUntil('the socket to be closed', async () =>
      started.relay.requests.at(-1)?.outcome === 'closedByClient' ? true : undefined,
    );
  });

  it('is asked for in words that are kept while nobody sent them, and never without any', async () => {
    const { editor, relay } = started;
    const since = relay.requests.length;
    await driver.goTo(path, 'const words');
    await driver.press('Shift+Alt+W');
    await editor.quickInput.waitFor('What should the model do with this code?');
    await editor.page.getByText('Rewrite Lines 5 to 8 of greet.ts').waitFor();
    // The last words are offered, and wait for somebody to go to them.
    await editor.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await editor.quickInput.accept();
    await editor.quickInput.type('Say it in Chi');
    await driver.press('Escape');
    await editor.quickInput.waitUntilClosed();
    await driver.press('Shift+Alt+W');
    await editor.quickInput.waitFor('What should the model do with this code?');
    strictEqual(await editor.quickInput.value(), 'Say it in Chi');
    await editor.quickInput.type('');
    await driver.press('Escape');
    await editor.quickInput.waitUntilClosed();
    strictEqual(relay.requests.length, since);
  });

  it('is asked for before the language’s symbols are known, and waits for them to take the whole function', async () => {
    const { editor, relay } = started;
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
    await editor.screenshot('rewrite-line');
    await quickInput.accept();
    await editor.notificationButton(search, 'Cancel').click();
    await marked.waitFor({ state: 'detached' });
    strictEqual(relay.requests.length, since);
    await ask();
    await writeFile(join(editor.workspaceFolder, 'slow', 'symbols'), '');
    await page.getByText('Rewrite Lines 1 to 3 of notes.txt').waitFor();
    await editor.screenshot('rewrite-whole');
    strictEqual(await quickInput.value(), answerWith('fourth'));
    await quickInput.accept();
    await driver.waitUntilReady();
    ok(driver.questions().at(-1)?.includes('begin what to replace\nfirst\nsecond\nthird\n'));
    await driver.press('ControlOrMeta+Enter');
    await driver.tab.waitFor({ state: 'detached' });
    strictEqual(await driver.save('slow/notes.txt'), 'fourth\n');
  });

  it('is asked for again in other words, beginning with the last ones', async () => {
    const { editor } = started;
    await driver.goTo(path, 'const words');
    await driver.askFor('answer "I think that this code is fine as it is."');
    const said = 'It said: I think that this code is fine as it is.';
    await editor.notification(said).waitFor();
    strictEqual(await driver.tab.count(), 0);
    await editor.notificationButton(said, 'Try Again…').click();
    await editor.quickInput.waitFor('What should the model do with this code?');
    strictEqual(await editor.quickInput.value(), 'answer "I think that this code is fine as it is."');
    await editor.quickInput.type(answerWith(old));
    await editor.quickInput.accept();
    await editor.notification('The model would leave this code as it is.').waitFor();
    await editor.runCommand('notifications.clearAll');
    await driver.goTo(path, 'const words');
    await driver.press('Shift+Alt+W');
    await editor.quickInput.waitFor('What should the model do with this code?');
    await editor.screenshot('rewrite-instructions');
    deepStrictEqual(
      (await editor.quickInput.rows()).slice(0, 2).map(({ label }) => label.slice(0, 30)),
      [answerWith(old), 'answer "I think that this code is fine as it is."'].map((label) =>
        label.slice(0, 30),
      ),
    );
    await editor.quickInput.type(answer);
    await editor.quickInput.accept();
    await driver.waitUntilReady();
    await editor.runCommand('Model Relay: Rewrite with Other Words…');
    await editor.quickInput.waitFor('Rewrite Code');
    await editor.quickInput.type(answerWith(fresh.replace('morning', 'evening')));
    await editor.quickInput.accept();
    await driver.newCode.getByText('Good evening').waitFor();
    await driver.waitUntilReady();
    await editor.runCommand('Model Relay: Discard the Rewrite');
    await driver.tab.waitFor({ state: 'detached' });
  });

  it('that is not whole is put in only after a question', async () => {
    const { editor } = started;
    await driver.goTo(path, 'const words');
    await driver.askFor(`${answer} max tokens`);
    const said = 'The diff shows what came before that.';
    await editor.notification(said).waitFor();
    await driver.waitForBadge('!');
    await editor.screenshot('rewrite-cut');
    await refuseInDialog('This rewrite is not whole.');
  });

  it('whose answer can be read in two ways is put in only after a question', async () => {
    const { editor } = started;
    await driver.goTo(path, 'const words');
    const blocks = [fresh, fresh.replace('greet', 'salute')].map((code) => `\`\`\`ts\n${code}\n\`\`\``);
    await driver.askFor(answerWith(`One way:\n${blocks.join('\nAnother one:\n')}`));
    await editor.notification('It is not clear which part of the model’s answer is the code.').waitFor();
    await driver.waitForBadge('!');
    await editor.screenshot('rewrite-unclear');
    await refuseInDialog('This rewrite may be too much or too little.');
  });

  it('goes where the code is by then, and asks where that was changed itself', async () => {
    const { editor } = started;
    const { press, tab } = driver;
    await driver.goTo(path, 'const words');
    await driver.askFor(answer);
    await driver.waitUntilReady();
    await editor.openFile(path);
    await press('ControlOrMeta+Home');
    await editor.page.keyboard.insertText('export let added;\n');
    await tab.click();
    await driver.newCode.getByText('export let added;').waitFor();
    await editor.openFile(path);
    await editor.selectText('Hello');
    await editor.page.keyboard.insertText('Hullo');
    await tab.click();
    await driver.oldCode.getByText('Hullo').waitFor();
    await editor.runCommand('Model Relay: Accept the Rewrite');
    const dialog = question('was changed while the model wrote');
    await dialog.waitFor();
    await editor.screenshot('rewrite-touched');
    await dialog.getByRole('button', { name: 'Take the Model’s Code' }).click();
    await tab.waitFor({ state: 'detached' });
    strictEqual(await driver.save(path), `export let added;\n${rewritten}`);
  });

  it('goes where the code is after other programs changed its file, and nowhere once they took it away', async () => {
    const { editor } = started;
    const { press, tab } = driver;
    const writeOutside = (text: string) => writeFile(join(editor.workspaceFolder, 'outside.ts'), text);
    const changed = (text: string) => text.replace('first', 'foremost').replace('return 9', 'return 99');
    await driver.goTo('outside.ts', 'const words');
    await driver.askFor(answer);
    await driver.waitUntilReady();
    // VS Code takes that as one edit of all that is between the two.
    await writeOutside(changed(file));
    await driver.newCode.getByText('foremost').waitFor();
    await press('ControlOrMeta+Enter');
    await tab.waitFor({ state: 'detached' });
    strictEqual(await driver.save('outside.ts'), changed(rewritten));
    await driver.goTo('outside.ts', 'const words');
    await driver.askFor(answerWith(fresh.replace('morning', 'evening')));
    await driver.waitUntilReady();
    await writeOutside('export const other = 1;\n');
    await driver.newCode.getByText('export const other').waitFor();
    await press('ControlOrMeta+Enter');
    await editor.notification('can’t be found in outside.ts').waitFor();
    strictEqual(await driver.read('outside.ts'), 'export const other = 1;\n');
    await editor.runCommand('notifications.clearAll');
    await editor.runCommand('Model Relay: Discard the Rewrite');
    await tab.waitFor({ state: 'detached' });
  });

  it('is what a problem is reported for, from the light bulb', async () => {
    const { editor } = started;
    await driver.goTo('wrong.ts', 'wrong: number');
    await editor.page.locator('.squiggly-error').first().waitFor();
    await driver.press('ArrowLeft');
    await driver.press('ControlOrMeta+.');
    const actions = editor.page.locator('.action-widget');
    await actions.getByText('Fix in the Chat with Model Relay').waitFor();
    await editor.screenshot('rewrite-light-bulb');
    await actions.getByText('Fix with Model Relay').click();
    await driver.waitUntilReady();
    await driver.press('ControlOrMeta+Enter');
    await driver.tab.waitFor({ state: 'detached' });
    strictEqual((await driver.save('wrong.ts')).split('\n')[1], '  const right = Number(text);');
    ok(driver.questions().at(-1)?.includes("Line 2: error: Type 'string' is not assignable"));
  });
});
