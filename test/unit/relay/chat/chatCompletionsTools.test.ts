import { maxToolCalls } from '../../../../src/relay/chat/streamChat.ts';
import {
  type AnswerCases,
  called,
  chunk,
  done,
  finishChunk,
  finished,
  type Heard,
  interrupted,
  questionTo,
  testAnswers,
  text,
  textChunk,
} from './askChat.ts';

const question = questionTo('relay-chat');

const start: Heard = { type: 'start', id: 'c1', model: 'relay-chat-real' };
const finish = (reason = 'tool_calls', cause = 'toolCalls') => finished(reason, cause);

/** A chunk with fragments of tool calls. */
const calls = (...pieces: readonly unknown[]) =>
  chunk({ delta: { content: '', tool_calls: pieces }, finish_reason: null });
const begin = (index: number, id: string, name: string, fragment = '') => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: fragment },
});
const named = (name: string, fragment: string) => begin(0, '', name, fragment);
const more = (index: number, fragment: string) => ({ index, function: { arguments: fragment } });
const end = finishChunk('tool_calls') + done;

const streams: AnswerCases = {
  'a call with a thought signature': [
    calls({ ...begin(0, 'a', 'now'), extra_content: { google: { thought_signature: 's1' } } }) +
      calls(more(0, '{"zone":1}'), { ...begin(1, 'b', 'look', '{}'), extra_content: { google: null } }) +
      end,
    [start, called('a', 'now', { zone: 1 }, { signature: 's1' }), called('b', 'look'), finish()],
  ],
  'half a call, then an error as the finish reason': [
    calls(begin(0, 'a', 'now', '{"zo')) + finishChunk('api_error') + done,
    [start, interrupted({ status: 200, code: 'api_error' })],
  ],
  'two calls whose fragments alternate': [
    calls(begin(0, 'a', 'now'), begin(1, 'b', 'look', '{"at"')) +
      calls(more(1, ':1}'), more(0, '{"zone"')) +
      calls(more(0, ':2}')) +
      end,
    [start, called('a', 'now', { zone: 2 }), called('b', 'look', { at: 1 }), finish()],
  ],
  'an ID and a name that are empty in later fragments': [
    calls(begin(0, 'a', 'now')) +
      calls({ index: 0, id: '', type: '', function: { name: '', arguments: '{"zone":1}' } }) +
      end,
    [start, called('a', 'now', { zone: 1 }), finish()],
  ],
  'an ID and a name that arrive late': [
    calls(more(0, '{"zone"')) +
      calls({ index: 0, id: null, function: null }) +
      calls(begin(0, 'a', 'now', ':1}')) +
      end,
    [start, called('a', 'now', { zone: 1 }), finish()],
  ],
  'an index in the first fragment alone': [
    calls(begin(2, 'a', 'now', '{"zo')) + calls({ id: 'a', function: { arguments: 'ne":1}' } }) + end,
    [start, called('a', 'now', { zone: 1 }), finish()],
  ],
  'alternating calls without indexes, each fragment with its ID': [
    calls({ id: 'a', function: { name: 'now', arguments: '{"zo' } }) +
      calls({ id: 'b', function: { name: 'look', arguments: '{"a' } }) +
      calls({ id: 'a', function: { arguments: 'ne":1}' } }) +
      calls({ id: 'b', function: { arguments: 't":2}' } }) +
      end,
    [start, called('a', 'now', { zone: 1 }), called('b', 'look', { at: 2 }), finish()],
  ],
  'calls without indexes and IDs, one after another': [
    calls({ function: { name: 'now', arguments: '{"zo' } }) +
      calls({ function: { arguments: 'ne":1}' } }) +
      calls({ function: { name: 'look', arguments: '{"a' } }) +
      calls({ function: { arguments: 't":2}' } }) +
      end,
    [start, called('made', 'now', { zone: 1 }), called('made', 'look', { at: 2 }), finish()],
  ],
  'several calls under one index': [
    calls(begin(0, 'a', 'now', '{"zone":1}')) + calls(begin(0, 'b', 'look', '{"at":2}')) + end,
    [start, called('a', 'now', { zone: 1 }), called('b', 'look', { at: 2 }), finish()],
  ],
  'several calls under one index, without IDs': [
    calls(named('now', '{"a":1}')) + calls(named('look', '{"b":')) + calls(named('look', '2}')) + end,
    [start, called('made', 'now', { a: 1 }), called('made', 'look', { b: 2 }), finish()],
  ],
  'several calls of one tool under one index, without IDs': [
    calls(named('now', '')) +
      calls(more(0, '{"a":["}\\"}'), more(0, '"]}')) +
      calls(named('now', '{"a":"}\\')) +
      calls(named('now', '""}')) +
      end,
    [start, called('made', 'now', { a: ['}"}'] }), called('made', 'now', { a: '}"' }), finish()],
  ],
  'calls without indexes and IDs, whose name is repeated in each fragment': [
    calls({ function: { name: 'now', arguments: '{"a":' } }) +
      calls({ function: { name: 'now', arguments: '1}' } }) +
      calls({ function: { name: 'now', arguments: '{"a":2}' } }, { function: { name: 'look' } }) +
      end,
    [
      start,
      called('made', 'now', { a: 1 }),
      called('made', 'now', { a: 2 }),
      called('made', 'look'),
      finish(),
    ],
  ],
  'a call without an ID and arguments': [
    calls({ index: 0, function: { name: 'now', arguments: null } }) + end,
    [start, called('made', 'now'), finish()],
  ],
  'nothing of calls without a name, and of what is not a call': [
    calls(
      null,
      7,
      'a',
      {},
      { index: 4, id: 'a', function: { arguments: '{}' } },
      { index: 5, function: 'now' },
    ) + end,
    [start, finish()],
  ],
  'a call in the finish chunk': [
    chunk({ delta: { tool_calls: [begin(0, 'a', 'now', '{}')] }, finish_reason: 'tool_calls' }) + done,
    [start, called('a', 'now'), finish()],
  ],
  'a call after a finish chunk that says stop': [
    finishChunk('stop') + calls(begin(0, 'a', 'now', '{}')) + done,
    [start, called('a', 'now'), finish('stop')],
  ],
  'a call after a refusal, and a finish chunk that says stop': [
    chunk({ delta: { refusal: 'No' } }) + calls(begin(0, 'a', 'now', '{}')) + finishChunk('stop') + done,
    [start, text('No'), called('a', 'now'), finish('stop')],
  ],
  'text that was held back before a call, both after the finish chunk': [
    finishChunk('stop') + textChunk('A !') + calls(begin(0, 'a', 'now', '{}')) + done,
    [start, text('A !'), called('a', 'now'), finish('stop')],
  ],
  'a call cut off by the token limit': [
    calls(begin(0, 'a', 'now', '{"zo')) + finishChunk('length') + done,
    [start, called('a', 'now', {}, { invalidInput: '{"zo' }), finish('length', 'length')],
  ],
  'nothing of a call without a finish reason': [
    calls(begin(0, 'a', 'now', '{}')) + done,
    [start, interrupted({ status: 200 })],
  ],
  'a whole reply': [
    JSON.stringify({
      id: 'c1',
      model: 'relay-chat-real',
      choices: [
        {
          message: {
            content: null,
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'now', arguments: '' } },
              { id: 'b', type: 'function', function: { name: 'look', arguments: { at: 2 } } },
              { index: 0, id: 'c', type: 'function', function: { name: 'now', arguments: '{"zone":1}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }),
    [start, called('a', 'now'), called('b', 'look', { at: 2 }), called('c', 'now', { zone: 1 }), finish()],
  ],
  'a whole reply without a finish reason': [
    JSON.stringify({
      choices: [{ message: { tool_calls: [{ function: { name: 'now', arguments: '{}' } }] } }],
    }),
    [{ type: 'start' }, called('made', 'now'), interrupted({ status: 200 })],
  ],
};

/** The given number of complete calls, in one chunk. */
const manyCalls = (count: number) =>
  Array.from({ length: count }, (_, index) => begin(index, `c${index}`, 'now', '{}'));
const manyHeard = (count: number) => Array.from({ length: count }, (_, index) => called(`c${index}`, 'now'));
const tooMany = interrupted({ status: 200, maxToolCalls }, 'invalidResponse');

const counts: AnswerCases = {
  'as many calls as allowed': [
    calls(...manyCalls(maxToolCalls)) + end,
    [start, ...manyHeard(maxToolCalls), finish()],
  ],
  'no more calls than allowed from a stream': [
    calls(...manyCalls(20_000)) + end,
    [start, ...manyHeard(maxToolCalls), tooMany],
  ],
  'no more calls than allowed from a whole reply': [
    JSON.stringify({
      choices: [{ message: { tool_calls: manyCalls(20_000) }, finish_reason: 'tool_calls' }],
    }),
    [{ type: 'start' }, ...manyHeard(maxToolCalls), tooMany],
  ],
};

describe('Chat-completions protocol, tool calls', () => {
  testAnswers(question, streams);
  describe('up to the limit', () => testAnswers(question, counts));
});
