import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { TurnView } from '../../src/protocol/protocolViews.ts';
import {
  delta,
  end,
  makeSnapshot,
  makeTurn,
  makeTurnMessage,
  rateLimitFailure,
  richAnswer,
  saidFailure,
} from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

describe('the chat with turns', () => {
  // With a running clock, texts about a long wait would appear by themselves.
  const chat = useChatPage({ isShared: true, clockStands: true }, makeSnapshot());

  it('shows a response from waiting to its end', async () => {
    const words: (string | null)[] = [];
    const look = async () =>
      words.push(
        ...(await chat.texts('.progress')),
        ...(await chat.texts('.answer .markdown')),
        await chat.lastSaid(),
      );
    await chat.tell(makeTurnMessage(makeTurn({ id: 'a', status: 'waiting', text: '' })));
    await chat.page.locator('.progress').waitFor();
    await look();
    await chat.tell(delta('a', 'Two **wo'));
    await look();
    await chat.tell(delta('a', 'rds**'));
    await chat.tell(end('a', 'complete', { usage: { inputTokens: 1234, outputTokens: 567 } }));
    await look();
    deepStrictEqual(words, [
      ...['Waiting for msg-sonnet-4-6…', 'msg-sonnet-4-6 is responding'],
      ...['', 'Two **wo', 'msg-sonnet-4-6 is responding'],
      ...['Two words', 'Response complete, 2 words'],
    ]);
    deepStrictEqual(await chat.texts('.turn-details'), ['msg-sonnet-4-6\n567 tokens']);
  });

  it('keeps thinking separate and collapsed, and draws it when it is expanded', async () => {
    await chat.tell(
      makeTurnMessage(makeTurn({ id: 'a', status: 'waiting', text: '' })),
      delta('a', 'I *think*', 'thinking'),
    );
    deepStrictEqual(await chat.texts('summary'), ['Thinking…']);
    await chat.page.focus('summary');
    await chat.press('Enter');
    await chat.tell(delta('a', ' so.', 'thinking'), delta('a', 'Yes.'));
    deepStrictEqual(
      [
        await chat.texts('summary'),
        await chat.texts('.thinking em'),
        await chat.texts('.thinking .markdown'),
        await chat.texts('.answer > .markdown'),
      ],
      [['Thinking'], ['think'], ['I think so.'], ['Yes.']],
    );
  });

  const cut = 'The response was interrupted. The partial response is saved.';
  const full = 'The response reached the output token limit';
  const failure = { title: 'The relay went away.', advice: ['Ask again.'], actions: [] };
  const endings: readonly [string, Partial<TurnView>, shown: string, said: string][] = [
    ['stopped', { status: 'stopped' }, 'Stopped\nContinue', 'Response stopped'],
    ['stopped before a word', { status: 'stopped', parts: [] }, 'Stopped', 'Response stopped'],
    ['at its token limit', { cause: 'length' }, `${full}\nContinue`, `${full}. Buttons: Continue`],
    ['with an image that is lost', { pictures: 1 }, ...twice('An image could not be saved')],
    ['declined', { cause: 'refusal' }, ...twice('The model declined to respond')],
    [
      'by the person, before a tool call',
      { cause: 'toolCalls', endedBy: 'person' },
      ...twice('You stopped the response before its next tool call'),
    ],
    [
      'because of a loop',
      { cause: 'toolCalls', endedBy: 'loop' },
      ...twice('Stopped because the model repeated the same tool calls'),
    ],
    [
      'cut',
      { status: 'interrupted', failure },
      `${cut}\nContinue`,
      `${cut} The relay went away. Ask again. Buttons: Continue`,
    ],
    ['cut for no known reason', { status: 'interrupted' }, `${cut}\nContinue`, `${cut} Buttons: Continue`],
    ['failed for no known reason', { status: 'failed' }, ...twice('The response failed')],
  ];
  it('shows how a response ended, and whether it can be continued, live and after a reload', async () => {
    for (const [name, end, shown, said] of endings) {
      const running = makeTurn({ id: name, status: 'running', text: 'Use it.' });
      const ended = { status: 'complete', ...end } as const;
      await chat.tell(makeSnapshot(), makeTurnMessage(running), { type: 'end', turnId: name, ...ended });
      const live = [await chat.texts('.note-line, .failure'), await chat.lastSaid()];
      await chat.tell(makeSnapshot({ ...running, ...ended }));
      deepStrictEqual([...live, await chat.texts('.note-line, .failure')], [[shown], said, [shown]], name);
    }
  });

  it('shows a failure in its turn, with actions that can be reached by keyboard', async () => {
    await chat.tell(
      makeTurnMessage(makeTurn({ id: 'a', status: 'waiting', text: '' })),
      end('a', 'failed', { failure: rateLimitFailure }),
    );
    const { title, advice, relayMessage, requestId } = rateLimitFailure;
    deepStrictEqual(await chat.texts('chat-turn .failure'), [[title, 'Try Again', 'Show Log'].join('\n')]);
    await chat.page.focus('.failure summary');
    await chat.press('Enter');
    deepStrictEqual(await chat.texts('chat-turn .failure-words'), [
      ['Message from the relay:', relayMessage, ...advice, `Request ID: ${requestId}`].join('\n'),
    ]);
    strictEqual(await chat.lastSaid(), saidFailure);
    await chat.page.focus('.request-id button');
    await chat.press('Enter');
    deepStrictEqual(await chat.intent('copy'), { type: 'copy', text: requestId });
    await chat.press('Tab', 'Enter');
    deepStrictEqual(await chat.intent('action'), { type: 'action', action: 'tryAgain', turnId: 'a' });
    // The button disappears with the failure, so the focus moves to the input.
    strictEqual(await chat.page.evaluate(() => document.activeElement?.localName), 'textarea');
    await chat.page.focus('vscode-button:has-text("Show Log")');
    await chat.press('Space');
    deepStrictEqual(await chat.intent('action'), { type: 'action', action: 'showLog', turnId: 'a' });
  });

  it('reduces an old failure to a line, which expands to its buttons', async () => {
    const failed = makeTurn({ id: 'a', status: 'failed', text: '', failure: rateLimitFailure });
    await chat.tell(makeSnapshot(failed), makeTurnMessage(makeTurn({ id: 'b' }), 2));
    deepStrictEqual(await chat.texts('chat-turn .failure'), [rateLimitFailure.title]);
    await chat.page.click('.failure summary');
    deepStrictEqual(await chat.texts('chat-turn .failure-words vscode-button'), ['Try Again', 'Show Log']);
  });

  it('marks where a summary replaces earlier messages, and the state of the summary', async () => {
    const summary = makeTurn({ id: 'b', isCompaction: true, status: 'waiting', text: '' });
    const marks: string[] = [];
    const look = async () => marks.push(...(await chat.texts('.continued')));
    await chat.tell(makeSnapshot(makeTurn({ id: 'a' }), summary));
    await look();
    await chat.tell(
      makeTurnMessage({ ...summary, status: 'complete', parts: [{ type: 'text', text: 'All.' }] }, 2),
    );
    await look();
    await chat.tell(
      makeTurnMessage({ ...summary, status: 'stopped', parts: [{ type: 'text', text: 'A' }] }, 2),
    );
    await look();
    deepStrictEqual(
      [marks, await chat.texts('.prompt'), await chat.page.locator('.continue').count()],
      [
        [
          'Compacting conversation…',
          'Compacted conversation. Requests contain this summary instead of the messages above.',
          'The conversation was not compacted.',
        ],
        ['How do I read a file in Node?'],
        0,
      ],
    );
  });

  it('passes links to the host, by mouse and by keyboard, and navigates nowhere itself', async () => {
    await chat.tell(
      makeSnapshot(
        makeTurn({ id: 'a', text: 'See [docs](https://example.com/a b) <me@example.com>[^1]\n\n[^1]: Note' }),
      ),
    );
    const address = chat.page.url();
    await chat.page.click('a[data-href^="https"]');
    deepStrictEqual(await chat.intent('openLink'), { type: 'openLink', href: 'https://example.com/a' });
    await chat.page.focus('a[data-href^="mailto"]');
    await chat.press('Enter');
    deepStrictEqual(await chat.intent('openLink'), { type: 'openLink', href: 'mailto:me@example.com' });
    await chat.page.click('a[data-href]', { button: 'middle' });
    await chat.page.click('a[data-footnote]');
    deepStrictEqual(
      [chat.page.url(), await chat.page.evaluate(() => document.activeElement?.className)],
      [address, 'footnote'],
    );
  });

  it('shows the state of the connection in an empty chat', async () => {
    const welcomes: string[][] = [await chat.texts('.welcome')];
    await chat.tell({
      type: 'state',
      connection: { state: 'connected', host: 'relay.example.com', fromEnvironment: true },
    });
    welcomes.push(await chat.texts('.welcome .discreet'));
    await chat.tell({ type: 'state', connection: { state: 'missing', fromEnvironment: false } });
    welcomes.push(await chat.texts('.welcome vscode-button'));
    deepStrictEqual(welcomes.slice(1), [
      ['Connected to relay.example.com using environment variables'],
      ['Connect to Relay', 'Get Started'],
    ]);
    await chat.page.locator('.welcome vscode-button').first().click();
    deepStrictEqual(await chat.intent('action'), { type: 'action', action: 'connect' });
    await chat.page.locator('.welcome vscode-button').last().click();
    deepStrictEqual(await chat.intent('action'), { type: 'action', action: 'getStarted' });
    await chat.tell({
      type: 'state',
      connection: { state: 'missing', fromEnvironment: false, missingProfile: '<b>Work</b>' },
    });
    deepStrictEqual(await chat.texts('.welcome p'), ['The selected profile “<b>Work</b>” does not exist.']);
    await chat.page.click('.welcome vscode-button');
    deepStrictEqual(await chat.intent('action'), { type: 'action', action: 'selectProfile' });
  });

  it('gives every response headings', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', text: richAnswer })));
    deepStrictEqual(await chat.page.locator('h1, h2, h3:not(.markdown *)').allTextContents(), [
      'Conversation',
      'Your message: How do I read a file in Node?',
      'msg-sonnet-4-6 responded: How do I read a file in Node?',
    ]);
  });

  it('draws in a hidden view too, where the browser gives no animation frames', async () => {
    await chat.tell(makeTurnMessage(makeTurn({ id: 'a', status: 'running', text: '' })));
    await chat.page.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0;
      postMessage({ type: 'delta', turnId: 'a', kind: 'text', text: '**hidden**' });
    });
    await chat.page.locator('.answer strong').waitFor();
  });
});

function twice(text: string): [string, string] {
  return [text, text];
}
