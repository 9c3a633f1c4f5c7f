import { deepStrictEqual } from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseSpeed, openReader, type ReaderDriver } from './harness/drivers/readerDriver.ts';
import { runGit } from './harness/git.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';

const code = `/**
 * Adds what is left.
 *
 * @param one What is there
 */
export function add(one: number, other: number): number {
  // Nothing is carried.
  const sum = one + other;
  const unused = sum;
  void unused;
  return sum;
}
`;
const docComment = ['Adds what is left.', 'parameter one: What is there'];
const files = {
  'long.md':
    'This text is long enough that it can be paused before its end, even when it is read fast. '.repeat(12),
  'parts.md': 'Ants march.\n\nBees fly.\n\nCats climb.\n\nDogs dig.\n',
  'one.md': '# Eels\n\nEels swim.\n\n## Foxes\n\nFoxes run.\n\n# Geese\n\nGeese honk.\n',
  'two.txt': 'Hens scratch.\n',
  'sum.ts': code,
  'broken.json': '{ "goats": }\n',
  'silent.md': '---\ntitle: x\n---\n\n<!-- hidden -->\n',
  'picture.bin': 'GIF89a\u0000\u0000\u0000\u0001\u0000',
};

describe('what can be read aloud', () => {
  let started: RelayEditor;
  let reader: ReaderDriver;
  before(async () => {
    started = await openRelayEditor({ files, connectByEnvironment: true });
    const { editor } = started;
    await editor.runCommand('modelRelay.reader.focus');
    reader = await openReader(editor);
    await chooseSpeed(editor, 3);
  });
  after(() => started?.close());

  const run = (title: string) => () => started.editor.runCommand(`Model Relay: ${title}`);
  const read = (title: string) => reader.readToEnd(run(title));

  it('is all that is selected, in the order of the document', async () => {
    const { editor } = started;
    await editor.openFile('parts.md');
    const line = (text: string) => editor.page.locator('.view-line', { hasText: text });
    await line('Dogs').click({ clickCount: 3 });
    await line('Bees').click({ clickCount: 3, modifiers: ['Alt'] });
    await editor.statusBarItem('2 selections').waitFor();
    deepStrictEqual(await read('Read Selection Aloud'), ['Bees fly.', 'Dogs dig.']);
  });

  it('is everything from the cursor on', async () => {
    const { editor } = started;
    await editor.openFile('parts.md');
    await editor.selectText('climb');
    deepStrictEqual(await read('Read Aloud from the Cursor'), ['Cats climb.', 'Dogs dig.']);
  });

  it('is a whole file: by the palette, in the explorer, and on its tab', async () => {
    const { editor } = started;
    const { page } = editor;
    const text = ['Eels.', 'Eels swim.', 'Foxes.', 'Foxes run.', 'Geese.', 'Geese honk.'];
    await editor.openFile('one.md');
    deepStrictEqual(await read('Read File Aloud'), text);
    await page.keyboard.press('ControlOrMeta+Shift+E');
    const entry = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'two.txt' });
    deepStrictEqual(
      await reader.readToEnd(async () => {
        await entry.click({ button: 'right' });
        await editor.pickFromMenu('Read File Aloud');
      }),
      ['Hens scratch.'],
    );
    const tab = page.locator('.tab[data-resource-name="one.md"]');
    deepStrictEqual(
      await reader.readToEnd(async () => {
        await tab.click({ button: 'right' });
        await editor.pickFromMenu('Read File Aloud');
      }),
      text,
    );
  });

  it('is the text behind a Markdown preview', async () => {
    const { editor } = started;
    await editor.openFile('one.md');
    await editor.runCommand('Markdown: Open Preview');
    await editor.page.locator('.tab.active', { hasText: 'Preview one.md' }).waitFor();
    const text = await read('Read File Aloud');
    deepStrictEqual(text.slice(0, 2), ['Eels.', 'Eels swim.']);
    deepStrictEqual(await read('Read Selection Aloud'), text);
  });

  it('is the clipboard', async () => {
    const { editor } = started;
    await editor.page.evaluate(() => navigator.clipboard.writeText('Iguanas sun themselves.'));
    deepStrictEqual(await read('Read Clipboard Aloud'), ['Iguanas sun themselves.']);
  });

  it('are problems, with the way to their places', async () => {
    const { editor } = started;
    await editor.openFile('broken.json');
    await editor.page.locator('.squiggly-error').first().waitFor();
    await editor.openFile('one.md');
    deepStrictEqual(await read('Read Problems Aloud'), ['broken.json', 'Error in line 1: Value expected']);
    await editor.runCommand('modelRelay.reader.focus');
    await editor.runCommand('Model Relay: Show the Sentence Being Read');
    await editor.page.locator('.tab.active[data-resource-name="broken.json"]').waitFor();
    await editor.runCommand('View: Close Editor');
    await editor.openFile('two.txt');
    await editor.runCommand('View: Close Other Editors in Group');
  });

  it('is of code what is written for people, and a short selection word for word', async () => {
    const { editor } = started;
    await editor.openFile('sum.ts');
    const [first, ...others] = docComment;
    // In a file, a comment begins with what it belongs to.
    deepStrictEqual(await read('Read File Aloud'), [
      `function add: ${first}`,
      ...others,
      'Nothing is carried.',
    ]);
    await editor.selectText('const sum = one + other;');
    deepStrictEqual(await read('Read Selection Aloud'), ['constant sum equals one plus other']);
  });

  it('is a section or a comment that the mouse rests on', async () => {
    const { editor } = started;
    const { page } = editor;
    await editor.openFile('one.md');
    await page.locator('.view-line', { hasText: 'Eels' }).first().locator('span span').first().hover();
    const link = page.locator('.monaco-hover a', { hasText: 'Read this section aloud' });
    await link.waitFor();
    await editor.screenshot('reading-hover');
    deepStrictEqual(await reader.readToEnd(() => link.click()), [
      'Eels.',
      'Eels swim.',
      'Foxes.',
      'Foxes run.',
    ]);
    await editor.openFile('sum.ts');
    await page
      .locator('.view-line', { hasText: 'Nothing is carried' })
      .first()
      .locator('span span')
      .last()
      .hover();
    const other = page.locator('.monaco-hover a', { hasText: 'Read this comment aloud' });
    deepStrictEqual(await reader.readToEnd(() => other.click()), ['Nothing is carried.']);
    await page.keyboard.press('Escape');
    await page.mouse.move(900, 700);
    await other.waitFor({ state: 'hidden' });
    await page
      .locator('.view-line', { hasText: 'Adds what is left' })
      .first()
      .locator('span span')
      .last()
      .hover();
    deepStrictEqual(await reader.readToEnd(() => other.click()), docComment);
  });

  it('is nothing where there is nothing to say, or no text', async () => {
    const { editor } = started;
    await editor.openFile('silent.md');
    await editor.runCommand('Model Relay: Read File Aloud');
    await editor.notification('There is nothing to read aloud here.').waitFor();
    await editor.page.keyboard.press('ControlOrMeta+Shift+E');
    const entry = editor.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'picture.bin' });
    await entry.click({ button: 'right' });
    await editor.pickFromMenu('Read File Aloud');
    await editor.notification('VS Code does not open it as a text').waitFor();
    await editor.screenshot('reading-nothing');
  });

  it('are several texts, one after the other', async () => {
    const { editor } = started;
    const title = reader.frame.locator('.title');
    const queued = () => reader.frame.locator('.queued-title').allTextContents();
    await editor.openFile('long.md');
    await editor.runCommand('modelRelay.reader.focus');
    await editor.runCommand('Model Relay: Read File Aloud');
    await reader.waitUntilPlaying();
    await editor.runCommand('Model Relay: Pause or Resume Reading');
    await reader.waitForStatus('Paused');
    for (const file of ['two.txt', 'parts.md', 'one.md']) {
      await editor.openFile(file);
      await editor.runCommand('Model Relay: Add to the Reading Queue');
    }
    await reader.frame.locator('.queued-title').nth(2).waitFor({ state: 'attached' });
    deepStrictEqual(
      [await title.textContent(), await queued()],
      ['long.md', ['two.txt', 'parts.md', 'one.md']],
    );
    await editor.screenshot('reading-queue');
    await reader.button('Remove parts.md').click();
    await reader.button('Read one.md Now').click();
    await title.filter({ hasText: 'one.md' }).waitFor();
    deepStrictEqual(await queued(), ['two.txt']);
    await title.filter({ hasText: 'two.txt' }).waitFor();
    await reader.waitForStatus('Finished');
    deepStrictEqual([await queued(), await reader.sentences()], [[], ['Hens scratch.']]);
    // Stopping forgets what would have come.
    await editor.openFile('long.md');
    await editor.runCommand('Model Relay: Add to the Reading Queue');
    await reader.waitUntilPlaying();
    await editor.openFile('two.txt');
    await editor.runCommand('Model Relay: Add to the Reading Queue');
    await reader.frame.locator('.queued-title', { hasText: 'two.txt' }).waitFor();
    await editor.runCommand('Model Relay: Stop Reading');
    await reader.waitUntilStopped();
    deepStrictEqual(await queued(), []);
    // Several files of the explorer are a queue.
    const { page } = editor;
    await page.keyboard.press('ControlOrMeta+Shift+E');
    const entry = (name: string) =>
      page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await entry('one.md').click();
    await entry('two.txt').click({ modifiers: ['ControlOrMeta'] });
    await entry('two.txt').click({ button: 'right' });
    await editor.pickFromMenu('Read File Aloud');
    await title.filter({ hasText: 'one.md' }).waitFor({ state: 'attached' });
    await title.filter({ hasText: 'two.txt' }).waitFor({ state: 'attached' });
  });
});

