import { deepStrictEqual, match } from 'node:assert/strict';
import { apiKey } from '../clientCalls.ts';
import { reply, replyInPieces, startServer } from '../misbehavingServer.ts';
import {
  answerTo,
  ask,
  called,
  chunk,
  data,
  done,
  finishChunk,
  finished,
  type Heard,
  interrupted,
  questionTo,
  testAnswers,
  testFailures,
  testVariants,
  text,
  textChunk,
  thinking,
  used,
} from './askChat.ts';

const question = questionTo('relay-chat');

/** As a relay streams it: the role first, usage after the finish reason. */
const opening = chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null });
const usageChunk = data({
  id: 'c1',
  model: 'relay-chat-real',
  choices: [],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
});
const thoughtChunk = chunk({ delta: { reasoning_content: 'Hm 🤔' }, finish_reason: null });
const wholeStream =
  opening + thoughtChunk + textChunk('Hé') + textChunk('llo 😀') + finishChunk('stop') + usageChunk + done;

const start: Heard = { type: 'start', id: 'c1', model: 'relay-chat-real' };
const thought = thinking('Hm 🤔');
const usage: Heard = used({ inputTokens: 7, outputTokens: 3 });
const wholeAnswer = [start, thought, text('Héllo 😀'), usage, finished('stop')];

