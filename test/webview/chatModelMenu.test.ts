import { deepStrictEqual, ok } from 'node:assert/strict';
import type { HostMessage } from '../../src/protocol/chatPageProtocol.ts';
import type { ModelListView } from '../../src/protocol/modelListView.ts';
import { makeSnapshot } from './chatFacts.ts';
import { describeLooks } from './chatLooking.ts';
import { type ChatPage, useChatPage } from './chatPage.ts';

const opus = {
  id: 'claude-opus-4-6',
  name: 'Claude Opus 4.6',
  contextTokens: 200_000,
  takesTools: true,
  takesImages: true,
  thinks: true,
};
const list: ModelListView = {
  sections: [
    { title: 'Pinned', models: [{ ...opus, isPinned: true }] },
    { title: 'Recent', models: [{ id: 'my-own-model', isUnlisted: true }] },
    {
      title: 'Anthropic',
      models: [
        { id: 'claude-sonnet-4-5-20250929', provider: 'Anthropic', thinks: true },
        { id: 'msg-sonnet-4-6', provider: 'Anthropic' },
      ],
    },
    {
      title: 'OpenAI',
      models: [
        {
          id: 'gpt-5.2',
          provider: 'OpenAI',
          contextTokens: 400_000,
          takesTools: true,
          prices: { input: 0.000_001_25, output: 0.000_01 },
        },
        { id: 'vendor/the-model-with-quite-a-long-name-20260131', name: 'A Model With Quite a Long Name' },
      ],
    },
  ],
  isLoading: false,
};

const connection = { state: 'connected', host: 'a.test', fromEnvironment: false, profile: 'W' } as const;

const models = (changed: Partial<ModelListView> = {}): HostMessage => ({
  type: 'models',
  list: { ...list, ...changed },
});

const manyModels = models({
  sections: [
    { title: 'All', models: Array.from({ length: 2000 }, (_, place) => ({ id: `model-${place}` })) },
  ],
});

