import { deepStrictEqual } from 'node:assert/strict';
import type { SuggestedView } from '../../src/protocol/suggestedView.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { describeLooks } from './chatLooking.ts';
import { type ChatPage, useChatPage } from './chatPage.ts';
import { file } from './composerFacts.ts';

const suggested: SuggestedView = { kind: 'file', name: 'src/shoppingCart.ts', isIncluded: false };

describe('the active file above the input', () => {
  const chat = useChatPage({ isShared: true });
  const chips = () =>
    chat.page
      .locator('.attachment-view')
      .evaluateAll((all) => all.map((chip) => chip.getAttribute('aria-label') ?? chip.textContent?.trim()));

  it('is added by a key in the input, and by a click', async () => {
    await chat.tell({ ...makeSnapshot(), suggested });
    const names = await chips();
    await chat.page.focus('textarea');
    await chat.press('Alt+Enter');
    const byKey = await chat.intent('toggleSuggested');
    await chat.page.locator('.suggested .attachment-view').click();
    const byClick = await chat.intent('toggleSuggested');
    deepStrictEqual(
      [names, byKey, byClick, chat.sent('send')],
      [['Add src/shoppingCart.ts'], { type: 'toggleSuggested' }, { type: 'toggleSuggested' }, []],
    );
  });

  it('is no longer suggested once it is attached, and the focus stays in the row', async () => {
    await chat.tell({ ...makeSnapshot(), suggested });
    await chat.page.locator('.suggested .attachment-view').focus();
    await chat.tell({ type: 'state', attachments: [{ ...file, name: suggested.name }] });
    const found = await chat.page.evaluate(() => document.activeElement?.className);
    deepStrictEqual([(await chips()).length, found], [1, 'attachment-view']);
  });

  it('has a button for its setting that the arrow keys reach', async () => {
    await chat.tell({ ...makeSnapshot(), attachments: [file], suggested });
    await chat.page.locator('.attachment-view').first().focus();
    await chat.press('ArrowRight', 'ArrowRight');
    const gear = await chat.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await chat.press('Delete', 'Enter');
    await chat.intent('configureSuggested');
    await chat.tell({ type: 'state', suggested: { ...suggested, isIncluded: true } });
    const stays = await chat.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await chat.press('ArrowRight');
    const first = await chat.page.evaluate(() => document.activeElement?.textContent?.includes('about'));
    deepStrictEqual(
      [gear, stays, first, chat.sent('detach')],
      ['Suggest, always add, or turn off…', 'Suggest, always add, or turn off…', true, []],
    );
  });

  it('shows whether it is included, and is missing from the row when nothing is suggested', async () => {
    await chat.tell({ ...makeSnapshot(), suggested: { ...suggested, isIncluded: true } });
    const names = await chips();
    const pressed = await chat.page.locator('.suggested .attachment-view').getAttribute('aria-pressed');
    await chat.page.locator('.suggested .attachment-remove').click();
    await chat.intent('configureSuggested');
    await chat.tell({ type: 'state', suggested: null });
    await chat.page.focus('textarea');
    await chat.press('Alt+Enter');
    await chat.drawn();
    deepStrictEqual(
      [names, pressed, await chips(), chat.intents.at(-1)?.type],
      [['Added: src/shoppingCart.ts'], 'true', [], 'configureSuggested'],
    );
  });
});

describe('starter prompts of an empty chat', () => {
  const chat = useChatPage({ isShared: true });
  const starters = () =>
    chat.page.locator('.starter').evaluateAll((all) => all.map((one) => one.textContent?.trim()));
  const value = () => chat.page.locator('textarea').inputValue();

  it('are about the active file, fill the input, and disappear with the first letter', async () => {
    await chat.tell({ ...makeSnapshot(), suggested });
    const offered = await starters();
    await chat.page.locator('.starter').nth(1).press('Enter');
    const intent = await chat.intent('addSuggested');
    const filled = [await value(), await starters()];
    const focused = await chat.page.evaluate(() => document.activeElement?.tagName);
    await chat.press('Control+A', 'Delete');
    await chat.page.locator('.starter').first().waitFor();
    await chat.type('x');
    await chat.drawn();
    deepStrictEqual(
      [offered, intent, filled, focused, await starters(), chat.sent('send')],
      [
        [
          'Explain how shoppingCart.ts works',
          'Find bugs in shoppingCart.ts',
          'Write tests for shoppingCart.ts',
        ],
        { type: 'addSuggested', withProblems: false },
        ['Find bugs in shoppingCart.ts', []],
        'TEXTAREA',
        [],
        [],
      ],
    );
    await chat.press('Backspace');
  });

  it('are about its problems first, and are different for prose', async () => {
    await chat.tell({ ...makeSnapshot(), suggested: { ...suggested, problems: 2 } });
    const [first] = await starters();
    await chat.page.locator('.starter').first().click();
    const intent = await chat.intent('addSuggested');
    await chat.page.locator('textarea').fill('');
    await chat.tell({
      ...makeSnapshot(),
      suggested: { kind: 'file', name: 'docs/usage.md', isIncluded: false, isProse: true },
    });
    deepStrictEqual(
      [first, intent, await starters()],
      [
        'Fix the problems in shoppingCart.ts',
        { type: 'addSuggested', withProblems: true },
        ['Summarize usage.md', 'Improve the writing in usage.md', 'What is missing from usage.md?'],
      ],
    );
  });

  it('are missing without a connection or a suggestion, and in a conversation', async () => {
    const found = [];
    for (const snapshot of [
      {
        ...makeSnapshot(),
        suggested,
        connection: { ...makeSnapshot().connection, state: 'missing' as const },
      },
      makeSnapshot(),
      { ...makeSnapshot(makeTurn({ id: 't1' })), suggested },
    ]) {
      await chat.tell(snapshot);
      found.push(await starters());
    }
    deepStrictEqual(found, [[], [], []]);
  });
});

const showChip = (isIncluded: boolean) => (chat: ChatPage) =>
  chat.tell({ ...makeSnapshot(), attachments: [file], suggested: { ...suggested, isIncluded } });

describeLooks('the active file above the input', {
  height: 560,
  prefix: 'suggested-',
  widths: () => [200, 900],
  scenes: { suggested: showChip(false), added: showChip(true) },
});
