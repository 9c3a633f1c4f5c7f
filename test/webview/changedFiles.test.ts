import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { ChangedFileView } from '../../src/protocol/protocolViews.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

describe('the changed files above the input', () => {
  const chat = useChatPage({ isShared: true, width: 200 }, makeSnapshot(makeTurn({ id: 'a' })));
  const file = (id: string, part: Partial<ChangedFileView> = {}): ChangedFileView => ({
    id,
    path: `src/deep/${id}.ts`,
    added: 12,
    removed: 3,
    isProposed: true,
    isNew: false,
    ...part,
  });
  const tell = (files: ChangedFileView[], canAllow = false) =>
    chat.tell({ type: 'state', changes: { files, canAllow } });
  const names = () =>
    chat.page
      .locator('.changed-files')
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent?.trim()));

  it('are listed with their numbers of lines, announced, and fit into the narrowest chat', async () => {
    const responseId = 'r';
    await tell(
      [file('one', { responseId }), file('two', { isProposed: false, isNew: true, removed: 0, responseId })],
      true,
    );
    strictEqual(
      await chat.lastSaid(),
      'Proposed change: src/deep/one.ts. Keep or undo it above the input. Created: src/deep/two.ts',
    );
    deepStrictEqual(await names(), [
      'Keep All',
      'Undo All',
      'Allow in This Chat',
      'Open diff of src/deep/one.ts (proposed). Lines added: 12, removed: 3',
      'Keep src/deep/one.ts',
      'Undo src/deep/one.ts',
      'Open diff of src/deep/two.ts (created). Lines added: 12, removed: 0',
      'Keep src/deep/two.ts',
      'Undo src/deep/two.ts',
    ]);
    const isWide = await chat.page
      .locator('.changed-files')
      .evaluate((bar) =>
        [bar, ...bar.querySelectorAll('li')].some((each) => each.scrollWidth > each.clientWidth),
      );
    strictEqual(isWide, false);
  });

  it('can be kept or undone one by one, by keyboard, or all at once', async () => {
    await tell([file('one'), file('two')]);
    const button = (name: string) => chat.page.getByRole('button', { name, exact: true });
    await button('Keep src/deep/one.ts').press('Enter');
    deepStrictEqual(await chat.intent('change'), { type: 'change', action: 'keep', ids: ['one'] });
    await tell([file('two')]);
    strictEqual(await chat.focused(), 'Keep src/deep/two.ts');
    await button('Undo All').click();
    deepStrictEqual(await chat.intent('change'), { type: 'change', action: 'undo', ids: ['two'] });
    await tell([]);
    deepStrictEqual(
      [await chat.page.locator('.changed-files').count(), await chat.focused()],
      [0, 'Message'],
    );
  });

  it('keep the focus on the buttons of a file, and of a response, when a model changes another file', async () => {
    const [one, two] = [file('one', { responseId: 'first' }), file('two', { responseId: 'first' })];
    const latest = file('three', { responseId: 'second' });
    const found: string[] = [];
    for (const [name, before, after] of [
      ['Undo src/deep/two.ts', [one, two], [two, latest]],
      ['Undo All', [one], [one, latest]],
    ] as const) {
      await tell([...before]);
      await chat.page.getByRole('button', { name, exact: true }).focus();
      await tell([...after]);
      found.push(await chat.focused());
      await chat.press('Enter');
      found.push(String((await chat.intent('change')).ids));
      await tell([]);
    }
    deepStrictEqual(found, ['Undo src/deep/two.ts', 'two', 'Undo All', 'one']);
  });

  it('are grouped by response, the latest first, and each group is kept or undone separately', async () => {
    await tell([
      file('one', { responseId: 'first' }),
      file('two', { responseId: 'second' }),
      file('three', { responseId: 'first' }),
    ]);
    const groups = chat.page.locator('.changed-files').getByRole('group');
    deepStrictEqual(await groups.locator('h2').allInnerTexts(), [
      '1 changed file',
      '2 changed files (earlier)',
    ]);
    await groups.last().getByRole('button', { name: 'Undo All' }).click();
    deepStrictEqual(await chat.intent('change'), { type: 'change', action: 'undo', ids: ['one', 'three'] });
  });
});
