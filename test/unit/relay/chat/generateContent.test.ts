import { deepStrictEqual } from 'node:assert/strict';
import { reply } from '../misbehavingServer.ts';
import { answerTo, data, finished, type Heard, testVariants, text, thinking, used } from './askChat.ts';
import { finishPiece, opening, piece, question, textPiece } from './generateContentPieces.ts';

const thoughtPiece = piece([{ text: 'Hm 🤔', thought: true }]);
const lastUsage = {
  promptTokenCount: 7,
  candidatesTokenCount: 3,
  thoughtsTokenCount: 2,
  cachedContentTokenCount: 4,
  totalTokenCount: 12,
};
const call = { name: 'look', args: { at: { some_place: ['é'] } } };
const wholePieces = [
  thoughtPiece,
  textPiece('Hé'),
  textPiece('llo 😀'),
  piece([{ functionCall: call, thoughtSignature: 's1' }]),
  finishPiece('STOP', lastUsage),
];
const wholeStream = wholePieces.map(data).join('');

const wholeAnswer: readonly Heard[] = [
  ...opening,
  thinking('Hm 🤔'),
  text('Héllo 😀'),
  { type: 'toolCall', id: 'made', name: 'look', input: call.args, signature: 's1' },
  used({ inputTokens: 7, outputTokens: 5, cachedInputTokens: 4 }),
  finished('STOP', 'toolCalls'),
];

describe('Generate-content protocol', () => {
  describe('variants of one response', () => {
    const variants = {
      'with snake_case': snakeCase(wholeStream),
      'with event names': wholeStream.replaceAll(/^data/gm, 'event: message\ndata'),
      'with JSON that is not a response': `data: 7\n\ndata: null\n\ndata: []\n\ndata: {}\n\n${wholeStream}`,
      'with each chunk in an array': wholePieces.map((one) => data([one])).join(''),
      'as one array of lines': `[${wholePieces.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
      'with fields of the wrong types': wholeStream
        .replaceAll('"role":"model"', '"role":7,"promptFeedback":"a"')
        .replaceAll('"index":0', '"index":null,"safetyRatings":{},"finishReason":"","avgLogprobs":"x"')
        .replace('"finishReason":"","avgLogprobs":"x","finishReason"', '"finishReason"'),
      'with empty fields and other candidates':
        data({ candidates: null, promptFeedback: null }) +
        wholeStream
          .replaceAll('"index":0', '"index":0,"finishReason":null')
          .replaceAll('"finishReason":null,"finishReason"', '"finishReason"')
          .replaceAll(
            '}],"usage',
            '},{"index":1,"content":{"parts":[{"text":"B"}]},"finishReason":"SAFETY"}],"usage',
          ) +
        data({ candidates: [] }),
    };
    testVariants(question, variants, wholeAnswer);

    it('reads one without streaming, with all of the usage at its beginning', async () => {
      const parts = [
        { text: 'Hm 🤔', thought: true },
        { text: 'Héllo 😀' },
        { functionCall: call, thoughtSignature: 's1' },
      ];
      const json = piece(parts, { finishReason: 'STOP' }, { usageMetadata: lastUsage });
      const [start, , thinking, text, toolCall, usage, finish] = wholeAnswer;
      deepStrictEqual(await answerTo(question, (one) => reply(one, 200, JSON.stringify(json))), [
        start,
        usage,
        thinking,
        text,
        toolCall,
        finish,
      ]);
    });
  });
});

/** Only field names, and not those inside arguments. */
function snakeCase(stream: string): string {
  return stream.replaceAll(/"([a-z]+)([A-Z][A-Za-z]*)":/g, (_, first: string, rest: string) => {
    return `"${first}${rest.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}":`;
  });
}