describe('Chat-completions protocol', () => {
  it('reports the served model’s name cleaned, shortened and without the API key', async () => {
    const model = `real\u202e\0-${apiKey} ${'x'.repeat(5_000_000)}`;
    const body = data({ id: apiKey, model, choices: [{ delta: { content: 'A' } }] }) + finishChunk('stop');
    await using server = await startServer((call) => reply(call, 200, body));
    const [{ model: shown, ...begun } = {}] = await ask(server.origin, question);
    deepStrictEqual(begun, { type: 'start', id: '[key]' });
    match(String(shown), /^real -\[key\] x{1,190}…$/);
  });

  describe('variants of one response', () => {
    const variants = {
      'with data that is not JSON': `data: hi\n\n${wholeStream}`,
      'with JSON that is not an object': `data: 7\n\ndata: null\n\ndata: "a"\n\ndata: []\n\n${wholeStream}`,
      'with chunks without choices, deltas or messages':
        opening +
        data({ id: 'c1' }) +
        data({ choices: null }) +
        data({ choices: [null, 7] }) +
        chunk({}) +
        chunk({ delta: null }) +
        chunk({ delta: 'a' }) +
        wholeStream,
      'with fields of the wrong types': wholeStream.replaceAll(
        /"delta":{(?=")/g,
        '"delta":{"refusal":7,"tool_calls":"a","images":{},"reasoning":[1],',
      ),
      'with a second choice beside it': wholeStream.replaceAll(
        textChunk('llo 😀'),
        chunk({ index: 1, delta: { content: 'other' }, finish_reason: null }) +
          chunk({ index: 1, delta: {}, finish_reason: 'length' }) +
          textChunk('llo 😀'),
      ),
      'with thinking among its content parts': wholeStream.replaceAll(
        '"reasoning_content":"Hm 🤔"',
        '"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]},{"thinking":" 🤔"}]',
      ),
    };
    const thoughtFields = {
      reasoning_content: 'Hm 🤔',
      reasoning: 'Hm 🤔',
      content_blocks: [{ type: 'thinking', thinking: 'Hm 🤔' }],
    };
    const besideText = Object.entries(thoughtFields).map(([field, value]) => {
      const both = chunk({ delta: { content: 'Hé', [field]: value }, finish_reason: null });
      return [`with ${field} beside its text`, wholeStream.replace(thoughtChunk + textChunk('Hé'), both)];
    });
    testVariants(question, { ...variants, ...Object.fromEntries(besideText) }, wholeAnswer);
  });

  const finishes = { length: 'length', content_filter: 'refusal', constructor: 'other' };

  const usages: Record<string, readonly [raw: object, told: object]> = {
    'with details': [
      {
        prompt_tokens: 50,
        completion_tokens: 20,
        total_tokens: 70,
        prompt_tokens_details: { cached_tokens: 40 },
        completion_tokens_details: { reasoning_tokens: 15 },
      },
      { inputTokens: 50, outputTokens: 20, cachedInputTokens: 40 },
    ],
    'with thinking counted separately': [
      {
        prompt_tokens: 5,
        completion_tokens: 2,
        total_tokens: 22,
        completion_tokens_details: { reasoning_tokens: 15 },
      },
      { inputTokens: 5, outputTokens: 17 },
    ],
    'with prompt_cache_hit_tokens': [
      { prompt_tokens: 5, completion_tokens: 2, prompt_cache_hit_tokens: 4, prompt_tokens_details: null },
      { inputTokens: 5, outputTokens: 2, cachedInputTokens: 4 },
    ],
    'with the field names of Messages': [
      { input_tokens: 5, output_tokens: 2, cache_read_input_tokens: 30, cache_creation_input_tokens: 10 },
      { inputTokens: 45, outputTokens: 2, cachedInputTokens: 30, cacheWrittenTokens: 10 },
    ],
    'with cached tokens counted separately, as the total shows': [
      {
        prompt_tokens: 60,
        completion_tokens: 2,
        total_tokens: 92,
        prompt_tokens_details: { cached_tokens: 30 },
      },
      { inputTokens: 90, outputTokens: 2, cachedInputTokens: 30 },
    ],
    'with cached tokens counted separately, since they exceed the total': [
      { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, cache_read_input_tokens: 30 },
      { inputTokens: 35, outputTokens: 2, cachedInputTokens: 30 },
    ],
    'with both sets of field names': [
      { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, input_tokens: 0, output_tokens: 0 },
      { inputTokens: 5, outputTokens: 2 },
    ],
    'with some fields of wrong types': [
      { prompt_tokens: 5, completion_tokens: '2', prompt_tokens_details: [], completion_tokens_details: 7 },
      { inputTokens: 5 },
    ],
  };

  const cacheFields = [
    { prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 10 } },
    { prompt_tokens_details: { cached_tokens: 30, cache_creation_tokens: 10 } },
    { prompt_tokens_details: { cached_tokens: 30, cached_creation_tokens: 10 } },
    { cache_read_input_tokens: 30, cache_creation_input_tokens: 10 },
    { cached_tokens: 30, cache_creation_input_tokens: 10 },
  ];
  for (const fields of cacheFields) {
    usages[`with cache fields as in ${JSON.stringify(fields)}`] = [
      { prompt_tokens: 45, completion_tokens: 2, total_tokens: 47, ...fields },
      { inputTokens: 45, outputTokens: 2, cachedInputTokens: 30, cacheWrittenTokens: 10 },
    ];
  }
  for (const [name, [raw, told]] of Object.entries(usages)) {
    const body = textChunk('A') + finishChunk('stop') + data({ choices: [], usage: raw });
    testAnswers(question, { [`usage ${name}`]: [body, [start, text('A'), used(told), finished('stop')]] });
  }
  for (const [reason, cause] of Object.entries(finishes)) {
    const heard = [start, text('A'), finished(reason, cause)];
    testAnswers(question, { [`the finish reason ${reason}`]: [textChunk('A') + finishChunk(reason), heard] });
  }

  testAnswers(question, {
    'usage before the start': [
      data({ choices: [], usage: { prompt_tokens: 7 } }) +
        data({ choices: [], usage: { prompt_tokens: 8 } }) +
        textChunk('A') +
        finishChunk('stop'),
      [start, used({ inputTokens: 7 }), used({ inputTokens: 8 }), text('A'), finished('stop')],
    ],
    'a whole message that repeats what was streamed': [
      opening +
        textChunk('A') +
        chunk({ message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }) +
        done,
      [start, text('A'), finished('stop')],
    ],
    'messages instead of deltas': [
      chunk({ message: { content: 'A' } }) + chunk({ message: { content: 'B' } }) + finishChunk('stop'),
      [start, text('AB'), finished('stop')],
    ],
    'a whole message after only the role': [
      opening + chunk({ message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }) + done,
      [start, text('A'), finished('stop')],
    ],
    'a finish reason that must be cleaned and shortened': [
      textChunk('A') + finishChunk(`bad\n\u0000${apiKey} ${'z'.repeat(89)}😀`) + done,
      [start, text('A'), finished(`bad [key] ${'z'.repeat(89)}`, 'other')],
    ],
    'an error beside text': [
      textChunk('A') + data({ choices: [{ delta: { content: 'B' } }], error: { message: 'boom' } }),
      [start, text('A'), interrupted({ status: 200, relayMessage: 'boom' })],
    ],
    'usage of only zeros': [
      textChunk('A') +
        finishChunk('stop') +
        data({ choices: [], usage: { prompt_tokens: 0, total_tokens: 0 } }),
      [start, text('A'), finished('stop')],
    ],
    'a refusal': [
      opening +
        chunk({ delta: { content: '', refusal: 'I ' } }) +
        chunk({ delta: { refusal: 'can’t.' } }) +
        finishChunk('stop'),
      [start, text('I can’t.'), finished('stop', 'refusal')],
    ],
    'a response that starts with its text, without an ID': [
      `data: {"choices":[{"delta":{"content":"A"}}]}\n\n${finishChunk('stop')}`,
      [{ type: 'start' }, text('A'), finished('stop')],
    ],
    'a second, less specific finish reason': [
      textChunk('A') + finishChunk('length') + finishChunk('stop') + done,
      [start, text('A'), finished('length', 'length')],
    ],
    'a whole reply as one event': [
      data({ id: 'c1', choices: [{ message: { content: 'A' }, finish_reason: 'stop' }] }),
      [{ type: 'start', id: 'c1' }, text('A'), finished('stop')],
    ],
    'a whole JSON reply in parts, with a byte order mark': [
      `\ufeff${JSON.stringify({
        choices: [
          {
            message: { content: ['A', { type: 'text', text: 'B' }, { type: 'refusal', refusal: 'C' }] },
            finish_reason: 'length',
          },
        ],
      })}`,
      [{ type: 'start' }, text('ABC'), finished('length', 'length')],
    ],
    'a whole JSON reply without content': [
      JSON.stringify({
        id: 'c1',
        choices: [{ message: { content: null }, finish_reason: 'content_filter' }],
      }),
      [{ type: 'start', id: 'c1' }, finished('content_filter', 'refusal')],
    ],
    'a whole JSON reply without a finish reason': [
      JSON.stringify({ choices: [{ message: { content: 'A' }, finish_reason: null }] }),
      [{ type: 'start' }, text('A'), interrupted({ status: 200 })],
    ],
    'an empty finish reason in a chunk with text, as some relays send it in every chunk': [
      `${data({ choices: [{ delta: { content: 'A' }, finish_reason: '' }] })}${done}`,
      [{ type: 'start' }, text('A'), interrupted({ status: 200 })],
    ],
    'an empty finish reason without [DONE]': [
      textChunk('A') + finishChunk(''),
      [start, text('A'), interrupted({ status: 200 })],
    ],
  });

  describe('trusts the finish reason if the connection is lost', () => {
    const mark = finishChunk('stop');
    const marked = (words: string) => chunk({ delta: { content: words }, finish_reason: 'stop' });
    const call = chunk({ delta: { tool_calls: [{ id: 'a', function: { name: 'now', arguments: '{}' } }] } });
    const broken = interrupted({ systemCode: 'UND_ERR_SOCKET' });
    const endings: Readonly<Record<string, readonly [body: string, end: readonly Heard[]]>> = {
      'right after it': [mark, [finished('stop')]],
      'after a call': [
        call + finishChunk('tool_calls'),
        [called('a', 'now'), finished('tool_calls', 'toolCalls')],
      ],
      'after usage': [mark + usageChunk, [usage, finished('stop')]],
      'after another finish reason': [mark + marked('B'), [text('AB'), finished('stop')]],
      'but not after more text': [mark + textChunk('B'), [text('AB'), broken]],
      'nor after another call': [mark + call, [called('a', 'now'), broken]],
    };
    for (const [name, [body, end]] of Object.entries(endings)) {
      it(name, async () => {
        const [first] = end;
        deepStrictEqual(
          await answerTo(question, (call) => replyInPieces(call, [textChunk('A') + body], {}, 'cut')),
          [start, ...(first?.['type'] === 'text' ? [] : [text('A')]), ...end],
        );
      });
    }

    it('nor if an error follows more text', async () => {
      const body = `${textChunk('A')}${mark}${textChunk('B')}${data({ error: { message: 'boom' } })}`;
      deepStrictEqual(await answerTo(question, (call) => reply(call, 200, body)), [
        start,
        text('AB'),
        interrupted({ status: 200, relayMessage: 'boom' }),
      ]);
    });
  });

  describe('throws if the reply has no response:', () => {
    testFailures(question, [
      ['no choices', '{"choices":[]}'],
      ['an empty choice', '{"choices":[{"finish_reason":"stop"}]}'],
      [
        'an error before it',
        data({ error: { message: 'boom' } }) + wholeStream,
        'server',
        { relayMessage: 'boom' },
      ],
      ['only usage', data({ choices: [], usage: { prompt_tokens: 7 } }) + done],
    ]);
  });
});
