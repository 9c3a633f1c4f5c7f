import { deepStrictEqual } from 'node:assert/strict';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { type DemoTool, readChat, testProtocols } from './chatCalls.ts';

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
  const relay = useReferenceRelay();

  /** Sends the same prompt in every protocol. */
  async function askAll(text: string, choice?: keyof typeof choices, offered = tools) {
    const answers = [];
    for (const [index, protocol] of protocols.entries()) {
      const more = { ...protocol.withTools(offered), ...(choice !== undefined && choices[choice][index]) };
      answers.push(await readChat(relay, protocol, text, { more }));
    }
    return answers;
  }

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
        Array(3).fill([{ name: 'getWeather', argumentsText: smallest }]),
        Array(3).fill([{ name: 'getTime', argumentsText: '{"zone":"text"}' }]),
      ],
    );
  });
});
