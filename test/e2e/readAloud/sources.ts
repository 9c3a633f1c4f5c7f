import { deepStrictEqual } from 'node:assert/strict';
import { chooseSpeed, openReader, type ReaderDriver } from '../harness/drivers/readerDriver.ts';
import type { UsedEditor } from '../harness/relayEditor.ts';

export const sourceFiles = {
  'one.md': '# Eels\n\nEels swim.\n\n# Geese\n\nGeese honk.\n',
  'two.txt': 'Hens scratch.\n',
};

/** Readings that are started with the mouse. */
export function describeSources({ editor }: UsedEditor): void {
  let reader: ReaderDriver;
  before(async () => {
    reader = await openReader(editor);
    await chooseSpeed(editor, 3);
  });

  it('covers the section under the mouse, and the files selected in the Explorer, one after the other', async () => {
    const { page } = editor;
    await editor.openFile('one.md');
    await page.locator('.view-line', { hasText: 'Eels' }).first().locator('span span').first().hover();
    const link = page.locator('.monaco-hover a', { hasText: 'Read this section aloud' });
    await link.waitFor();
    deepStrictEqual(await reader.readToEnd(() => link.click()), ['Eels.', 'Eels swim.']);

    await page.keyboard.press('ControlOrMeta+Shift+E');
    const entry = (name: string) =>
      page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await entry('one.md').click();
    await entry('two.txt').click({ modifiers: ['ControlOrMeta'] });
    await entry('two.txt').click({ button: 'right' });
    await editor.pickFromMenu('Read File Aloud');
    const title = reader.frame.locator('.title');
    await title.filter({ hasText: 'one.md' }).waitFor({ state: 'attached' });
    await title.filter({ hasText: 'two.txt' }).waitFor({ state: 'attached' });
    await reader.frame.locator('.status', { hasText: 'Finished' }).waitFor({ state: 'attached' });
    deepStrictEqual(await reader.sentences(), ['Hens scratch.']);
  });
}
