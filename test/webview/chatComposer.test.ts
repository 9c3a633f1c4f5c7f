import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { ContextView } from '../../src/protocol/protocolViews.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { file, folder, makeDraft, picture } from './composerFacts.ts';

describe('the chat’s composer', () => {
  const chat = useChatPage({ isShared: true, width: 280 }, makeDraft(file, folder, picture));
  const hint = async () => (await chat.page.textContent('#composer-hint'))?.trim();
  const warnings = async () =>
    (await chat.page.locator('.composer-warning').allTextContents()).map((text) => text.trim());

  beforeEach(async () => {
    await chat.page.focus('textarea');
  });

  it('has one tab stop for all attachments, between which the arrow keys move', async () => {
    const keys = ['Shift+Tab', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End'];
    const way = await chat.walk(keys);
    const [one, two, three] = [
      'src/webview/chat/input/composer.ts:120-180, about 1,234 tokens',
      'src/chat/, about 45,600 tokens',
      'image.png, scaled to 1,568 × 1,024, 312 KB, about 1,600 tokens',
    ];
    strictEqual(way, [one, two, three, one, three, one, three].join(' > '));
    strictEqual(await chat.page.locator('.attachment-view[tabindex="0"]').count(), 1);
    await chat.press('Tab');
    const after = await chat.focused();
    await chat.press('Shift+Tab');
    deepStrictEqual([after, await chat.focused()], ['Message', three]);
    await chat.press('Enter');
    await chat.intent('viewAttachment');
    deepStrictEqual(chat.sent('viewAttachment', 'detach'), [{ type: 'viewAttachment', id: 'picture' }]);
  });

  it('removes an attachment with Delete, Backspace and the cross, and moves the focus on', async () => {
    await chat.press('Shift+Tab', 'Delete');
    await chat.tell({ type: 'state', attachments: [folder, picture] });
    const places = [await chat.focused()];
    await chat.press('ArrowRight', 'Backspace');
    await chat.tell({ type: 'state', attachments: [folder] });
    places.push(await chat.focused());
    await chat.page.getByRole('button', { name: 'Remove src/chat/' }).click();
    await chat.tell({ type: 'state', attachments: [] });
    places.push(await chat.focused());
    deepStrictEqual(
      [places, chat.sent('detach')],
      [
        ['src/chat/, about 45,600 tokens', 'Message', 'Message'],
        ['file', 'picture', 'folder'].map((id) => ({ type: 'detach', id })),
      ],
    );
    strictEqual(await chat.page.locator('.attachments').count(), 0);
  });

  it('moves to the attachments with Backspace in an empty input, where a held key stops', async () => {
    await chat.type('a');
    await chat.press('Backspace');
    strictEqual(await chat.focused(), 'Message');
    await chat.page.keyboard.down('Backspace');
    const first = await chat.focused();
    await chat.page.keyboard.down('Backspace');
    await chat.page.keyboard.up('Backspace');
    deepStrictEqual(
      [first, chat.sent('detach')],
      ['image.png, scaled to 1,568 × 1,024, 312 KB, about 1,600 tokens', []],
    );
    await chat.press('Backspace');
    await chat.intent('detach');
    await chat.type('x');
    deepStrictEqual([await chat.focused(), await chat.page.inputValue('textarea')], ['Message', 'x']);
  });

  it('shows a file’s ending and lines even if there is little room', async () => {
    const isCut = (part: string) =>
      chat.page.locator(part).evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth));
    await chat.tell(
      makeDraft({ ...file, name: `src/${'aVeryLongName'.repeat(9)}.test.ts:1200-1408`, warning: 'Cut.' }),
    );
    deepStrictEqual([await isCut('.attachment-stem'), await isCut('.attachment-ending')], [[true], [false]]);
    strictEqual(await chat.page.textContent('.attachment-ending'), '.ts:1200-1408');
  });

  it('shows an image as a thumbnail', async () => {
    const image = chat.page.locator('.attachment img');
    await image.evaluate((element: HTMLImageElement) => element.decode());
    strictEqual(await image.getAttribute('src'), 'http://chat-view.test/pictures/wide.png');
  });

  it('shows each warning once, below the input and with its attachment', async () => {
    const warning = 'This model may take no pictures.';
    const pictures = ['a.png', 'b.png', 'c.png'].map((name) => ({ ...picture, id: name, name, warning }));
    await chat.tell({
      type: 'state',
      attachments: [...pictures, { ...file, warning: 'Only its begin is attached.' }],
    });
    deepStrictEqual(
      [
        await warnings(),
        await chat.page.locator('.attachment-view').first().getAttribute('aria-description'),
        await chat.lastSaid(),
      ],
      [
        [`a.png, b.png, c.png: ${warning}`, 'composer.ts:120-180: Only its begin is attached.'],
        `${warning} Press Delete to remove it.`,
        `Attached: a.png, b.png, c.png. a.png, b.png, c.png: ${warning}`,
      ],
    );
  });

  it('does not send attachments without text, and removes the hint about one with it', async () => {
    await chat.press('Enter');
    const told = [chat.sent('send'), await hint()];
    await chat.tell({ type: 'state', attachments: [folder, picture] });
    deepStrictEqual([...told, await hint()], [[], 'Type a message to go with the attachment.', '']);
    await chat.type('What is this?');
    await chat.press('Control+Enter');
    deepStrictEqual(await chat.intent('send'), { type: 'send', text: 'What is this?' });
  });

  it('has buttons for attachments, for the models to compare and for the tools', async () => {
    await chat.tell({
      ...makeDraft(),
      others: [
        { id: 'x', label: 'cmp-large' },
        { id: 'y', label: 'gen-pro' },
      ],
      tools: { mode: 'agent', given: 3, available: 40, warning: 'This model may refuse tools.' },
    });
    await chat.page.getByRole('button', { name: 'Attach…' }).click();
    await chat.page.getByRole('button', { name: 'Comparing with: cmp-large, gen-pro' }).click();
    await chat.page.getByRole('button', { name: 'Tools: 3 of 40. This model may refuse tools.' }).click();
    await chat.intent('configureTools');
    deepStrictEqual(chat.sent('attach', 'compareModels', 'configureTools'), [
      { type: 'attach' },
      { type: 'compareModels' },
      { type: 'configureTools' },
    ]);
    deepStrictEqual(
      await chat.page.locator('.composer-choices .bar-button > [aria-hidden]').allTextContents(),
      ['', '', 'Agent', '', '3', '', '', '+2'],
    );
    await chat.tell(
      { type: 'state', others: [] },
      { type: 'state', tools: { mode: 'agent', given: 0, available: 0 } },
    );
    deepStrictEqual(
      [
        await chat.page.getByRole('button', { name: 'Compare models side by side' }).count(),
        await chat.page.locator('.tools').count(),
      ],
      [1, 0],
    );
  });

  it('switches between Ask and Agent, and says which one it is in', async () => {
    const mode = chat.page.locator('.bar-button.mode');
    const shown: unknown[] = [];
    for (const now of ['agent', 'ask'] as const) {
      await chat.tell({ type: 'state', tools: { mode: now, given: 6, available: 40 } });
      shown.push([await mode.getAttribute('title'), await mode.locator('.visually-hidden').textContent()]);
      await mode.press('Enter');
      await chat.intent('setMode');
    }
    const agent = 'Agent: the model can read and change files and run commands. You approve what it does';
    const ask = 'Ask: the model can read files, but can’t change files or run commands';
    deepStrictEqual(
      [shown, chat.sent('setMode')],
      [
        [
          [`${agent}.\nSwitch to Ask`, `${agent}. Switch to Ask`],
          [`${ask}.\nSwitch to Agent`, `${ask}. Switch to Agent`],
        ],
        [
          { type: 'setMode', mode: 'ask' },
          { type: 'setMode', mode: 'agent' },
        ],
      ],
    );
  });

  it('has a button for the options of a model that has options', async () => {
    const button = chat.page.locator('.configuration');
    const counts = [await button.count()];
    const words = ['Thinking effort: High', 'Temperature: 0.7'];
    await chat.tell({ ...makeDraft(), configuration: { short: 'High · 0.7', words } });
    await chat.page.focus('.model-button');
    await chat.press('Tab');
    const name = await chat.focused();
    await chat.press('Enter');
    await chat.intent('configureModel');
    const shown = [
      await button.locator('[aria-hidden]').allTextContents(),
      await button.getAttribute('title'),
    ];
    await chat.tell({
      type: 'state',
      configuration: { short: '', words: ['Thinking effort: Default'] },
    });
    const unset = await button.locator('[aria-hidden]').allTextContents();
    await chat.tell({ type: 'state', configuration: null });
    counts.push(await button.count());
    deepStrictEqual(
      [name, shown, unset, chat.sent('configureModel'), counts, await chat.focused()],
      [
        'Thinking effort: High. Temperature: 0.7. Change',
        [['', 'High · 0.7'], 'Thinking effort: High\nTemperature: 0.7'],
        [''],
        [{ type: 'configureModel' }],
        [0, 0],
        'Message',
      ],
    );
  });

  const limit = 200_000;
  const contexts: readonly [string, Partial<ContextView>, title: string, level: string][] = [
    ['the tokens if no limit is known', { tokens: 12_400 }, '~12,400 tokens', ''],
    ['how full it is', { tokens: 12_400, limit }, '~12,400 of 200,000 tokens (6%)', ''],
    [
      'that it is nearly full',
      { tokens: 160_000, isEstimate: false, limit },
      '160,000 of 200,000 tokens (80%)',
      'warning',
    ],
    ['that it is too full', { tokens: 250_000, limit }, '~250,000 of 200,000 tokens (125%)', 'full'],
    [
      'how many images are no longer sent',
      { tokens: 100, omittedImages: 3 },
      '~100 tokens\n3 older images are no longer sent',
      '',
    ],
    ['no limit if that is zero', { tokens: 0, limit: 0 }, '~0 tokens', ''],
  ];
  it('shows how full the context is, and what is no longer sent', async () => {
    const meter = chat.page.locator('.context-meter');
    strictEqual(await meter.count(), 0);
    for (const [name, context, title, level] of contexts) {
      await chat.tell({ ...makeDraft(), context: { tokens: 0, isEstimate: true, ...context } });
      const shown = [await meter.getAttribute('title'), await meter.getAttribute('class')];
      deepStrictEqual(shown, [title, `context-meter ${level}`], name);
    }
  });

  it('warns about a context that is too full, and sends it nevertheless', async () => {
    await chat.tell({ ...makeDraft(), context: { tokens: 250_000, isEstimate: true, limit } });
    deepStrictEqual(await warnings(), [
      'This may exceed the context window of msg-sonnet-4-6: ~250,000 of 200,000 tokens (125%). Start a new chat, remove attachments, or select another model.',
    ]);
    await chat.type('Still');
    await chat.press('Enter');
    deepStrictEqual(await chat.intent('send'), { type: 'send', text: 'Still' });
    await chat.tell({ type: 'state', context: { tokens: 12, isEstimate: true, isMessageOnly: true } });
    deepStrictEqual(await warnings(), [
      'msg-sonnet-4-6 generates images from this message and its attachments. Earlier messages are not sent.',
    ]);
  });

  it('explains the context window in a dialog, which can compact the conversation', async () => {
    await chat.tell({ ...makeDraft(), context: { tokens: 12_400, isEstimate: true, limit: 200_000 } });
    const details = chat.page.getByRole('dialog', { name: 'Context window' });
    await chat.page.focus('.context-meter');
    await chat.press('Enter');
    await details.waitFor();
    const words = await details.innerText();
    await chat.press('Escape');
    await details.waitFor({ state: 'hidden' });
    const stops = chat.sent('stop');
    await chat.page.click('.context-meter');
    await details.getByRole('button', { name: 'Compact Conversation' }).click();
    deepStrictEqual(
      [words.replace(/\n+/g, '\n'), stops, await chat.intent('compact'), await details.isVisible()],
      [
        'Context window\n~12,400 of 200,000 tokens (6%)\nCompact Conversation',
        [],
        { type: 'compact' },
        false,
      ],
    );
  });

  it('shows there what the chat has cost, as far as known', async () => {
    const details = chat.page.getByRole('dialog', { name: 'Context window' });
    const costs: (string | undefined)[] = [];
    for (const isCostPartial of [false, true]) {
      await chat.tell({
        ...makeDraft(),
        context: { tokens: 9, isEstimate: true, cost: 0.42, isCostPartial },
      });
      await chat.page.click('.context-meter');
      costs.push(/.*cost.*/.exec(await details.innerText())?.[0]);
      await chat.press('Escape');
    }
    const cost = 'Estimated cost of this chat: $0.42';
    deepStrictEqual(costs, [cost, `${cost}, without responses of unknown cost`]);
  });

  it('offers to compact a conversation that nearly fills the context, but not while a response is streaming', async () => {
    const context = { tokens: 170_000, isEstimate: true, limit: 200_000 };
    const offer = chat.page.locator('.compact-offer');
    const offers: string[] = [];
    const look = async () => offers.push(...(await offer.allInnerTexts()));
    await chat.tell({ ...makeSnapshot(), context });
    await look();
    await chat.tell({ ...makeSnapshot(makeTurn({ id: 'a', status: 'running' })), context });
    await look();
    await chat.tell({ ...makeSnapshot(makeTurn({ id: 'a' })), context });
    await look();
    deepStrictEqual(
      offers.map((words) => words.replace(/\n+/g, '\n')),
      ['The context window is 85% full.\nCompact Conversation'],
    );
    await offer.getByRole('button').click();
    deepStrictEqual(await chat.intent('compact'), { type: 'compact' });
  });
});
