import { deepStrictEqual, match } from 'node:assert/strict';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { askOf, callRelay } from '../callRelay.ts';

interface Block {
  readonly text?: string;
}

/** Contract 2.5, as far as these tests look into it. */
interface WholeReply {
  readonly id: string;
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly usage: { readonly output_tokens: number };
}

const textOf = ({ content }: Pick<WholeReply, 'content'>) => content.map(({ text }) => text ?? '').join('');

describe('reference relay: scripted chat', () => {
  const relay = useReferenceRelay();

  const askWhole = async (content: string, more = {}) =>
    (await (await callRelay(relay, '/v1/messages', { body: askOf(content, more) })).json()) as WholeReply;

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

  it('obeys whole words in the first and last line of the user’s own words in the last message', async () => {
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
        await title('<context>\ntable\n</context>\n<userRequest>\nmath\n</userRequest>\n'),
        await title('', { messages: earlier }),
        await title('', { messages: [{ role: 'user', content: [{ type: 'text', text: 'math' }] }] }),
      ],
      [
        '## A scripted table',
        '## Scripted mathematics',
        '## A scripted reply',
        '## A scripted reply',
        '## Scripted mathematics',
        '## A scripted reply',
        '## Scripted mathematics',
      ],
    );
  });
});