const committed = {
  'kept.md': 'Jackals yelp.\n\nKoalas sleep.\n',
  'gone.md': 'Llamas spit.\n',
  '中文.md': '一。\n',
};

describe('what changed in a repository of git', () => {
  let started: RelayEditor;
  let reader: ReaderDriver;
  const write = (path: string, text: string) => writeFile(join(started.editor.workspaceFolder, path), text);
  before(async () => {
    started = await openRelayEditor({
      files: committed,
      prepare: (folder) => {
        runGit(folder, 'init', '--quiet');
        runGit(folder, 'add', '.');
        runGit(folder, 'commit', '--quiet', '-m', 'Animals');
      },
      connectByEnvironment: true,
      settings: { 'git.enabled': true },
    });
    const { editor } = started;
    await editor.runCommand('modelRelay.reader.focus');
    reader = await openReader(editor);
    await chooseSpeed(editor, 3);
  });
  after(() => started?.close());

  it('is said to be nothing at first', async () => {
    const { editor } = started;
    await editor.runCommand('Model Relay: Read Changes Aloud');
    await editor.notification('Nothing has changed since the last commit.').waitFor();
  });

  it('is told file by file, with what is new word for word', async () => {
    const { editor } = started;
    await write('kept.md', 'Jackals howl.\n\nKoalas sleep.\n');
    await write('中文.md', '二。\n');
    await write('new.md', 'Moles dig.\n');
    await rm(join(editor.workspaceFolder, 'gone.md'));
    runGit(editor.workspaceFolder, 'add', 'kept.md');
    const removedAndAdded = 'Line 1. Removed: one line. Added: one line.';
    deepStrictEqual(await reader.readToEnd(() => editor.runCommand('Model Relay: Read Changes Aloud')), [
      ...['kept.md changed.', removedAndAdded, 'Jackals howl.'],
      'gone.md was deleted.',
      ...['中文.md changed.', removedAndAdded, '二。'],
      ...['new.md is new.', 'Added: one line.', 'Moles dig.'],
    ]);
  });
});
