import { deepStrictEqual, ok } from 'node:assert/strict';
import { createContextMeter } from '../../../src/chat/context/contextMeter.ts';
import { Conversation } from '../../../src/chat/model/conversation.ts';
import type { Answer, Turn } from '../../../src/chat/model/message.ts';
import type { AttachmentRecord, EndRecord } from '../../../src/chat/model/records.ts';
import { estimateTokens } from '../../../src/relay/tokens/estimateTokens.ts';

const around = 4;

function turn(text: string, parts: Answer['parts'], end?: Partial<EndRecord>): Turn {
  return {
    prompt: { type: 'prompt', id: 'p', parentId: null, text, kind: 'question', attachments: [], at: 1 },
    answer: {
      type: 'answer',
      id: 'a',
      parentId: 'p',
      at: 2,
      model: 'm-1',
      isCompared: false,
      parts,
      ...(end && { end: { type: 'end', id: 'a', status: 'complete', at: 3, ...end } }),
    },
  };
}

const summed = ({ prompt, answer }: Turn): Turn => ({ prompt: { ...prompt, kind: 'compact' }, answer });
const said = (text: string): Answer['parts'] => [{ type: 'text', text }];
const nothing = { turns: [], draft: '', attachments: [], system: '' };
const question = 'What is the largest of these numbers, and why is it?';
const reply = 'It is the last one, since none of the others is larger.';
const [asked, answered] = [estimateTokens(question) + around, estimateTokens(reply)];
/** A turn whose tokens the relay counted. */
const used = (inputTokens: number, outputTokens = 16, parts = said(reply)) =>
  turn(question, parts, { usage: { inputTokens, outputTokens } });
const counted = used(40);
const picture: AttachmentRecord = {
  kind: 'picture',
  name: 'a.png',
  picture: { file: `${'0'.repeat(64)}.png`, mediaType: 'image/png' },
  tokens: 900,
};

describe('the context meter', () => {
  const cases: [
    name: string,
    context: Partial<Parameters<ReturnType<typeof createContextMeter>['measure']>[0]>,
    expected: { tokens: number; isEstimate: boolean; limit?: number },
  ][] = [
    ['is empty at first', {}, { tokens: 0, isEstimate: false }],
    [
      'knows the model’s limit',
      { system: question, toolTokens: 50, limit: 1000 },
      { tokens: asked - around + 50, isEstimate: true, limit: 1000 },
    ],
    [
      'takes the usage that the relay reports, for the request and the response',
      { turns: [counted] },
      { tokens: 56, isEstimate: false },
    ],
    [
      'counts a summary, and not the turns it summarizes',
      {
        turns: [used(40_000), summed(used(41_000))],
      },
      { tokens: answered + around, isEstimate: true },
    ],
    [
      'adds an estimate for the draft',
      { turns: [counted], draft: question, attachments: [picture] },
      { tokens: 56 + asked + 900, isEstimate: true },
    ],
    [
      'estimates turns without usage from the relay',
      { turns: [turn(question, said(reply), {})] },
      { tokens: asked + answered + around, isEstimate: true },
    ],
    [
      'ignores a reported number that is far too small',
      { turns: [used(1, 1)] },
      { tokens: asked + answered + around, isEstimate: true },
    ],
    [
      'leaves out thinking, which is not sent again',
      {
        turns: [used(40, 400, [{ type: 'thinking', text: 'Hm. '.repeat(100) }, ...said(reply)])],
      },
      { tokens: 40 + answered, isEstimate: false },
    ],
    [
      'does not take the sum over tool rounds for the context',
      {
        turns: [
          used(5000, 16, [
            {
              type: 'tool',
              call: { type: 'toolCall', id: 'a', callId: 'c', name: 'read', input: {} },
              result: { type: 'toolResult', id: 'a', callId: 'c', status: 'done', text: reply },
            },
          ]),
        ],
      },
      { tokens: asked + estimateTokens(`read{}${reply}`) + around, isEstimate: true },
    ],
    [
      'estimates a running response after one that was counted',
      { turns: [counted, turn(question, said(reply))] },
      { tokens: 56 + asked + answered + around, isEstimate: true },
    ],
    [
      'leaves out questions without a response, which are not sent again',
      { turns: [turn(question, [], { status: 'failed' }), turn(question, [], { status: 'stopped' })] },
      { tokens: 0, isEstimate: false },
    ],
  ];
  for (const [name, context, expected] of cases) {
    it(name, () => {
      const meter = createContextMeter();
      deepStrictEqual(meter.measure({ ...nothing, ...context }), expected);
      // The second time, the meter uses what it remembers.
      deepStrictEqual(meter.measure({ ...nothing, ...context }), expected);
    });
  }

  it('follows a response while it streams, and does not read it again once it is complete', () => {
    const meter = createContextMeter();
    const conversation = new Conversation('c');
    conversation.append({ type: 'prompt', id: 'p', parentId: null, text: question, at: 1 });
    conversation.append({ type: 'answer', id: 'a', parentId: 'p', model: 'm-1', at: 2 });
    conversation.append({ type: 'delta', id: 'a', kind: 'text', text: 'It ' });
    const [running] = conversation.turns;
    ok(running);
    const measure = () => meter.measure({ ...nothing, turns: [running] }).tokens;
    const before = measure();
    conversation.append({ type: 'delta', id: 'a', kind: 'text', text: reply });
    ok(measure() > before);
    conversation.append({ type: 'end', id: 'a', status: 'complete', at: 3 });
    const whole = measure();
    let looks = 0;
    Object.defineProperty(running.answer, 'parts', {
      get() {
        looks++;
        return [];
      },
    });
    deepStrictEqual([measure(), looks], [whole, 0]);
  });
});
