import { deepStrictEqual, ok } from 'node:assert/strict';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { callRelay, checkRefusal } from '../callRelay.ts';
import { askChat, type Json, type TestProtocol, testProtocols } from './chatCalls.ts';

const { messages, chatCompletions, generateContent } = testProtocols;
const tools = [{ name: 'getTime', schema: { type: 'object' } }];

const user = { role: 'user', content: 'Hello' };
const use = (id: string) => ({ type: 'tool_use', id, name: 'getTime', input: {} });
const uses = (...ids: readonly string[]) => ({ role: 'assistant', content: ids.map(use) });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id });
const results = (...ids: readonly string[]) => ({ role: 'user', content: ids.map(result) });

const unanswered = (index: number, ids: string) =>
  `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}.`;
const unexpected = (place: string, id: string) =>
  `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}.`;

type Case = readonly [name: string, turns: readonly unknown[], complaint: string];

const messagesCases: readonly Case[] = [
  ['a call without a result', [user, uses('a'), user], unanswered(1, 'a')],
  [
    'a result after text',
    [user, uses('a'), { role: 'user', content: [{ type: 'text', text: 'x' }, result('a')] }],
    unanswered(1, 'a'),
  ],
  ['a result without a call', [results('a')], unexpected('messages.0.content.0', 'a')],
  [
    'a result of an older call',
    [user, uses('a'), results('a'), { role: 'assistant', content: 'Fine.' }, results('a')],
    unexpected('messages.4.content.0', 'a'),
  ],
  [
    'two results for one call',
    [user, uses('a'), results('a', 'a')],
    'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
  ],
  ['one id for two calls', [user, uses('a', 'a'), results('a')], 'messages.1: `tool_use` ids must be unique'],
];

const calls = (...ids: readonly string[]) => ({
  role: 'assistant',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'getTime', arguments: '{}' } })),
});
const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'late' });
const missing = (ids: string) =>
  `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`;
const stray = (index: number) =>
  `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (messages.${index})`;

const chatCompletionsCases: readonly Case[] = [
  ['a call without a result', [user, calls('a'), user], missing('a')],
  ['one of two calls without a result', [user, calls('a', 'b'), answer('a')], missing('b')],
  ['a result after a user message', [user, calls('a'), user, answer('a')], missing('a')],
  ['a result without a call', [user, answer('a')], stray(1)],
  ['a result with an unknown call ID', [user, calls('a'), answer('a'), answer('b')], stray(3)],
];

const ask = { role: 'user', parts: [{ text: 'Hello' }] };
const functionCalls = (...names: readonly string[]) => ({
  role: 'model',
  parts: names.map((name) => ({ functionCall: { name, args: {}, id: name } })),
});
const responses = (...names: readonly string[]) => ({
  role: 'user',
  parts: names.map((name) => ({ functionResponse: { name, response: {} } })),
});
const afterCalls = 'Please ensure that function response turn comes immediately after a function call turn.';
const equalParts =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

const generateContentCases: readonly Case[] = [
  [
    'a call without a response',
    [ask, functionCalls('a'), ask],
    'Please ensure that function call turn is immediately followed by a function response turn.',
  ],
  ['one of two calls without a response', [ask, functionCalls('a', 'b'), responses('a')], equalParts],
  ['a response to another function', [ask, functionCalls('a'), responses('b')], equalParts],
  ['a response without a call', [ask, { role: 'model', parts: [{ text: 'x' }] }, responses('a')], afterCalls],
  ['a response at the start', [responses('a')], afterCalls],
  [
    'a response with an unknown ID',
    [
      ask,
      functionCalls('a'),
      { role: 'user', parts: [{ functionResponse: { name: 'a', id: 'z', response: {} } }] },
    ],
    'Function response id z has no function call.',
  ],
];

function blocksOf(reply: Json): readonly Json[] {
  return Array.from(reply['content'] as unknown as Iterable<Json>);
}

