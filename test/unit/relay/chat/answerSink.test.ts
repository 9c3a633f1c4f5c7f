import { deepStrictEqual } from 'node:assert/strict';
import { AnswerSink } from '../../../../src/relay/chat/answerSink.ts';
import { text } from './askChat.ts';

describe('the sink of a response', () => {
  it('joins deltas until they are taken, and leaves taken events unchanged', () => {
    const sink = new AnswerSink();
    sink.text('A');
    sink.text('B');
    const taken = sink.take();
    sink.text('C');
    deepStrictEqual([taken, sink.take()], [[{ type: 'start' }, text('AB')], [text('C')]]);
  });
});
