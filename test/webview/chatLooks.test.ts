import { deepStrictEqual } from 'node:assert/strict';
import type { HostMessage } from '../../src/protocol/chatPageProtocol.ts';
import { makeReading, makeSnapshot, makeTurn, rateLimitFailure, richAnswer } from './chatFacts.ts';
import { describeLooks } from './chatLooking.ts';
import { type ChatPage, openChatPage } from './chatPage.ts';
import { type Act, partActs, partScenes } from './chatScenes.ts';

const disconnected = { state: 'missing', fromEnvironment: false } as const;
const rich = makeTurn({
  id: 'a',
  text: richAnswer,
  thinking: 'Files, then.',
  usage: { inputTokens: 1234, outputTokens: 567 },
});
const interruption = {
  title: 'The relay closed the connection.',
  advice: [],
  actions: rateLimitFailure.actions,
};

const waiting = makeTurn({ id: 'b', prompt: 'And in Python?', status: 'waiting', text: '' });
const receipt = {
  servedModel: 'msg-sonnet-4-6-20260214-preview',
  requestId: '20261121092817345678901234567890AbCdEfGh',
  firstTokenMs: 840,
  durationMs: 72_300,
  retries: 2,
  finishReason: 'end_turn',
};
const queue = [
  { id: 'x', text: 'Then write tests for it.' },
  { id: 'y', text: 'And after that, explain to me in every detail how the event loop\nworks' },
];

/** The scenes, by name. */
const scenes: Readonly<Record<string, readonly HostMessage[]>> = {
  ...partScenes,
  empty: [makeSnapshot()],
  disconnected: [{ ...makeSnapshot(), connection: disconnected }],
  rich: [makeSnapshot(rich)],
  endings: [
    makeSnapshot(
      makeTurn({ id: 'a', status: 'stopped', text: 'Half an' }),
      makeTurn({ id: 'b', prompt: 'And in\nPython?', status: 'interrupted', failure: interruption }),
      makeTurn({ id: 'c', cause: 'length', usage: { inputTokens: 20, outputTokens: 4096 } }),
      makeTurn({ id: 'd', status: 'failed', text: '', failure: rateLimitFailure }),
    ),
  ],
  waiting: [makeSnapshot(makeTurn({ id: 'a' }), { ...waiting, phase: 'connecting' })],
  retrying: [
    makeSnapshot(
      makeTurn({ id: 'a' }),
      makeTurn({
        id: 'b',
        status: 'waiting',
        text: '',
        retryWait: { title: 'Rate limit reached (HTTP 429).', remainingMs: 100_000 },
      }),
    ),
  ],
  thinking: [makeSnapshot(makeTurn({ id: 'a', status: 'running', text: '', thinking: 'Well,\n\n- one' }))],
  receipt: [
    makeSnapshot(
      makeTurn({
        id: 'a',
        usage: { inputTokens: 1234, outputTokens: 567 },
        receipt: { ...receipt, retries: 1 },
      }),
      makeTurn({
        id: 'b',
        prompt: 'And in Python?',
        usage: { inputTokens: 12_345, outputTokens: 5_678 },
        receipt: { ...receipt, finishReason: 'content_filter_in_the_middle_of_it' },
        cause: 'other',
      }),
    ),
  ],
  continued: [
    makeSnapshot(
      makeTurn({ id: 'a', status: 'interrupted', text: 'The first half of it, and' }),
      makeTurn({
        id: 'b',
        prompt: 'Go on.',
        isContinuation: true,
        text: 'the second half.',
        status: 'stopped',
      }),
    ),
  ],
  contextWindow: [
    {
      ...makeSnapshot(
        makeTurn({ id: 'a' }),
        makeTurn({ id: 'b', isCompaction: true, text: 'Files are read with `readFile`.' }),
        makeTurn({ id: 'c', isCompaction: true, status: 'stopped', text: 'Files' }),
      ),
      context: { tokens: 170_000, isEstimate: true, limit: 200_000, omittedImages: 2 },
    },
  ],
  held: [
    { ...makeSnapshot(makeTurn({ id: 'a', status: 'stopped', text: 'Use' })), queue, isQueueHeld: true },
  ],
  readAloud: [{ ...makeSnapshot(rich), reading: makeReading({ title: '使用事件循环 — how-it-works.md' }) }],
  rejected: [
    makeSnapshot(makeTurn({ id: 'a' })),
    { type: 'state', connection: disconnected },
    { type: 'rejected', text: 'My question', failure: rateLimitFailure },
  ],
};

const acts: Readonly<Record<string, Act>> = {
  ...partActs,
  thinking: 'summary',
  receipt: 'chat-turn:last-child [aria-expanded]',
  contextWindow: '.context-meter',
};

describeLooks('the chat', {
  height: 760,
  widths: (name) =>
    name in partScenes ? [280, 900] : name === 'readAloud' ? [200, 280, 900] : [280, 400, 900],
  scenes: Object.fromEntries(
    Object.entries(scenes).map(([name, facts]) => [name, (chat) => show(chat, facts, acts[name])]),
  ),
});

async function show(chat: ChatPage, facts: readonly HostMessage[], act: Act | undefined): Promise<void> {
  await chat.tell(makeSnapshot());
  await chat.page.fill('textarea', '');
  await chat.tell(...facts);
  if (typeof act === 'function') await act(chat.page);
  if (typeof act === 'string') await chat.page.locator(act).first().click();
}

it('the chat spins nothing with reduced motion', async () => {
  const chat = await openChatPage({ reducedMotion: true });
  await chat.tell(...(scenes['waiting'] ?? []));
  const spinning = await chat.page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => 'animationName' in animation && animation.animationName === 'spin'),
  );
  await chat.close();
  deepStrictEqual(spinning, []);
});