describe('reference relay: tool calls and their results', () => {
  const relay = useReferenceRelay();

  for (const [protocol, field, cases] of [
    [messages, 'messages', messagesCases],
    [chatCompletions, 'messages', chatCompletionsCases],
    [generateContent, 'contents', generateContentCases],
  ] as const) {
    for (const [name, turns, complaint] of cases) {
      it(`${protocol.name} refuses ${name}`, async () => {
        const more = { ...protocol.withTools(tools), [field]: turns };
        await checkRefusal(await askChat(relay, protocol, '', { more }), complaint);
      });
    }
  }

  it('treats consecutive contents of one role as one turn', async () => {
    const contents = [ask, functionCalls('a'), functionCalls('b'), responses('a'), responses('b'), ask];
    await checkRefusal(await askChat(relay, generateContent, '', { more: { contents } }), '');
  });

  const readJson = async (protocol: TestProtocol, text: string): Promise<Json> =>
    (await (await askChat(relay, protocol, text, { more: protocol.withTools(tools) })).json()) as Json;

  describe('thinking blocks before the calls of Messages', () => {
    const thinking = { type: 'enabled', budget_tokens: 1024 };

    /** Sends back the blocks of a response, and a result for each call in it. */
    async function check(reason: string, content: readonly unknown[], more: object = { thinking }) {
      const blocks = content as readonly { readonly type?: string; readonly id?: string }[];
      const ids = blocks.flatMap(({ type, id }) => (type === 'tool_use' && id !== undefined ? [id] : []));
      const body = {
        model: messages.model,
        max_tokens: 2000,
        ...messages.withTools(tools),
        messages: [{ role: 'user', content: 'x' }, { role: 'assistant', content }, results(...ids)],
        ...more,
      };
      await checkRefusal(await callRelay(relay, '/v1/messages', { body }), reason);
    }

    it('must come back unchanged, or the request is refused with the provider’s error', async () => {
      const [thought, ...rest] = blocksOf(await readJson(messages, 'call getTime {}\nthinking'));
      const missing =
        'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.';
      const off = 'messages.1.content.0.type: When thinking is disabled, an `assistant` message';
      const invalid = 'messages.1.content.0: Invalid `signature` in `thinking` block';
      await check('', [thought, ...rest]);
      await check(missing, rest);
      await check(invalid, [{ ...thought, thinking: 'Others.' }, ...rest]);
      await check(invalid, [{ ...thought, signature: 'c2lnbmVk' }, ...rest]);
      await check('messages.1.content.0.signature: ', [{ type: 'thinking', thinking: 'None.' }, ...rest]);
      await check('', [use('toolu_foreign')], {});
      await check(missing, [{ type: 'text', text: 'x' }, use('toolu_foreign')]);
      await check(off, [thought, ...rest], {});
      await check(off, [thought, ...rest], { thinking: { type: 'disabled' } });
    });

    it('may be redacted, and must come back unchanged even so', async () => {
      const [redacted, ...rest] = blocksOf(await readJson(messages, 'call getTime {}\nredacted thinking'));
      deepStrictEqual(redacted?.['type'], 'redacted_thinking');
      await check('', [redacted, ...rest]);
      await check('messages.1.content.0: Invalid `data`', [{ ...redacted, data: 'x' }, ...rest]);
    });

    it('are not checked before a response without calls', async () => {
      const thought = { type: 'thinking', thinking: 'x', signature: 'y' };
      const turns = [user, { role: 'assistant', content: [thought] }, user];
      await checkRefusal(await askChat(relay, messages, '', { more: { messages: turns } }), '');
    });
  });

  it('requires the signature of a function call to come back', async () => {
    const reply = await readJson(generateContent, 'call getTime {"a":{"b":1,"c":2}}\ncall getTime {}');
    const [candidate] = Array.from(reply['candidates'] as unknown as Iterable<Json>);
    const [, first, second] = Array.from(candidate?.['content']?.['parts'] as unknown as Iterable<Json>);
    ok(first?.['thoughtSignature'] && !second?.['thoughtSignature']);
    const check = async (reason: string, part: unknown) => {
      const contents = [ask, { role: 'model', parts: [part, second] }, responses('getTime', 'getTime')];
      const more = { ...generateContent.withTools(tools), contents };
      await checkRefusal(await askChat(relay, generateContent, '', { more }), reason);
    };
    const unsigned = { functionCall: first['functionCall'] };
    const reordered = { functionCall: { name: 'getTime', args: { a: { c: 2, b: 1 } } } };
    await check('', first);
    await check('', { ...reordered, thought_signature: first['thoughtSignature'] });
    await check('Function call is missing a thought_signature in functionCall parts.', unsigned);
    await check('Corrupted thought signature.', { ...unsigned, thoughtSignature: 'c2lnbmVk' });
  });
});
