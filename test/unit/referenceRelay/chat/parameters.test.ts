import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { checkRefusal } from '../callRelay.ts';
import { askChat, testProtocols } from './chatCalls.ts';

const { messages, chatCompletions, generateContent } = testProtocols;

type Fields = Readonly<Record<string, unknown>>;

/** Changes to a valid request, and how the error begins that they cause; '' if they are accepted. */
type Case = readonly [name: string, changes: Fields, reason: string];

const mixed = (name: string, protocol: string) => `${name}: a field of the ${protocol} protocol`;
const user = { role: 'user', content: 'Hello' };
const block = (value: object, times = 1) => ({
  messages: [{ role: 'user', content: Array(times).fill(value) }],
});
const tool = { name: 'a', input_schema: { type: 'object' } };
const newest = 'msg-opus-4-7';
const thinking = { type: 'enabled', budget_tokens: 1024 };
const adaptive = { type: 'adaptive' };
const marked = { cache_control: { type: 'ephemeral' } };

const messagesCases: readonly Case[] = [
  ['missing max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
  ['max_tokens of 0', { max_tokens: 0 }, 'max_tokens: Too '],
  ['max_tokens above the context size', { max_tokens: 200_001 }, 'max_tokens: Too '],
  ['a temperature above 2', { temperature: 2.1 }, 'temperature: Too big'],
  ['empty messages', { messages: [] }, 'messages: Too small'],
  ['a system message', { messages: [{ role: 'system', content: 'x' }, user] }, 'messages.0.role: '],
  ['a message with extra fields', { messages: [{ ...user, id: 7 }] }, 'messages.0.id: Extra inputs'],
  ['stream as a string', { stream: 'true' }, 'stream: Invalid input'],
  ['contents', { contents: [{ parts: [] }] }, mixed('contents', 'generate-content')],
  ['context_management', { context_management: {} }, 'context_management: Extra inputs'],
  [
    'every public field',
    {
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      tools: [{ ...tool, description: 'x', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      stop_sequences: ['x'],
      top_p: 0.5,
      top_k: 5,
      metadata: { user_id: 'x' },
      thinking,
      service_tier: 'auto',
      output_config: { effort: 'low' },
      system: [{ type: 'text', text: 'x', ...marked }],
    },
    '',
  ],
  ['a budget that leaves no tokens', { max_tokens: 1024, thinking }, '`max_tokens` must be greater than'],
  [
    'a temperature with thinking',
    { temperature: 0.5, thinking: adaptive },
    '`temperature` may only be set to 1',
  ],
  ['a forced call', { tools: [tool], tool_choice: { type: 'any' }, thinking: adaptive }, 'Thinking may not'],
  ['a temperature for the newest model', { model: newest, temperature: 0 }, '`temperature` is deprecated'],
  ['a budget for the newest model', { model: newest, thinking }, '"thinking.type.enabled" is not supported'],
  ['too many tools', { tools: Array(129).fill(tool) }, 'tools: Too big'],
  ['a tool without a schema', { tools: [{ name: 'a' }] }, 'tools.0.input_schema: Field required'],
  ['an extra field in a block', block({ type: 'text', text: 'x', id: 1 }), 'messages.0.content.0.id: Extra'],
  ['five cache marks', block({ type: 'text', text: 'x', ...marked }, 5), 'A maximum of 4 blocks'],
  ['an empty text block', block({ type: 'text', text: '' }), 'messages.0.content.0.text: '],
  ['an unknown block', block({ type: 'sound' }), 'messages.0.content.0.type: '],
  [
    'an image by URL',
    block({ type: 'image', source: { type: 'url' } }),
    'messages.0.content.0.source.type: ',
  ],
  [
    'a tool call whose input is a string',
    {
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'a', input: '{}' }] },
      ],
    },
    'messages.1.content.0.input: ',
  ],
  [
    'a choice of a tool that is not offered',
    { tools: [tool], tool_choice: { type: 'tool', name: 'b' } },
    "tool_choice.name: Tool 'b' not found",
  ],
];

