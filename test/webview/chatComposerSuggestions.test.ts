import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { SuggestionView } from '../../src/protocol/suggestedView.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { files, makeDraft, prompts } from './composerFacts.ts';

const suggest = (part: Partial<SuggestionView>): SuggestionView => ({
  value: 'file:///a.ts',
  label: 'a.ts',
  detail: '',
  ...part,
});

describe('the suggestion list of the chat’s input', () => {
  const chat = useChatPage({ isShared: true, width: 300 }, makeDraft());
  const type = async (text: string) => {
    await chat.type(text);
    // Once this has returned, the page's requests have arrived.
    await chat.page.evaluate(() => true);
  };
  const draft = () => chat.page.inputValue('textarea');
  const asked = () => chat.sent('suggest');
  const done = () => chat.sent('send', 'attachAddresses', 'stop');
  const answer = (suggestions: readonly SuggestionView[], requestId = asked().at(-1)?.requestId ?? -1) =>
    chat.tell({ type: 'suggestions', requestId, suggestions: [...suggestions] });
  const shown = () =>
    chat.page.evaluate(() => {
      const input = document.querySelector('textarea');
      const marked = document.getElementById(input?.getAttribute('aria-activedescendant') ?? '');
      const list = document.getElementById(input?.getAttribute('aria-controls') ?? '');
      return {
        labels: [...(list?.querySelectorAll('.suggestion-label') ?? [])].map((label) => label.textContent),
        marked: marked?.querySelector('.suggestion-label')?.textContent ?? '',
      };
    });
  const closed = { labels: [], marked: '' };

  beforeEach(async () => {
    await chat.page.focus('textarea');
  });

  it('accepts a file with Enter, which leaves its name in the sentence and can be undone', async () => {
    await type('See #comp');
    deepStrictEqual(
      asked().map(({ kind, text }) => [kind, text]),
      ['', 'c', 'co', 'com', 'comp'].map((text) => ['context', text]),
    );
    await answer(files);
    deepStrictEqual(await shown(), {
      labels: ['composer.ts', 'composerFacts.ts', 'compositions/'],
      marked: 'composer.ts',
    });
    await chat.press('ArrowDown', 'Enter');
    deepStrictEqual(await chat.intent('attachAddresses'), {
      type: 'attachAddresses',
      addresses: [files[1]?.value],
    });
    deepStrictEqual([await draft(), await shown()], ['See #composerFacts.ts ', closed]);
    await chat.press('Control+z');
    deepStrictEqual([await draft(), done().length], ['See #comp', 1]);
  });

  it('accepts a prompt with Tab, and continues after its name', async () => {
    await type('/');
    await answer(prompts);
    deepStrictEqual(await shown(), { labels: ['/explain', '/review'], marked: '/explain' });
    await chat.press('ArrowUp', 'Tab');
    await type('it');
    deepStrictEqual([await draft(), done()], ['/review it', []]);
  });

  it('accepts the command for images with its hint, and sends the prompt after it', async () => {
    await type('/im');
    await answer([suggest({ value: 'image', label: '/image', detail: 'Generate an image' })]);
    deepStrictEqual(await chat.page.locator('.suggestion').allInnerTexts(), ['/image\nGenerate an image']);
    await chat.press('Enter');
    await type('a red boat');
    await chat.press('Enter');
    deepStrictEqual(done(), [{ type: 'send', text: '/image a red boat' }]);
  });

  it('accepts a clicked suggestion, and keeps the focus in the input', async () => {
    await type('#c');
    await answer(files);
    await chat.page.locator('.suggestion').nth(2).click();
    deepStrictEqual(
      [done(), await draft(), await chat.page.evaluate(() => document.activeElement?.localName)],
      [[{ type: 'attachAddresses', addresses: [files[2]?.value] }], '#compositions/ ', 'textarea'],
    );
  });

  const mentions: readonly [string, SuggestionView, string][] = [
    ['before a full stop', suggest({ mention: '#a.ts' }), 'In #a.ts.'],
    ['that is not known yet', suggest({}), 'In .'],
    ['in one line, without direction marks', suggest({ mention: '#a\n\u202eb.ts' }), 'In #a b.ts.'],
  ];
  it('leaves a name in the sentence that fits there', async () => {
    for (const [name, suggestion, expected] of mentions) {
      await chat.page.fill('textarea', '');
      await type('In .');
      await chat.press('ArrowLeft');
      await type('#a');
      await answer([suggestion]);
      await chat.press('Tab');
      deepStrictEqual([await draft(), await shown()], [expected, closed], name);
    }
  });

  it('shows the icon of each attachment source', async () => {
    const icons = ['file', 'folder', 'error', 'terminal'] as const;
    await type('#a');
    await chat.page.waitForSelector('.suggestions .codicon-loading');
    await answer([...icons.map((icon) => suggest({ value: icon, icon })), suggest({})]);
    const shownIcons = await chat.page
      .locator('.suggestion .codicon')
      .evaluateAll((all) => all.map((icon) => icon.classList[1]));
    deepStrictEqual(
      shownIcons,
      [...icons, 'file'].map((icon) => `codicon-${icon}`),
    );
  });

  it('closes with Escape without stopping a response, and stays closed for this word', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'So' })));
    await type('#c');
    await answer(files);
    await chat.press('Escape');
    await type('omp');
    deepStrictEqual([await shown(), done(), asked().length], [closed, [], 2]);
    await type(' #f');
    strictEqual(asked().length, 4);
    await chat.press('Escape', 'Escape');
    await chat.intent('stop');
  });

  it('uses only the results of the last request, and keeps matching suggestions until then', async () => {
    await type('#co');
    const late = asked().at(-1)?.requestId;
    await answer(files);
    await type('mposerF');
    const before = await shown();
    await answer([], late);
    deepStrictEqual(
      [before, await shown()],
      [
        { labels: ['composerFacts.ts'], marked: 'composerFacts.ts' },
        { labels: ['composerFacts.ts'], marked: 'composerFacts.ts' },
      ],
    );
    await answer([]);
    deepStrictEqual(
      [await shown(), await chat.page.textContent('.suggestions'), await chat.lastSaid()],
      [closed, (await chat.page.textContent('.suggestions')) ?? '', 'No matches'],
    );
    await answer(files);
    deepStrictEqual(await shown(), closed);
  });

  it('adds later results, and keeps the marked suggestion', async () => {
    await type('#comp');
    const requestId = asked().at(-1)?.requestId ?? -1;
    await chat.tell({ type: 'suggestions', requestId, suggestions: [...files], isPartial: true });
    await chat.press('ArrowDown');
    const symbol = suggest({ value: 'symbol', label: 'compare', icon: 'symbol-method' });
    await answer([symbol, ...files], requestId);
    deepStrictEqual(await shown(), {
      labels: ['compare', 'composer.ts', 'composerFacts.ts', 'compositions/'],
      marked: 'composerFacts.ts',
    });
    await answer([], requestId);
    strictEqual((await shown()).labels.length, 4);
  });

  const sentAsTyped: readonly [text: string, suggestions: readonly SuggestionView[]][] = [
    ['Fix issue #12', [{ value: 'file:///a/12.md', label: '12.md', detail: '' }]],
    ['Like #nothing', [{ value: 'file:///a/other.md', label: 'other.md', detail: '' }]],
    ['/explain', prompts],
    ['#none', []],
  ];
  it('sends with Enter what was probably not meant for the list', async () => {
    for (const [text, suggestions] of sentAsTyped) {
      await type(text);
      await answer(suggestions);
      await chat.press('Enter');
      deepStrictEqual([done().at(-1), await shown()], [{ type: 'send', text }, closed]);
    }
    strictEqual(done().length, sentAsTyped.length);
  });

  it('marks with the arrow keys what Enter alone would not accept', async () => {
    await type('Like #nothing');
    await answer([suggest({ value: 'file:///a/other.md' })]);
    await chat.press('ArrowDown', 'Enter');
    deepStrictEqual(done(), [{ type: 'attachAddresses', addresses: ['file:///a/other.md'] }]);
  });

  it('requests nothing for other signs', async () => {
    await type('C# and a/b ');
    await chat.page.fill('textarea', '##');
    await chat.page.fill('textarea', '');
    strictEqual(asked().length, 0);
  });

  it('leaves Escape to the response while it waits for the host and is not shown yet', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'So' })));
    await type('#c');
    await chat.press('Escape');
    await chat.intent('stop');
    await chat.page.getByText('Searching…').waitFor();
    await chat.press('Escape');
    deepStrictEqual([done().length, await chat.page.getByText('Searching…').count()], [1, 0]);
  });

  it('begins a new line with Shift+Enter, sends with Ctrl+Enter, and closes when the caret leaves', async () => {
    await type('#c');
    await answer(files);
    await chat.press('Home');
    deepStrictEqual(await shown(), closed);
    await chat.press('End');
    await type('o');
    await answer(files);
    await chat.press('Shift+Enter');
    deepStrictEqual([await draft(), await shown()], ['#co\n', closed]);
    await type('#c');
    await answer(files);
    await chat.press('Control+Enter');
    deepStrictEqual(done(), [{ type: 'send', text: '#co\n#c' }]);
  });
});
