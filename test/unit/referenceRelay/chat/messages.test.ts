import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { askOf, callRelay, type ReadEvent, readEvents } from '../callRelay.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
}

/** The names of events and of their content, without repetitions. */
function outlineOf(events: readonly ReadEvent[]): readonly string[] {
  const names = events.map(({ event, data }) => {
    const {
      index,
      delta,
      content_block: block,
    } = data as Readonly<Record<string, { type?: string } | undefined>>;
    return [event, index, delta?.type ?? block?.type].filter((part) => part !== undefined).join(' ');
  });
  return names.filter((name, index) => name !== names[index - 1]);
}

function joinDeltas(events: readonly ReadEvent[], field: string): string {
  return events
    .map(({ data }) => (data['delta'] as Readonly<Record<string, string>> | undefined)?.[field] ?? '')
    .join('');
}

/** Contract 2.5, as far as these tests look into it. */
interface WholeReply {
  readonly id: string;
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly usage: { readonly output_tokens: number };
}

const textOf = ({ content }: Pick<WholeReply, 'content'>) => content.map(({ text }) => text ?? '').join('');
const thinkingOf = ({ content }: Pick<WholeReply, 'content'>) =>
  content.map(({ thinking }) => thinking ?? '').join('');

describe('reference relay: scripted chat', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay({ slowWordMs: 1 });
  });
  after(() => relay.close());

  const askWhole = async (content: string, more = {}) =>
    (await (await callRelay(relay, '/v1/messages', { body: askOf(content, more) })).json()) as WholeReply;

  const askStreamed = async (content: string, more = {}) => {
    const body = askOf(content, { stream: true, ...more });
    return readEvents(await (await callRelay(relay, '/v1/messages', { body })).text());
  };

  it('responds without streaming in the shape of contract 2.5', async () => {
    const reply = await askWhole('refuse', { system: 'Four tokens here' });
    match(reply.id, /^msg_\d{17}[0-9a-f]{8}$/);
    deepStrictEqual(reply, {
      id: reply.id,
      type: 'message',
      role: 'assistant',
      model: 'msg-sonnet-4-6',
      content: [{ type: 'text', text: 'The script was told to refuse, so this scripted reply stops here.' }],
      stop_reason: 'refusal',
      stop_sequence: null,
      usage: {
        prompt_tokens: 6,
        completion_tokens: 17,
        total_tokens: 23,
        input_tokens: 6,
        output_tokens: 17,
      },
    });
  });

  it('sends a stream with the headers that relays send', async () => {
    const response = await callRelay(relay, '/v1/messages', { body: askOf('Hello', { stream: true }) });
    await response.text();
    deepStrictEqual(
      ['content-type', 'cache-control', 'x-accel-buffering', 'transfer-encoding'].map((name) =>
        response.headers.get(name),
      ),
      ['text/event-stream', 'no-cache', 'no', 'chunked'],
    );
  });

  const textEvents = (index: number) => [
    `content_block_delta ${index} text_delta`,
    `content_block_stop ${index}`,
    'message_delta',
    'message_stop',
  ];

  it('streams its events in the order of the protocol', async () => {
    deepStrictEqual(outlineOf(await askStreamed('Hello')), [
      'message_start',
      'content_block_start 0 text',
      'ping',
      ...textEvents(0),
    ]);
  });

  it('streams thinking, its signature and then text', async () => {
    deepStrictEqual(outlineOf(await askStreamed('thinking')), [
      'message_start',
      'content_block_start 0 thinking',
      'ping',
      'content_block_delta 0 thinking_delta',
      'content_block_delta 0 signature_delta',
      'content_block_stop 0',
      'content_block_start 1 text',
      ...textEvents(1),
    ]);
  });

  for (const content of [
    'thinking code',
    'chinese',
    'long 30',
    'slow refuse',
    'html',
    'table',
    'math',
    'refuse',
  ]) {
    it(`streams the same response that it sends without streaming: ${content}`, async () => {
      const events = await askStreamed(content);
      const whole = await askWhole(content);
      const blocks: readonly Block[] = whole.content;
      const end = events.at(-2)?.data;
      deepStrictEqual(
        {
          text: joinDeltas(events, 'text'),
          thinking: joinDeltas(events, 'thinking'),
          signature: joinDeltas(events, 'signature'),
          delta: end?.['delta'],
          usage: end?.['usage'],
        },
        {
          text: blocks.at(-1)?.text,
          thinking: blocks.find(({ type }) => type === 'thinking')?.thinking ?? '',
          signature: blocks.find(({ type }) => type === 'thinking')?.signature ?? '',
          delta: { stop_reason: whole.stop_reason, stop_sequence: null },
          usage: whole.usage,
        },
      );
    });
  }

  it('says that it is a script, quotes the prompt safely and includes Markdown elements', async () => {
    const question = `What is \`this\`,\nplease? ${'😀'.repeat(150)}`;
    const { content } = await askWhole(question, { model: 'msg-opus-4-7' });
    const parts: readonly RegExp[] = [
      /scripted reply/,
      /You asked: `What is 'this', please\? 😀+…`/u,
      /`msg-opus-4-7`/,
      /^## /m,
      /^- /m,
      /\*\*not a model\*\*/,
      /\[commonmark.org\]\(https:/,
      /^```typescript$/m,
    ];
    deepStrictEqual(
      parts.filter((part) => !part.test(textOf({ content }))),
      [],
    );
  });

  it('writes a long response: as many numbered paragraphs as requested, or about 200 KB', async () => {
    const [asked, unasked] = [await askWhole('long 7'), await askWhole('a long one')];
    const numbers = [...textOf(asked).matchAll(/^Paragraph (\d+) of 7\./gm)].map(([, number]) => number);
    deepStrictEqual(numbers, ['1', '2', '3', '4', '5', '6', '7']);
    ok(textOf(unasked).length > 180_000 && textOf(unasked).length < 220_000);
  });

  it('stops at max_tokens, counting four characters per token, without breaking a character', async () => {
    const whole = await askWhole('chinese');
    const { content, stop_reason, usage } = await askWhole('thinking chinese', { max_tokens: 60 });
    deepStrictEqual(
      [thinkingOf({ content }).length + textOf({ content }).length, stop_reason, usage.output_tokens],
      [240, 'max_tokens', 60],
    );
    ok(textOf(whole).startsWith(textOf({ content })));
  });

  it('stops halfway if the prompt has the words "max tokens"', async () => {
    const [whole, cut] = [await askWhole('table'), await askWhole('table, max tokens')];
    deepStrictEqual(
      [textOf(cut).length, cut.stop_reason],
      [Math.floor(textOf(whole).length / 2), 'max_tokens'],
    );
  });

  it('obeys whole words in the first and last line of the last user message', async () => {
    const title = async (content: string, more = {}) => {
      const reply = await askWhole(content, more);
      return textOf(reply).split('\n')[0];
    };
    const earlier = ['table', 'Fine.', 'Hello'].map((content, index) => ({
      role: index === 1 ? 'assistant' : 'user',
      content,
    }));
    deepStrictEqual(
      [
        await title('Show me a TABLE!'),
        await title('Here it is:\nstall\nnow some math'),
        await title('Tables, a table-top and codes'),
        await title(`${'x'.repeat(200)} never`),
        await title('', { messages: earlier }),
        await title('', { messages: [{ role: 'user', content: [{ type: 'text', text: 'math' }] }] }),
      ],
      [
        '## A scripted table',
        '## Scripted mathematics',
        '## A scripted reply',
        '## A scripted reply',
        '## A scripted reply',
        '## Scripted mathematics',
      ],
    );
  });
});