const functionTool = { type: 'function', function: { name: 'a' } };

const chatCompletionsCases: readonly Case[] = [
  [
    'every public field, and nulls',
    {
      max_tokens: 5,
      max_completion_tokens: null,
      temperature: null,
      top_p: 1,
      n: 1,
      stop: null,
      stream_options: null,
      tools: [functionTool],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      frequency_penalty: 0,
      presence_penalty: 2,
      seed: 7,
      user: 'x',
      metadata: { a: 'b' },
      reasoning_effort: 'low',
      response_format: { type: 'json_object' },
      store: false,
    },
    '',
  ],
  ['unknown fields', { enable_thinking: true, thinking: { type: 'disabled' }, top_k: 5 }, ''],
  [
    'messages of every role, with fields of other gateways',
    {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'x' }], name: 'x' },
        { role: 'developer', content: 'x' },
        { role: 'assistant', content: 'x', reasoning_content: 'y', refusal: null },
        user,
      ],
    },
    '',
  ],
  ['system', { system: 'x' }, mixed('system', 'messages')],
  ['empty messages', { messages: [] }, 'messages: Too small'],
  ['stream_options alone', { stream_options: { include_usage: true } }, "The 'stream_options' parameter is"],
  ['more than one choice', { n: 2 }, 'n: '],
  ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, 'messages.0.role: '],
  ['an image of another protocol', block({ type: 'image', source: {} }), 'messages.0.content.0.type: '],
  [
    'arguments as an object',
    {
      messages: [
        user,
        {
          role: 'assistant',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'a', arguments: {} } }],
        },
      ],
    },
    'messages.1.tool_calls.0.function.arguments: ',
  ],
  [
    'a choice of a tool that is not offered',
    { tools: [functionTool], tool_choice: { type: 'function', function: { name: 'b' } } },
    "Tool choice 'b' not found",
  ],
];

const generateContentCases: readonly Case[] = [
  [
    'every public field in both spellings',
    {
      systemInstruction: { parts: [{ text: 'x' }] },
      generation_config: { max_output_tokens: 5, top_k: 3, thinking_config: { include_thoughts: false } },
      safetySettings: [],
      tools: [
        { function_declarations: [{ name: 'a', parameters: { type: 'OBJECT' } }] },
        { google_search: {} },
      ],
      tool_config: { function_calling_config: { mode: 'AUTO' } },
      cachedContent: 'x',
    },
    '',
  ],
  ['unknown fields', { labels: { a: 'b' }, model: 'x' }, ''],
  ['max_tokens', { max_tokens: 5 }, mixed('max_tokens', 'chat')],
  ['missing contents', { contents: undefined }, 'contents is required'],
  ['empty contents', { contents: [] }, 'contents: '],
  ['a role of another protocol', { contents: [{ role: 'assistant', parts: [] }] }, 'contents.0.role: '],
  ['a part without data', { contents: [{ parts: [{ thought: true }] }] }, 'contents.0.parts.0.data: '],
  ['empty parts', { contents: [{ parts: [] }] }, 'contents.0.parts: '],
  ['two candidates', { generationConfig: { candidateCount: 2 } }, 'generationConfig.candidateCount: '],
  [
    'a choice of a function that is not declared',
    { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['b'] } } },
    'allowed_function_names: b is not declared',
  ],
];

describe('reference relay: parameters of each chat protocol', () => {
  const relay = useReferenceRelay();

  for (const [protocol, cases] of [
    [messages, messagesCases],
    [chatCompletions, chatCompletionsCases],
    [generateContent, generateContentCases],
  ] as const) {
    for (const [name, more, reason] of cases) {
      it(`${protocol.name} ${reason === '' ? 'accepts' : 'refuses'} ${name}`, async () =>
        checkRefusal(await askChat(relay, protocol, 'Hello', { more }), reason));
    }
  }
});
