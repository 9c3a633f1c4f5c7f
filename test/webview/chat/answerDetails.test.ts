import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { TurnView } from '../../../src/protocol/protocolViews.ts';
import { makeSnapshot, makeTurn, makeTurnsMessage } from '../chatFacts.ts';
import { hostConversation } from '../chatHost.ts';
import { type ChatPage, type ChatPageOptions, openChatPage } from '../chatPage.ts';
import { makeComparison, makeTool } from '../chatScenes.ts';

const usage = { inputTokens: 1234, outputTokens: 567 };
const receipt = { firstTokenMs: 840, durationMs: 7_300, retries: 2, finishReason: 'end_turn' };

describe('the details of the chat’s responses', () => {
  let chat: ChatPage;
  const open = async (options: ChatPageOptions, ...turns: TurnView[]) => {
    chat = await openChatPage(options);
    await chat.tell(makeSnapshot(...turns));
  };

  afterEach(() => chat.close());

  const model = 'msg-sonnet-4-6';
  const dated = { ...receipt, servedModel: `${model}-dated`, durationMs: 72_300, retries: 1 };
  const lines: readonly [string, Partial<TurnView>, narrow: string, wide: readonly string[]][] = [
    [
      'of a response',
      { usage, receipt: { durationMs: 9_100 }, cause: 'stop' },
      `${model} 567 tokens`,
      [model, '567 tokens', '9.1 s'],
    ],
    [
      'that are not as usual',
      { usage, receipt: dated, cause: 'other' },
      `${model}-dated 567 tokens`,
      [
        `requested ${model}, response from ${model}-dated`,
        ...['567 tokens', '7.9 tokens/s', '1 min 12 s', '1 retry', 'finish reason “end_turn”'],
      ],
    ],
    [
      'of a stopped response, whose tokens are not known',
      { status: 'stopped', usage, receipt: { firstTokenMs: 840, durationMs: 7_300 } },
      `${model} 7.3 s`,
      [model, '7.3 s'],
    ],
    ['of a model that served itself', { receipt: { servedModel: model } }, model, [model]],
    ['of which only the model is known', {}, model, [model]],
  ];
  it('are one short row in a narrow view, and complete in a wide one', async () => {
    await open({});
    const details = chat.page.locator('.turn-details');
    for (const [name, turn, narrow, wide] of lines) {
      await chat.tell(makeSnapshot(makeTurn({ id: 'a', ...turn })));
      await chat.page.setViewportSize({ width: 280, height: 700 });
      const shown = [(await details.innerText()).replace(/\s+/g, ' ')];
      const rows = await details.evaluate(({ clientHeight }) => clientHeight / 15);
      await chat.page.setViewportSize({ width: 900, height: 700 });
      shown.push(...(await chat.texts('.turn-details')));
      deepStrictEqual([shown, Math.floor(rows)], [[narrow, wide.join('\n')], 1], name);
    }
  });

  it('show the approximate cost with its significant digits and a sign, and announce it in words', async () => {
    await open({ width: 900 });
    const costs: string[] = [];
    for (const cost of [0.000_012_34, 0.012_34, 0.5, 12.345]) {
      await chat.tell(makeSnapshot(makeTurn({ id: 'a', usage, receipt: { cost } })));
      costs.push(...(await chat.page.locator('.turn-details > .detail > span').allTextContents()));
    }
    await chat.page.getByRole('button', { name: 'Response details' }).press('Enter');
    const amounts = ['$0.000012', '$0.0123', '$0.50', '$12.35'];
    deepStrictEqual(
      costs,
      amounts.flatMap((amount) => [`≈ ${amount}`, `estimated cost ${amount}`]),
    );
    strictEqual(await chat.page.locator('dl.receipt > div').nth(2).innerText(), 'Estimated cost\n≈ $12.35');
  });

  it('scroll into view when they are opened below the visible part', async () => {
    await open(
      { width: 280, height: 500 },
      makeTurn({ id: 'a', text: 'A line.\n\n'.repeat(30), usage, receipt }),
    );
    await chat.page.mouse.move(140, 200);
    // A browser that is laying out its page may miss a wheel event.
    do {
      await chat.page.mouse.wheel(0, -5);
      await chat.drawn();
    } while (!(await chat.page.locator('.to-end').isVisible()));
    await chat.page.getByRole('button', { name: 'Response details' }).press('Enter');
    await chat.page.waitForFunction(() => {
      const [view, shown] = ['.conversation', 'dl.receipt'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      return view && shown && shown.height > 50 && shown.bottom < view.bottom + 1;
    });
  });

  it('have the button to save an image next to a small image, and on a large one', async () => {
    const parts = ['small.png', 'wide.png'].map((file) => ({ type: 'picture', picture: { file } }) as const);
    await open({ width: 280 }, makeTurn({ id: 'a', parts }));
    await chat.page.waitForFunction(() => !document.querySelector('.answer-picture.loading'));
    const covers = await chat.page.locator('.answer-picture').evaluateAll((pictures) =>
      pictures.map((picture) => {
        const [image, button] = ['.answer-image', '.picture-actions'].map((part) =>
          picture.querySelector(part)?.getBoundingClientRect(),
        );
        return image && button && button.left < image.right && button.top < image.bottom;
      }),
    );
    deepStrictEqual(covers, [false, true]);
  });

  it('stay open when their turn leaves the page by scrolling, and close for another conversation', async () => {
    const turns = Array.from({ length: 60 }, (_, place) =>
      makeTurn({
        id: `t${place}`,
        usage,
        parts: [
          { type: 'thinking', text: 'Hm.' },
          { type: 'text', text: 'Words. '.repeat(100) },
          makeTool({ callId: '1', result: 'Done' }),
        ],
      }),
    );
    chat = await openChatPage({ width: 300, height: 500 });
    await hostConversation(chat, turns);
    const last = chat.page.locator('chat-turn[data-place="59"]');
    const isOpen = async () => [
      await last.locator('.thinking[open] .markdown p').count(),
      await last.locator('.tool-result').count(),
      await last.locator('dl.receipt').count(),
    ];
    await last.locator('.thinking summary').click();
    await last.locator('.tool-call summary').click();
    await last.getByRole('button', { name: 'Response details' }).click();
    const there = await isOpen();
    // A turn with the focus would stay.
    await chat.page.focus('.composer textarea');
    await chat.page.evaluate(() => {
      const scroller = document.querySelector('.conversation');
      if (scroller) scroller.scrollTop = scroller.scrollHeight - 5_000;
    });
    await last.waitFor({ state: 'detached' });
    await chat.page.click('.to-end');
    await last.waitFor();
    const back = await isOpen();
    await chat.tell(makeSnapshot(), { ...makeSnapshot(...turns.slice(59)), conversationId: 'another' });
    deepStrictEqual(
      [there, back, await chat.page.locator('details[open], dl.receipt').count()],
      [[1, 1, 1], [1, 1, 1], 0],
    );
  });

  it('of compared responses are in columns from the first frame on if these fit', async () => {
    chat = await openChatPage({ width: 900 });
    const comparison = makeComparison({ id: 'a' }, { id: 'b', model: 'gpt' });
    await chat.page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const [turn] = document.getElementsByTagName('chat-turn');
        if (turn) requestAnimationFrame(() => seen.push(turn.querySelectorAll('[role=tab]').length));
      }).observe(document.body, { childList: true, subtree: true });
    });
    await chat.tell(makeSnapshot(), makeTurnsMessage(comparison));
    deepStrictEqual(await chat.page.evaluate('[...new Set(seen)]'), [0]);
  });
});
