import { deepStrictEqual } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { askChat, testProtocols } from '../../chat/chatCalls.ts';
import { askWith, readData, readRaw, rewrite } from '../readRaw.ts';
import { both, type Case, type Cases, onlyStream, testCases } from './chatCases.ts';

const { chatCompletions } = testProtocols;

const last = '[DONE]';
const half = (events: readonly unknown[]) => events.slice(0, Math.floor(events.length / 2));
const chunk = /^\{"id"/;
const nulls = '"role":null,"content":null,"reasoning_content":null,"tool_calls":null,"refusal":null';
const smallUsage = '{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}';
const usage = /,"usage":(null|\{.*?\}\})/g;

const failing = (reason: string): Case => ({
  stream: (events) => [
    ...half(events),
    {
      id: 'anthropic-1',
      object: 'chat.completion.chunk',
      choices: [{ finish_reason: reason, delta: { content: '' } }],
    },
  ],
});

/** Both calls in one chunk. */
function withWholeCalls(events: readonly unknown[], reason: string | null): readonly unknown[] {
  const isCall = (event: unknown) => JSON.stringify(event).includes('"tool_calls":[');
  const [first] = events.filter(isCall);
  const call = (index: number, name: string, text: string) => ({
    index,
    id: `call_<id>0${index}`,
    type: 'function',
    function: { name, arguments: text },
  });
  const delta = { tool_calls: [call(0, 'a', '{"x":"123"}'), call(1, 'b', '{}')] };
  const whole = { ...Object(first), choices: [{ index: 0, delta, finish_reason: reason }] };
  const start = events.findIndex(isCall);
  return [...events.slice(0, start), whole, ...events.slice(start).filter((event) => !isCall(event))];
}

const chatCompletionsCases: Cases = {
  'done-without-finish': { stream: (events) => [...half(events), last] },
  'no-done': { stream: (events) => events.slice(0, -1) },
  'done-with-spaces': { stream: (events) => [...events.slice(0, -1), '  [DONE]  '] },
  'text-after-done': {
    stream: (events) => [
      ...events,
      { choices: [{ index: 0, delta: { content: 'after the end' }, finish_reason: null }] },
    ],
  },
  'chunk-after-finish': {
    stream: (events) => {
      const finish = JSON.stringify(events.at(-3)).replace(
        /"choices":\[.*?\],/,
        '"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}],',
      );
      return [...events.slice(0, -2), JSON.parse(finish), ...events.slice(-2)];
    },
  },
  'azure-filter-chunk-first': {
    stream: (events) => [
      {
        id: '',
        object: '',
        created: 0,
        model: '',
        choices: [],
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
      },
      ...events,
    ],
  },
  'usage-on-every-chunk': onlyStream(usage, `,"usage":${smallUsage}`),
  'usage-on-finish-chunk': {
    stream: (events) => {
      const told = /"usage":(\{.*\})\}$/.exec(JSON.stringify(events.at(-2)))?.[1];
      return [...events.slice(0, -3), rewrite(events.at(-3), '"usage":null', `"usage":${told}`), last];
    },
  },
  'usage-missing': {
    stream: (events) => rewrite([...events.slice(0, -2), last], usage, ''),
    whole: (body) => rewrite(body, usage, ''),
  },
  'choices-null': onlyStream('"choices":[],', '"choices":null,'),
  'choices-missing': onlyStream('"choices":[],', ''),
  'obfuscation-field': {
    stream: (events) =>
      events.map((event) =>
        chunk.test(JSON.stringify(event)) ? { ...Object(event), obfuscation: 'kJ3x9' } : event,
      ),
  },
  'nulls-in-deltas': {
    stream: (events) =>
      rewrite(rewrite(events, '"delta":{}', `"delta":{${nulls}}`), '"delta":{"', `"delta":{${nulls},"`),
    whole: (body) => rewrite(body, '"message":{', `"message":{${nulls},`),
  },
  'reasoning-field': both('"reasoning_content":', '"reasoning":'),
  'reasoning-in-both-fields': both(
    /"reasoning_content":("(?:[^"\\]|\\.)*")/g,
    '"reasoning_content":$1,"reasoning":$1',
  ),
  'think-tags-in-content': {
    stream: (events) =>
      rewrite(
        rewrite(
          rewrite(events, '"reasoning_content":"The"', '"content":"<think>\\nThe"'),
          '"reasoning_content":',
          '"content":',
        ),
        '"content":"Calling"',
        '"content":"\\n</think>\\nCalling"',
      ),
    whole: (body) =>
      rewrite(
        body,
        /"content":"(.*?)","reasoning_content":"((?:[^"\\]|\\.)*)"/g,
        '"content":"<think>\\n$2\\n</think>\\n$1"',
      ),
  },
  'think-tags-around-reasoning': {
    stream: (events) => {
      const isThought = (event: unknown) => JSON.stringify(event).includes('"reasoning_content":');
      const mark = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
      return events
        .toSpliced(events.findLastIndex(isThought) + 1, 0, mark('</think>'))
        .toSpliced(events.findIndex(isThought), 0, mark('<think>'));
    },
  },
  'content-blocks': {
    stream: (events) =>
      rewrite(
        rewrite(
          events,
          /"content":("(?:[^"\\]|\\.)*")\}/g,
          '"content":$1,"content_blocks":[{"index":1,"delta":{"text":$1}}]}',
        ),
        /"reasoning_content":("(?:[^"\\]|\\.)*")/g,
        '"content_blocks":[{"index":0,"delta":{"thinking":$1}}]',
      ),
    whole: (body) =>
      rewrite(
        body,
        /"reasoning_content":("(?:[^"\\]|\\.)*")/g,
        '"content_blocks":[{"type":"thinking","thinking":$1},{"type":"text","text":""}]',
      ),
  },
  'reasoning-newline': {
    stream: (events) => {
      const next = events.findIndex((event) => JSON.stringify(event).includes('"content":"Calling"'));
      const choices = [{ index: 0, delta: { reasoning_content: '\n' }, finish_reason: null }];
      return events.toSpliced(next, 0, { ...Object(events[next]), choices });
    },
  },
  'text-in-refusal': both(/"content":("(?:[^"\\]|\\.)*")/g, '"content":null,"refusal":$1'),
  'content-as-parts': both(/"content":("(?:[^"\\]|\\.)+")/g, '"content":[{"type":"text","text":$1}]'),
  'images-as-markdown': {},
  'finish-reason-empty': both('"finish_reason":"tool_calls"', '"finish_reason":""'),
  'finish-reason-null': both('"finish_reason":"tool_calls"', '"finish_reason":null'),
  'finish-reason-null-text': both('"finish_reason":"tool_calls"', '"finish_reason":"null"'),
  'finish-reason-eos': both('"finish_reason":"tool_calls"', '"finish_reason":"eos"'),
  'finish-reason-max-tokens': both('"finish_reason":"tool_calls"', '"finish_reason":"max_tokens"'),
  'finish-reason-malformed': both(
    '"finish_reason":"tool_calls"',
    '"finish_reason":"MALFORMED_FUNCTION_CALL"',
  ),
  'finish-reason-error-type': failing('overloaded_error'),
  'finish-reason-error': failing('error'),
  'finish-reason-abort': failing('abort'),
  'finish-reason-end-turn': both('"finish_reason":"tool_calls"', '"finish_reason":"end_turn"'),
  'finish-reason-tool-use': both('"finish_reason":"tool_calls"', '"finish_reason":"tool_use"'),
  'finish-reason-capitals': both('"finish_reason":"tool_calls"', '"finish_reason":"STOP"'),
  'finish-reason-capital-length': both('"finish_reason":"tool_calls"', '"finish_reason":"MAX_TOKENS"'),
  'comment-lines-before-done': {},
  'usage-estimated': onlyStream(
    /"usage":\{.*?\}\}/g,
    '"usage":{"prompt_tokens":2016,"completion_tokens":7,"total_tokens":2023,"estimated":true}',
  ),
  'finish-reason-stop-with-calls': both('"finish_reason":"tool_calls"', '"finish_reason":"stop"'),
};

