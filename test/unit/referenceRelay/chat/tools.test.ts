import { deepStrictEqual } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { type ChatOptions, type DemoTool, readChat, type TestProtocol, testProtocols } from './chatCalls.ts';

const { messages, chatCompletions, generateContent } = testProtocols;
const protocols = Object.values(testProtocols);

const tools: readonly DemoTool[] = [
  {
    name: 'getWeather',
    schema: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        unit: { enum: ['celsius', 'kelvin'] },
        days: { type: 'integer', minimum: 1 },
        exact: { type: 'boolean' },
        place: { type: 'object', properties: { zip: { type: 'string', default: '0' } }, required: ['zip'] },
        hours: { type: 'array', items: { type: 'number' }, minItems: 2 },
        note: { type: 'string' },
      },
      required: ['city', 'unit', 'days', 'exact', 'place', 'hours'],
    },
  },
  {
    name: 'getTime',
    schema: { type: 'object', properties: { zone: { type: 'STRING' } }, required: ['zone'] },
  },
];

const smallest = '{"city":"text","unit":"celsius","days":1,"exact":false,"place":{"zip":"0"},"hours":[0,0]}';

/** How each protocol writes a tool choice. */
const choices = {
  none: [
    { tool_choice: { type: 'none' } },
    { tool_choice: 'none' },
    { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
  ],
  any: [
    { tool_choice: { type: 'any' } },
    { tool_choice: 'required' },
    { tool_config: { function_calling_config: { mode: 'ANY' } } },
  ],
  getTime: [
    { tool_choice: { type: 'tool', name: 'getTime' } },
    { tool_choice: { type: 'function', function: { name: 'getTime' } } },
    { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['getTime'] } } },
  ],
} as const;

describe('reference relay: tool calls', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  /** Sends the same prompt in every protocol, streamed and not. */
  async function askAll(text: string, choice?: keyof typeof choices, offered = tools) {
    const answers = [];
    for (const [index, protocol] of protocols.entries()) {
      for (const isStreamed of [false, true]) {
        const more = {
          ...protocol.withTools(offered),
          ...(choice !== undefined && choices[choice][index]),
        };
        answers.push(await readChat(relay, protocol, text, { isStreamed, more }));
      }
    }
    return answers;
  }

  it('calls the tools that lines of the message name, in parallel', async () => {
    const calls = [
      { name: 'getWeather', argumentsText: '{"city":"Paris, cut"}' },
      { name: 'getTime', argumentsText: '{}' },
      { name: 'getWeather', argumentsText: '{"city":"東京"}' },
    ];
    const lines = 'call getWeather {"city":"Paris, cut"}\n  call getTime\ncall getWeather {"city":"東京"}';
    deepStrictEqual(
      await askAll(`Please:\n${lines}`),
      protocols.flatMap(({ reasons }) =>
        Array(2).fill({
          thinking: '',
          text: 'Calling `getWeather` and `getTime` and `getWeather`.',
          calls,
          reason: reasons[3],
        }),
      ),
    );
  });

  it('does not call tools that are not offered, nor any if the tool choice is none', async () => {
    const line = 'call getNothing {"a":1}';
    const [unknown] = await askAll(line);
    const [none] = await askAll('call getTime', 'none');
    const [unoffered] = await askAll('call getTime\ntable', undefined, []);
    deepStrictEqual(
      [unknown, none, unoffered].map((answer) => [answer?.text.split('\n')[0], answer?.calls]),
      [
        ['There is no tool `getNothing` to call.', []],
        ['There is no tool `getTime` to call.', []],
        ['## A scripted table', []],
      ],
    );
  });

  it('makes the smallest call that the schema allows if a call is required', async () => {
    const callsOf = async (choice: keyof typeof choices) =>
      (await askAll('Hello', choice)).map(({ calls }) => calls);
    deepStrictEqual(
      [await callsOf('any'), await callsOf('getTime')],
      [
        Array(6).fill([{ name: 'getWeather', argumentsText: smallest }]),
        Array(6).fill([{ name: 'getTime', argumentsText: '{"zone":"text"}' }]),
      ],
    );
  });

  it('sends arguments that are not JSON, as far as each protocol can', async () => {
    const text = 'call getTime {"zone":"CET"}\nbroken arguments';
    const broken = '{"broken": {"zone":"CET"';
    const read = async (protocol: TestProtocol, options: ChatOptions) => {
      const more = protocol.withTools(tools);
      const { calls, reason } = await readChat(relay, protocol, text, { ...options, more });
      return [reason, calls.map(({ argumentsText }) => argumentsText)];
    };
    deepStrictEqual(
      [
        await read(messages, {}),
        await read(messages, { isStreamed: true }),
        await read(chatCompletions, {}),
        await read(chatCompletions, { isStreamed: true }),
        await read(generateContent, {}),
        await read(generateContent, { isStreamed: true }),
      ],
      [
        ['tool_use', [JSON.stringify(broken)]],
        ['tool_use', [broken]],
        ['tool_calls', [broken]],
        ['tool_calls', [broken]],
        ['MALFORMED_FUNCTION_CALL', []],
        ['MALFORMED_FUNCTION_CALL', []],
      ],
    );
  });

  it('sends empty arguments, as far as each protocol can', async () => {
    const answers = await askAll('call getTime {"zone":"CET"}\nempty arguments');
    deepStrictEqual(
      answers.map(({ calls }) => calls.map(({ argumentsText }) => argumentsText)),
      [['{}'], [''], [''], [''], ['""'], ['""']],
    );
  });

  it('quotes the tool results, and does not call the tool again', async () => {
    const call = 'call getTime {"zone":"CET"}';
    const result = 'It is ```late```.';
    const more = [
      {
        messages: [
          { role: 'user', content: call },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'getTime', input: {} }] },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'toolu_1',
                content: [{ type: 'text', text: result }],
                is_error: true,
              },
            ],
          },
        ],
      },
      {
        messages: [
          { role: 'user', content: call },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'getTime', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c1', content: result },
        ],
      },
      {
        contents: [
          { role: 'user', parts: [{ text: call }] },
          { role: 'model', parts: [{ functionCall: { name: 'getTime', args: { at: 1 } } }] },
          { role: 'user', parts: [{ function_response: { name: 'getTime', response: { output: result } } }] },
        ],
      },
    ];
    const answers = await Promise.all(
      protocols.map((protocol, index) =>
        readChat(relay, protocol, '', { more: { ...protocol.withTools(tools), ...more[index] } }),
      ),
    );
    deepStrictEqual(
      answers.map(({ text, calls }) => [text, calls]),
      [
        ['`getTime` failed:\n\n````\nIt is ```late```.\n````', []],
        ['`getTime` answered:\n\n````\nIt is ```late```.\n````', []],
        ['`getTime` answered:\n\n````\n{"output":"It is ```late```."}\n````', []],
      ],
    );
  });
});
