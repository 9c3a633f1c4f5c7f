import { deepStrictEqual } from 'node:assert/strict';
import { reply, replyInPieces } from '../misbehavingServer.ts';
import {
  answerTo,
  called,
  data,
  finished,
  type Heard,
  interrupted,
  testFailures,
  text,
  used,
} from './askChat.ts';
import { finishPiece, opening, piece, question, textPiece } from './generateContentPieces.ts';

describe('Generate-content responses', () => {
  describe('end', () => {
    const begun: readonly Heard[] = [...opening, text('A')];
    const usageAt = (outputTokens: number): Heard => used({ inputTokens: 7, outputTokens });
    const causes = {
      STOP: 'stop',
      MAX_TOKENS: 'length',
      IMAGE_SAFETY: 'refusal',
      tool_calls: 'toolCalls',
      MALFORMED_FUNCTION_CALL: 'other',
      constructor: 'other',
    };
    const answers: Record<string, readonly [body: string, end: readonly Heard[]]> = {
      'with the usage of a later chunk': [
        data(finishPiece('STOP')) +
          data({ usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 9, totalTokenCount: 16 } }),
        [usageAt(9), finished('STOP')],
      ],
      'with the usage of an earlier chunk': [
        data(piece([{ text: '' }], {}, { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 } })) +
          data({ candidates: [{ finishReason: 'STOP' }] }),
        [usageAt(3), finished('STOP')],
      ],
      'with thinking tokens that are already in the total': [
        data(
          finishPiece('STOP', {
            promptTokenCount: 7,
            candidatesTokenCount: 5,
            thoughtsTokenCount: 2,
            totalTokenCount: 12,
          }),
        ),
        [used({ inputTokens: 7, outputTokens: 5 }), finished('STOP')],
      ],
      'after the last chunk, if every chunk has a finish reason': [
        ['A', 'B'].map((words) => data(piece([{ text: words }], { finishReason: 'STOP' }))).join(''),
        [text('AB'), finished('STOP')],
      ],
      'with the finish reason beside the last text': [
        data({ candidates: [{ content: { parts: [{ text: 'B' }] }, finish_reason: 'STOP' }] }),
        [text('B'), finished('STOP')],
      ],
      'with the finish reason of candidate 0, wherever it is': [
        data({
          candidates: [
            { index: 1, content: { parts: [{ text: 'B' }] }, finishReason: 'SAFETY' },
            { index: 0, content: { parts: [{ text: 'C' }] }, finishReason: 'STOP' },
          ],
        }) + data({ candidates: [{ index: 1, content: { parts: [{ text: 'D' }] } }] }),
        [text('C'), finished('STOP')],
      ],
      'without a finish reason, for a prompt that was blocked but got a response': [
        data(piece([{ text: 'B' }], {}, { promptFeedback: { blockReason: 'SAFETY' } })) +
          data(piece([{ text: '' }, { text: 'C' }], {}, { promptFeedback: { blockReason: 'SAFETY' } })),
        [text('BC'), interrupted({ status: 200 })],
      ],
      'with an error beside the last text': [
        data(piece([{ text: 'B' }], {}, { error: { message: 'boom', code: 'x' } })),
        [text('B'), interrupted({ status: 200, relayMessage: 'boom', code: 'x' })],
      ],
      'with call fragments that came after the finish reason': [
        data(finishPiece('STOP')) +
          data(piece([{ functionCall: { name: 'f', args: {} } }])) +
          data(piece([{ functionCall: { name: '', args: { arguments: '{"a":1}' } } }])),
        [called('made', 'f', { a: 1 }), finished('STOP', 'toolCalls')],
      ],
      'without a call that an error as the finish reason truncated': [
        data(piece([{ functionCall: { name: 'f', args: { arguments: '{"a":' } } }])) +
          data(finishPiece('error')),
        [interrupted({ status: 200, code: 'error' })],
      ],
      'with a refusal, if the prompt is blocked': [
        data({ promptFeedback: { blockReason: 'OTHER' } }),
        [finished('OTHER', 'refusal')],
      ],
      'with the usage of the last chunk before an error': [
        data(
          piece([{ text: 'B' }], {}, { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 9 } }),
        ) + data({ error: { message: 'boom' } }),
        [text('B'), usageAt(9), interrupted({ status: 200, relayMessage: 'boom' })],
      ],
    };
    for (const [reason, cause] of Object.entries(causes))
      answers[`with ${reason}`] = [data(finishPiece(reason)), [finished(reason, cause)]];
    for (const reason of ['FINISH_REASON_UNSPECIFIED', ' ', 7]) {
      const body = data(piece([], { finishReason: reason }));
      answers[`without a finish reason, for ${JSON.stringify(reason)}`] = [
        body,
        [interrupted({ status: 200 })],
      ];
    }
    for (const [name, [body, end]] of Object.entries(answers)) {
      it(name, async () => {
        const heard = await answerTo(question, (one) => reply(one, 200, data(textPiece('A')) + body));
        const [first] = end;
        const expected =
          first?.['type'] === 'text'
            ? [...opening, { ...first, text: `A${first['text']}` }, ...end.slice(1)]
            : [...begun, ...end];
        deepStrictEqual(heard, expected);
      });
    }

    it('with the usage so far, when the connection is lost', async () => {
      const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 9 };
      const body = data(textPiece('A')) + data(piece([{ text: 'B' }], {}, { usageMetadata }));
      deepStrictEqual(await answerTo(question, (one) => replyInPieces(one, [body], {}, 'cut')), [
        ...opening,
        text('AB'),
        usageAt(9),
        interrupted({ systemCode: 'UND_ERR_SOCKET' }),
      ]);
    });

    it('with an error in the middle of one array', async () => {
      const body = JSON.stringify([textPiece('A'), { error: { message: 'boom', status: 'INTERNAL' } }]);
      deepStrictEqual(await answerTo(question, (one) => reply(one, 200, body)), [
        ...begun,
        interrupted({ status: 200, relayMessage: 'boom', code: 'INTERNAL' }),
      ]);
    });
  });

  describe('throw if the reply has no response:', () => {
    testFailures(question, [
      [
        'an error in an array',
        '[{"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}]',
        'rateLimit',
        { relayMessage: 'slow', code: 'RESOURCE_EXHAUSTED' },
      ],
      ['other JSON', '{"choices":[]}'],
      ['only usage', data({ usageMetadata: { promptTokenCount: 7 } })],
      ['arrays in arrays', data([[[textPiece('A')]]])],
    ]);
  });
});
