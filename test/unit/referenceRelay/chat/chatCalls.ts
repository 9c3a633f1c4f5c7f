import type { ReferenceRelay } from '../../../relay/referenceRelay.ts';
import { askOf, callRelay } from '../callRelay.ts';

/** JSON whose fields are read without type checks: a test fails if one is missing. */
export interface Json {
  readonly [name: string]: Json;
}

interface ReadCall {
  readonly name: string;
  readonly argumentsText: string;
}

/** A response, assembled from any of the protocols. */
interface ReadAnswer {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly ReadCall[];
  readonly reason: unknown;
}

export interface DemoTool {
  readonly name: string;
  readonly schema: object;
}

/** One protocol as these tests use it. */
export interface TestProtocol {
  readonly name: string;
  readonly model: string;
  readonly path: (model: string, isStreamed: boolean) => string;
  readonly body: (model: string, text: string, isStreamed: boolean) => Readonly<Record<string, unknown>>;
  readonly withTools: (tools: readonly DemoTool[]) => Readonly<Record<string, unknown>>;
  readonly readWhole: (body: Json) => ReadAnswer;
  readonly readStream: (events: readonly Json[]) => ReadAnswer;
  /** The protocol's finish reasons for: end, max tokens, refusal, tool calls. */
  readonly reasons: readonly [string, string, string, string];
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function join(values: readonly (Json | undefined)[]): string {
  return values.map((value) => value ?? '').join('');
}

function readMessagesStream(events: readonly Json[]): ReadAnswer {
  const deltas = (field: string, index?: unknown) =>
    join(
      events
        .filter((event) => index === undefined || event['index'] === index)
        .map((event) => event['delta']?.[field]),
    );
  const starts = events.filter((event) => (event['content_block']?.['type'] as unknown) === 'tool_use');
  return {
    thinking: deltas('thinking'),
    text: deltas('text'),
    calls: starts.map((event) => ({
      name: String(event['content_block']?.['name']),
      argumentsText: deltas('partial_json', event['index']),
    })),
    reason: events.find((event) => (event['type'] as unknown) === 'message_delta')?.['delta']?.[
      'stop_reason'
    ],
  };
}

const messages: TestProtocol = {
  name: 'messages',
  model: 'msg-sonnet-4-6',
  path: () => '/v1/messages',
  body: (model, text, stream) => askOf(text, { model, stream }),
  withTools: (tools) => ({
    tools: tools.map(({ name, schema }) => ({ name, input_schema: schema })),
  }),
  readWhole: ({ content, stop_reason: reason }) => ({
    thinking: join(list(content).map((block) => block['thinking'])),
    text: join(list(content).map((block) => block['text'])),
    calls: list(content)
      .filter(({ type }) => (type as unknown) === 'tool_use')
      .map(({ name, input }) => ({ name: String(name), argumentsText: JSON.stringify(input) })),
    reason,
  }),
  readStream: readMessagesStream,
  reasons: ['end_turn', 'max_tokens', 'refusal', 'tool_use'],
};

function readChunks(events: readonly Json[]): ReadAnswer {
  const choices = events.flatMap(({ choices: values }) => list(values));
  const deltas = choices.map(({ delta }) => delta);
  const calls = new Map<unknown, ReadCall>();
  for (const fragment of deltas.flatMap((delta) => list(delta?.['tool_calls']))) {
    const { name, arguments: text } = fragment['function'] ?? {};
    const known = calls.get(fragment['index']) ?? { name: String(name), argumentsText: '' };
    calls.set(fragment['index'], { ...known, argumentsText: known.argumentsText + String(text) });
  }
  return {
    thinking: join(deltas.map((delta) => delta?.['reasoning_content'])),
    text: join(deltas.map((delta) => delta?.['content'])),
    calls: [...calls.values()],
    reason: choices.findLast(({ finish_reason: reason }) => reason)?.['finish_reason'],
  };
}

const chatCompletions: TestProtocol = {
  name: 'chat completions',
  model: 'oa-mini',
  path: () => '/v1/chat/completions',
  body: (model, text, stream) => ({ model, stream, messages: [{ role: 'user', content: text }] }),
  withTools: (tools) => ({
    tools: tools.map(({ name, schema }) => ({ type: 'function', function: { name, parameters: schema } })),
  }),
  readWhole: ({ choices }) => {
    const [choice] = list(choices);
    const message = choice?.['message'];
    return {
      thinking: join([message?.['reasoning_content']]),
      text: join([message?.['content']]),
      calls: list(message?.['tool_calls']).map((call) => ({
        name: String(call['function']?.['name']),
        argumentsText: String(call['function']?.['arguments']),
      })),
      reason: choice?.['finish_reason'],
    };
  },
  readStream: readChunks,
  reasons: ['stop', 'length', 'content_filter', 'tool_calls'],
};

function readResponses(responses: readonly Json[]): ReadAnswer {
  const candidates = responses.flatMap(({ candidates: values }) => list(values));
  const parts = candidates.flatMap(({ content }) => list(content?.['parts']));
  return {
    thinking: join(parts.filter(({ thought }) => thought).map(({ text }) => text)),
    text: join(parts.filter(({ thought }) => !thought).map(({ text }) => text)),
    calls: parts.flatMap(({ functionCall: call }) =>
      call ? [{ name: String(call['name']), argumentsText: JSON.stringify(call['args'] ?? '') }] : [],
    ),
    reason: candidates.at(-1)?.['finishReason'],
  };
}

const generateContent: TestProtocol = {
  name: 'generate content',
  model: 'gx-2.5-flash',
  path: (model, isStreamed) =>
    `/v1beta/models/${model}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_model, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  withTools: (tools) => ({
    tools: [{ functionDeclarations: tools.map(({ name, schema }) => ({ name, parameters: schema })) }],
  }),
  readWhole: (body) => readResponses([body]),
  readStream: readResponses,
  reasons: ['STOP', 'MAX_TOKENS', 'SAFETY', 'STOP'],
};

export const testProtocols = { messages, chatCompletions, generateContent };

interface ChatOptions {
  readonly model?: string;
  readonly isStreamed?: boolean;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Sends a prompt in one protocol; by default to its own model, without streaming. */
export function askChat(
  relay: ReferenceRelay,
  protocol: TestProtocol,
  text: string,
  { model = protocol.model, isStreamed = false, more = {} }: ChatOptions = {},
): Promise<Response> {
  return callRelay(relay, protocol.path(model, isStreamed), {
    body: { ...protocol.body(model, text, isStreamed), ...more },
  });
}

/** Sends a prompt, streamed or not, and assembles the response. */
export async function readChat(
  relay: ReferenceRelay,
  protocol: TestProtocol,
  text: string,
  options: ChatOptions = {},
): Promise<ReadAnswer> {
  const body = await (await askChat(relay, protocol, text, options)).text();
  return options.isStreamed === true
    ? protocol.readStream(readJsonEvents(body))
    : protocol.readWhole(JSON.parse(body));
}

/** The JSON of a complete stream's events, without the `[DONE]` that ends chat completions. */
function readJsonEvents(body: string): readonly Json[] {
  return [...body.matchAll(/^data: (?!\[DONE\])(.*)$/gm)].map(([, data = '']) => JSON.parse(data));
}