const toolCallCases: Cases = {
  'tool-index-gaps': {
    stream: (events) =>
      rewrite(
        rewrite(events, /\[\{"index":1,/g, '[{"index":3,'),
        /(\{"tool_calls":)\[\{"index":0,/g,
        '$1[{"index":1,',
      ),
    whole: (body) =>
      rewrite(
        rewrite(body, /"id":"(call_<id>00)"/g, '"id":"$1","index":1'),
        /"id":"(call_<id>01)"/g,
        '"id":"$1","index":3',
      ),
  },
  'tool-index-missing': {
    stream: (events) =>
      rewrite(
        rewrite(events, /"id":"call_<id>0\d",/g, ''),
        /("tool_calls":\[\{)"index":(\d),/g,
        '$1"id":"call_$2",',
      ),
  },
  'arguments-as-object': {
    // Fragments that are JSON by chance are objects, too.
    stream: (events) => rewrite(events, '"arguments":"{}"', '"arguments":{}'),
    whole: (body) =>
      rewrite(
        rewrite(body, '"arguments":"{}"', '"arguments":{}'),
        /"arguments":"\{.*?123.*?\}"/g,
        '"arguments":{"x":"123"}',
      ),
  },
  'arguments-at-once': { stream: (events) => withWholeCalls(events, null) },
  'calls-with-foreign-reason': {
    stream: (events) =>
      withWholeCalls(events, 'FUNCTION_CALL').filter(
        (event) => !JSON.stringify(event).includes('"finish_reason":"tool_calls"'),
      ),
  },
  'tool-id-in-every-fragment': onlyStream(
    /"tool_calls":\[\{"index":(\d),"function"/g,
    '"tool_calls":[{"index":$1,"id":"call_<id>0$1","function"',
  ),
};

describe('reference relay: quirks of chat completions', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  testCases('chat completions', chatCompletions, chatCompletionsCases, () => relay);
  testCases('tool calls of chat completions', chatCompletions, toolCallCases, () => relay);

  it('sends pictures as Markdown', async () => {
    const [plain, quirky] = [
      await readRaw(await askChat(relay, chatCompletions, 'picture', { isStreamed: true })),
      await askWith(relay, 'images-as-markdown', chatCompletions, 'picture', { isStreamed: true }),
    ];
    deepStrictEqual(
      readData(quirky.body),
      rewrite(readData(plain.body), /"images":\[.*?"url":"(.*?)".*?\]/g, '"content":"\\n![image]($1)"'),
    );
  });
});
