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

/** A response of any protocol. */
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
  /** The protocol's finish reasons for: end, max tokens, refusal, tool calls. */
  readonly reasons: readonly [string, string, string, string];
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function join(values: readonly (Json | undefined)[]): string {
  return values.map((value) => value ?? '').join('');
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
  reasons: ['end_turn', 'max_tokens', 'refusal', 'tool_use'],
};

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
  reasons: ['stop', 'length', 'content_filter', 'tool_calls'],
};

const generateContent: TestProtocol = {
  name: 'generate content',
  model: 'gx-2.5-flash',
  path: (model, isStreamed) =>
    `/v1beta/models/${model}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_model, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  withTools: (tools) => ({
    tools: [{ functionDeclarations: tools.map(({ name, schema }) => ({ name, parameters: schema })) }],
  }),
  readWhole: ({ candidates }) => {
    const [candidate] = list(candidates);
    const parts = list(candidate?.['content']?.['parts']);
    return {
      thinking: join(parts.filter(({ thought }) => thought).map(({ text }) => text)),
      text: join(parts.filter(({ thought }) => !thought).map(({ text }) => text)),
      calls: parts.flatMap(({ functionCall: call }) =>
        call ? [{ name: String(call['name']), argumentsText: JSON.stringify(call['args'] ?? '') }] : [],
      ),
      reason: candidate?.['finishReason'],
    };
  },
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

/** Sends a prompt and reads the whole response. The official SDKs read streams, in test/unit/officialSdks. */
export async function readChat(
  relay: ReferenceRelay,
  protocol: TestProtocol,
  text: string,
  options: Omit<ChatOptions, 'isStreamed'> = {},
): Promise<ReadAnswer> {
  return protocol.readWhole((await (await askChat(relay, protocol, text, options)).json()) as Json);
}