describe('the model menu', () => {
  const chat = useChatPage({ isShared: true });

  const active = () =>
    chat.page.evaluate(() => {
      const id = document.querySelector('.menu-search input')?.getAttribute('aria-activedescendant');
      const option = id ? document.getElementById(id) : null;
      const list = option?.closest('.model-list')?.getBoundingClientRect();
      const { top = 0, bottom = 0 } = option?.getBoundingClientRect() ?? {};
      const isSeen = list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
      return `${option?.querySelector('.model-label')?.textContent}${isSeen ? '' : ' (out of sight)'}`;
    });
  const focused = () =>
    chat.page.evaluate(() => document.activeElement?.className || document.activeElement?.tagName);
  async function open(message = models()): Promise<void> {
    await chat.tell(makeSnapshot());
    await chat.page.locator('.model-button').press('Enter');
    await chat.intent('listModels');
    await chat.tell(message);
  }
  afterEach(async () => {
    if (await chat.page.locator('.model-menu').count()) await chat.press('Escape');
  });

  it('opens at its button with the conversation’s model, and Escape gives the focus back', async () => {
    await open();
    const menu = await chat.page.locator('.model-menu').boundingBox();
    const button = await chat.page.locator('.model-button').boundingBox();
    ok(menu && button && menu.y >= 0 && menu.y + menu.height <= button.y, JSON.stringify([menu, button]));
    const options = await chat.page
      .locator('.model-option')
      .evaluateAll((all) => all.map((option) => option.getAttribute('aria-label')));
    const headings = await chat.page.locator('.model-heading').allTextContents();
    const found = [await active(), await focused(), headings, options];
    await chat.press('Escape');
    await chat.drawn();
    deepStrictEqual(
      [found, await chat.page.locator('.model-menu').count(), await focused(), chat.sent('stop')],
      [
        [
          'msg-sonnet-4-6',
          'INPUT',
          ['Pinned', 'Recent', 'Anthropic', 'OpenAI'],
          [
            'Claude Opus 4.6, claude-opus-4-6, 200K tokens of context, Thinking, Images, Tools, Pinned',
            'my-own-model, Not listed by the relay',
            'claude-sonnet-4-5-20250929, Thinking',
            'msg-sonnet-4-6',
            'gpt-5.2, 400K tokens of context, Tools, $1.25 input, $10.00 output per million tokens',
            'A Model With Quite a Long Name, vendor/the-model-with-quite-a-long-name-20260131',
          ],
        ],
        0,
        'bar-button model-button',
        [],
      ],
    );
  });

  it('is navigated with keys, and Enter selects a model', async () => {
    await open();
    const keys = ['ArrowDown', 'Home', 'ArrowUp', 'ArrowDown', 'PageDown', 'PageUp', 'End'];
    const way = await chat.walk(keys, active);
    await chat.press('Home', 'Enter');
    const chosen = await chat.intent('selectModel');
    const [first, last] = ['Claude Opus 4.6', 'A Model With Quite a Long Name'];
    deepStrictEqual(
      [way, chosen, await focused()],
      [
        ['gpt-5.2', first, last, first, last, first, last].join(' > '),
        { type: 'selectModel', id: 'claude-opus-4-6' },
        'TEXTAREA',
      ],
    );
  });

  it('filters by typing, and accepts a model ID that is not listed', async () => {
    await open();
    await chat.type('opus');
    await chat.drawn();
    const labels = () => chat.page.locator('.model-label').allTextContents();
    const found = [await labels(), await active()];
    await chat.page.fill('.menu-search input', 'gpt-9');
    await chat.drawn();
    found.push(await labels(), await active());
    await chat.press('Enter');
    deepStrictEqual(
      [found, await chat.intent('selectModel')],
      [
        [['Claude Opus 4.6', 'Use “opus”'], 'Claude Opus 4.6', ['Use “gpt-9”'], 'Use “gpt-9”'],
        { type: 'selectModel', id: 'gpt-9' },
      ],
    );
  });

  it('pins by key and by click, says so, and stays at the model', async () => {
    await open();
    await chat.press('Shift+Enter');
    const pinned = [await chat.intent('pinModel'), await chat.lastSaid()];
    const moved = list.sections.map(({ title, models }) => ({
      title,
      models: models.filter(({ id }) => id !== 'msg-sonnet-4-6'),
    }));
    moved[0]?.models.push({ id: 'msg-sonnet-4-6', isPinned: true } as never);
    await chat.tell(models({ sections: moved }));
    const place = [await active(), await chat.page.locator('.model-pin.pinned').count()];
    await chat.page.locator('.model-pin.pinned').first().click();
    deepStrictEqual(
      [pinned, place, await chat.intent('pinModel'), chat.sent('selectModel').length, await focused()],
      [
        [{ type: 'pinModel', id: 'msg-sonnet-4-6', isPinned: true }, 'Pinned: msg-sonnet-4-6'],
        ['msg-sonnet-4-6', 2],
        { type: 'pinModel', id: 'claude-opus-4-6', isPinned: false },
        0,
        'INPUT',
      ],
    );
  });

  it('draws the first of 2,000 models, more by scrolling, and keeps the marked one in view', async () => {
    await open(manyModels);
    const options = chat.page.locator('.model-option');
    deepStrictEqual(
      [await options.count(), await options.first().getAttribute('aria-setsize')],
      [299, '2000'],
    );
    await options.last().evaluate((option) => option.scrollIntoView());
    await options.nth(299).waitFor({ state: 'attached' });
    const way = await chat.walk(['End', 'ArrowDown', 'PageDown', 'PageDown', 'PageDown'], active);
    await chat.type('model-1999');
    await chat.drawn();
    deepStrictEqual(
      [way, await active()],
      ['model-1999 > model-0 > model-10 > model-20 > model-30', 'model-1999'],
    );
  });

  it('closes when the focus moves elsewhere, and by its button', async () => {
    await open();
    await chat.page.locator('.composer textarea').focus();
    await chat.drawn();
    const counts = [await chat.page.locator('.model-menu').count()];
    await chat.tell({ ...makeSnapshot(), model: null });
    await chat.page.locator('.model-button').click();
    counts.push(await chat.page.locator('.model-menu').count());
    await chat.page.locator('.model-button').click();
    await chat.drawn();
    counts.push(await chat.page.locator('.model-menu').count());
    deepStrictEqual(counts, [0, 1, 0]);
  });

  it('leads to further actions: compare, profiles, settings', async () => {
    for (const [label, message] of [
      ['Compare…', { type: 'compareModels' }],
      ['Switch Profile…', { type: 'action', action: 'selectProfile' }],
      ['Manage…', { type: 'manageModels' }],
    ] as const) {
      await chat.tell({ ...makeSnapshot(), connection }, models());
      await chat.page.locator('.model-button').click();
      await chat.page.locator('.menu-button', { hasText: label }).click();
      deepStrictEqual(await chat.intent(message.type), message);
    }
  });

  it('says that the list failed, and fetches it again', async () => {
    const failure = {
      title: 'The relay did not respond.',
      advice: [],
      actions: [{ id: 'tryAgain', label: 'Try Again' } as const],
    };
    await open(models({ failure }));
    const words = await chat.page.locator('.menu-failure').innerText();
    await chat.page.locator('.menu-failure button').click();
    await chat.intent('listModels');
    await chat.tell(models({ sections: [] }));
    deepStrictEqual(
      [
        words.includes(failure.title),
        await chat.page.locator('.menu-failure').count(),
        await chat.lastSaid(),
      ],
      [true, 0, 'The relay lists no chat models. To use one, enter its ID.'],
    );
  });
});

const scenes: Readonly<Record<string, HostMessage>> = {
  models: models({ notice: 'The first 5,000 models are listed. To use another model, enter its ID.' }),
  failed: models({
    failure: {
      title: 'The relay or its provider returned an error (HTTP 502).',
      advice: [],
      actions: [
        { id: 'tryAgain', label: 'Try Again' },
        { id: 'checkConnection', label: 'Check Connection' },
      ],
    },
    notice: 'Model list last updated: 11/23/2026, 7:10:00 PM',
  }),
  loading: models({ sections: [], isLoading: true }),
};

async function show(chat: ChatPage, message: HostMessage): Promise<void> {
  if (await chat.page.locator('.model-menu').count()) await chat.press('Escape');
  await chat.tell({ ...makeSnapshot(), connection });
  await chat.page.locator('.model-button').press('Enter');
  await chat.tell(message);
}

describeLooks('the model menu', {
  height: 560,
  prefix: 'menu-',
  widths: () => [200, 900],
  scenes: Object.fromEntries(
    Object.entries(scenes).map(([name, message]) => [name, (chat) => show(chat, message)]),
  ),
});
