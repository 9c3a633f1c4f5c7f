import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { QueuedView } from '../../src/protocol/protocolViews.ts';
import { delta, makeSnapshot, makeTurn, makeTurnMessage, makeTurnsMessage } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { makeTool } from './chatScenes.ts';

const hostile = '<img src="https://evil.test/x.png" onerror="alert(1)">';
const usage = { inputTokens: 1234, outputTokens: 567 };
const receipt = {
  servedModel: 'msg-sonnet-4-6-dated',
  requestId: '2026112109',
  firstTokenMs: 840,
  durationMs: 72_300,
  retries: 1,
  finishReason: 'end_turn',
};

describe('the chat with queues, waits and receipts', () => {
  const chat = useChatPage(
    { isShared: true, width: 300, clockStands: true },
    makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'So' })),
  );
  const focused = () =>
    chat.page.evaluate(() => {
      const element = document.activeElement;
      return [element?.getAttribute('aria-label'), element?.closest('li')?.innerText.trim() ?? ''];
    });

  const messages: QueuedView[] = ['one', 'two', 'three'].map((text) => ({ id: `q-${text}`, text }));

  it('lists queued messages, announces them, and offers their actions', async () => {
    const queue = messages.with(1, { id: 'q-two', text: 'two', attachments: 2 });
    await chat.tell({ type: 'state', queue, isQueueHeld: false });
    strictEqual(await chat.lastSaid(), 'Queued');
    const counts = chat.page.locator('.queue [role=img]');
    deepStrictEqual(
      [
        await chat.texts('.queue h2'),
        await chat.texts('.queued-text'),
        await counts.evaluateAll((all) => all.map((count) => count.ariaLabel)),
        await chat.texts('.queue-held'),
      ],
      [['Queued messages'], ['one', 'two', 'three'], ['2 attachments'], []],
    );
    strictEqual(
      await chat.button('Send Now').first().getAttribute('title'),
      'Send Now\nStops the current response',
    );
    await chat.button('Edit').nth(1).click();
    deepStrictEqual(await chat.intent('dequeue'), { type: 'dequeue', id: 'q-two', isEdit: true });
    await chat.page.fill('.composer textarea', 'mine');
    await chat.tell({ type: 'putBack', text: 'two' });
    strictEqual(await chat.page.inputValue('.composer textarea'), 'two\n\nmine');
    deepStrictEqual(await focused(), ['Message', '']);
    await chat.button('Send Now').first().press('Enter');
    deepStrictEqual(await chat.intent('sendQueued'), { type: 'sendQueued', id: 'q-one' });
    deepStrictEqual(await focused(), ['Message', '']);
  });

  it('keeps the focus in the queue while one message after the other is removed', async () => {
    await chat.tell({ type: 'state', queue: messages, isQueueHeld: false });
    const places: unknown[] = [];
    await chat.button('Remove').nth(1).focus();
    for (const left of [[0, 2], [0], []]) {
      await chat.press('Enter');
      places.push((await chat.intent('dequeue')).id);
      const queue = left.flatMap((place) => messages[place] ?? []);
      await chat.tell({ type: 'state', queue, isQueueHeld: false });
      places.push(await focused());
    }
    deepStrictEqual(await chat.said(), ['Queued']);
    deepStrictEqual(places, [
      ...['q-two', ['Remove', 'three'], 'q-three', ['Remove', 'one'], 'q-one', ['Message', '']],
    ]);
    strictEqual(await chat.page.locator('.queue').count(), 0);
  });

  it('keeps the focus on the buttons of a message when an earlier one is sent', async () => {
    await chat.tell({ type: 'state', queue: messages, isQueueHeld: false });
    await chat.button('Remove').nth(1).focus();
    await chat.tell({ type: 'state', queue: messages.slice(1), isQueueHeld: false });
    deepStrictEqual(await focused(), ['Remove', 'two']);
  });

  it('says why a queue is paused, and shows hostile and endless text as one short line', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', text: 'So' })));
    await chat.tell({
      type: 'state',
      queue: [
        { id: hostile, text: `${hostile}\nline` },
        { id: 'long', text: 'word '.repeat(100_000) },
      ],
      isQueueHeld: true,
    });
    const lines = await chat.page.locator('.queued-text').evaluateAll((all) =>
      all.map((line) => ({
        height: Math.round(line.getBoundingClientRect().height),
        isShort: (line.textContent?.length ?? 0) <= 301 && (line.getAttribute('title')?.length ?? 0) <= 1001,
      })),
    );
    deepStrictEqual(
      [
        await chat.texts('.queue-held'),
        lines[0]?.height === lines[1]?.height,
        lines.map(({ isShort }) => isShort),
      ],
      [['Paused. Send when ready. Send All'], true, [true, true]],
    );
    strictEqual(await chat.button('Send Now').first().getAttribute('title'), 'Send Now');
    await chat.button('Send All').click();
    deepStrictEqual(await chat.intent('sendQueued'), { type: 'sendQueued', id: hostile });
  });

  it('shows what it waits for, and for how long once that is long, without announcing it', async () => {
    const waiting = makeTurn({ id: 'b', status: 'waiting', text: '', phase: 'connecting' });
    // Reads hidden texts, too: late texts appear by an animation, which runs by the real clock.
    const textsOf = (selector: string) => chat.page.locator(selector).allTextContents();
    await chat.tell(makeTurnsMessage(), makeTurnMessage(waiting));
    const words = await textsOf('.progress > span:nth-child(2)');
    for (const phase of ['uploading', 'answer'] as const) {
      await chat.tell({ type: 'phase', turnId: 'b', phase });
      words.push(...(await textsOf('.progress > span:nth-child(2)')));
    }
    const saidThen = await chat.lastSaid();
    const secondsAtFirst = await textsOf('.elapsed');
    await chat.page.clock.runFor(5_000);
    // The seconds continue after another conversation was shown.
    await chat.tell(makeSnapshot(), makeSnapshot({ ...waiting, phase: 'answer' }));
    const seconds = await textsOf('.elapsed');
    await chat.tell(delta('b', 'Hm', 'thinking'));
    deepStrictEqual(
      [words, secondsAtFirst, seconds, await chat.texts('summary'), await chat.lastSaid()],
      [
        ['Connecting to relay.example.com…', 'Sending…', 'Waiting for msg-sonnet-4-6…'],
        [],
        ['5 s'],
        ['Thinking…\n5 s'],
        saidThen,
      ],
    );
    strictEqual(await chat.page.locator('.elapsed').getAttribute('aria-hidden'), 'true');
  });

  it('counts the seconds of each round of thinking and waiting', async () => {
    const call = makeTool({ callId: '1', status: 'running' });
    const seconds = () => chat.page.locator('.progress .elapsed, summary .elapsed').allTextContents();
    await chat.tell(makeSnapshot(makeTurn({ id: 'b', status: 'running', parts: [call] })));
    const found: unknown[] = [];
    for (const next of [
      { type: 'part', turnId: 'b', part: makeTool({ callId: '1' }) },
      delta('b', 'Hm', 'thinking'),
      delta('b', ', so', 'thinking'),
    ] as const) {
      await chat.page.clock.runFor(5_000);
      await chat.tell(next);
      found.push(await seconds());
    }
    deepStrictEqual(found, [[], [], ['5 s']]);
  });

  it('reports a stream that stalls, and offers to try again', async () => {
    await chat.page.clock.runFor(8_000);
    const early = await chat.texts('.stall');
    await chat.page.clock.runFor(4_000);
    const late = await chat.texts('.stall');
    strictEqual(await chat.lastSaid(), 'Nothing received for 10 s.');
    await chat.page.getByRole('button', { name: 'Try Again' }).press('Enter');
    deepStrictEqual(await chat.intent('retry'), { type: 'retry', turnId: 'a' });
    await chat.tell(delta('a', ' it'));
    deepStrictEqual(
      [early, late, await chat.texts('.stall')],
      [[], ['Nothing received for 12 s.\nStop\nTry Again'], []],
    );
    await chat.page.clock.runFor(11_000);
    await chat.page.getByRole('button', { name: 'Stop' }).and(chat.page.locator('.stall *')).click();
    deepStrictEqual(await chat.intent('stop'), { type: 'stop' });
  });

  it('counts down to the next try, which can be started at once', async () => {
    const waiting = makeTurn({ id: 'b', status: 'waiting', text: '' });
    const wait = { title: 'Rate limit reached.', remainingMs: 3000 };
    await chat.tell(makeSnapshot(waiting), { type: 'retryWait', turnId: 'b', wait });
    deepStrictEqual(await chat.texts('.retry .progress'), ['Rate limit reached. Retrying in 3 s.']);
    strictEqual(await chat.lastSaid(), 'Rate limit reached. Retrying in 3 s.');
    await chat.page.clock.runFor(1_000);
    deepStrictEqual(await chat.texts('.retry .progress'), ['Rate limit reached. Retrying in 2 s.']);
    await chat.page.getByRole('button', { name: 'Try Again Now' }).press('Enter');
    await chat.intent('retryNow');
    await chat.tell({ type: 'retryWait', turnId: 'b' });
    deepStrictEqual(await chat.texts('.retry'), []);
    await chat.tell({ type: 'retryWait', turnId: 'b', wait });
    await chat.tell(delta('b', 'At last'));
    deepStrictEqual(await chat.texts('.retry'), []);
  });

  it('shows a wait that was running when the page was created, and ends it by itself', async () => {
    const retryWait = { title: 'Rate limit reached.', remainingMs: 1500 };
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'waiting', text: '', retryWait })));
    deepStrictEqual(await chat.texts('.retry .progress'), ['Rate limit reached. Retrying in 2 s.']);
    await chat.page.clock.runFor(2_000);
    deepStrictEqual(
      [await chat.texts('.retry'), await chat.page.getByText('Waiting for msg-sonnet-4-6…').count()],
      [[], 1],
    );
  });

  it('moves the focus to the input when its button stops a wait, or disappears', async () => {
    const button = chat.page.locator('.retry vscode-button');
    for (const leave of [
      () => button.filter({ hasText: 'Stop' }).press('Enter'),
      () => chat.tell(delta('b', 'At last')),
    ]) {
      await chat.tell(makeSnapshot(makeTurn({ id: 'b', status: 'waiting', text: '' })));
      await chat.tell({ type: 'retryWait', turnId: 'b', wait: { title: 'Busy.', remainingMs: 60_000 } });
      await button.first().focus();
      await leave();
      deepStrictEqual(await focused(), ['Message', '']);
    }
    strictEqual(chat.sent('stop').length, 1);
  });

  it('expands the whole receipt, copies the request ID, and invents nothing', async () => {
    const entries = () =>
      chat.page
        .locator('.receipt > div')
        .evaluateAll((all) =>
          all.map((entry) => [...entry.children].map((part) => part.textContent?.trim())),
        );
    const cached = { cachedInputTokens: 1000, cacheWrittenTokens: 200 };
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'b', cause: 'other', usage: { ...usage, ...cached }, receipt })),
    );
    await chat.button('Response details').press('Enter');
    deepStrictEqual(await entries(), [
      ['Input tokens', '1,234'],
      ['Output tokens', '567'],
      ['Cached input', '1,000 (81%)'],
      ['Cache write', '200'],
      ['Speed', '7.9 tokens/s'],
      ['Time to first token', '840 ms'],
      ['Total time', '1 min 12 s'],
      ['Retries', '1'],
      ['Finish reason', 'end_turn'],
      ['Requested model', 'msg-sonnet-4-6'],
      ['Responding model', 'msg-sonnet-4-6-dated'],
      ['Request ID', '2026112109'],
    ]);
    await chat.button('Copy request ID').click();
    deepStrictEqual(await chat.intent('copy'), { type: 'copy', text: '2026112109' });
    await chat.drawn();
    strictEqual(await chat.lastSaid(), 'Copied');
    await chat.tell(makeSnapshot(makeTurn({ id: 'b', receipt: { requestId: hostile.repeat(50) } })));
    deepStrictEqual((await entries()).slice(0, 3), [
      ['Input tokens', 'not reported'],
      ['Output tokens', 'not reported'],
      ['Model', 'msg-sonnet-4-6'],
    ]);
    ok(await chat.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await chat.button('Response details').press('Space');
    deepStrictEqual(
      [await entries(), await chat.button('Response details').getAttribute('aria-expanded')],
      [[], 'false'],
    );
  });
});
