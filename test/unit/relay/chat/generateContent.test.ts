import { deepStrictEqual } from 'node:assert/strict';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { reply, replyInPieces, startServer } from '../misbehavingServer.ts';
import { apiKey, cutAnywhere, type Heard } from './askChat.ts';
import { answerTo, data, finishPiece, opening, piece, question, textPiece } from './generateContentPieces.ts';

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
  { type: 'thinking', text: 'Hm 🤔' },
  { type: 'text', text: 'Héllo 😀' },
  { type: 'toolCall', id: 'made', name: 'look', input: call.args, signature: 's1' },
  {
    type: 'usage',
    usage: { inputTokens: 7, outputTokens: 5, cachedInputTokens: 4, thinkingTokens: 2 },
  },
  { type: 'finish', verdict: 'complete', cause: 'toolCalls', reason: 'STOP' },
];

describe('Generate-content protocol', () => {
  describe('reads the same response', () => {
    const bytes = Buffer.from(wholeStream);
    const variants: readonly (readonly [name: string, pieces: Iterable<string | Uint8Array>])[] = [
      ['at once', [wholeStream]],
      ['one byte at a time', Array.from(bytes, (byte) => Uint8Array.of(byte))],
      ...[1, 2, 3, 4].map((seed) => [`in random pieces, ${seed}`, cutAnywhere(bytes, seed)] as const),
      ...[5, 6].map(
        (seed) =>
          [
            `with CRLF, in random pieces, ${seed}`,
            cutAnywhere(Buffer.from(wholeStream.replaceAll('\n', '\r\n')), seed),
          ] as const,
      ),
      ['with snake_case', [snakeCase(wholeStream)]],
      ['with event names', [wholeStream.replaceAll(/^data/gm, 'event: message\ndata')]],
      ['with JSON that is no answer', [`data: 7\n\ndata: null\n\ndata: []\n\ndata: {}\n\n${wholeStream}`]],
      ['with each piece in an array', [wholePieces.map((one) => data([one])).join('')]],
      ['as one array', [JSON.stringify(wholePieces)]],
      ['as one array of lines', [`[${wholePieces.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`]],
      [
        'with fields of the wrong types',
        [
          wholeStream
            .replaceAll('"role":"model"', '"role":7,"promptFeedback":"a"')
            .replaceAll('"index":0', '"index":null,"safetyRatings":{},"finishReason":"","avgLogprobs":"x"')
            .replace('"finishReason":"","avgLogprobs":"x","finishReason"', '"finishReason"'),
        ],
      ],
      [
        'with empty fields and other candidates',
        [
          data({ candidates: null, promptFeedback: null }) +
            wholeStream
              .replaceAll('"index":0', '"index":0,"finishReason":null')
              .replaceAll('"finishReason":null,"finishReason"', '"finishReason"')
              .replaceAll(
                '}],"usage',
                '},{"index":1,"content":{"parts":[{"text":"B"}]},"finishReason":"SAFETY"}],"usage',
              ) +
            data({ candidates: [] }),
        ],
      ],
    ];
    for (const [name, pieces] of variants) {
      it(name, async () => {
        deepStrictEqual(await answerTo(question, (one) => replyInPieces(one, pieces)), wholeAnswer);
      });
    }

    it('whole, with all of the usage at its beginning', async () => {
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

  it('keeps what came before a cut anywhere, and calls nothing complete that has no finish mark', async () => {
    const bytes = Buffer.from(wholeStream);
    const firstPieceEnd = Buffer.byteLength(data(thoughtPiece).trimEnd());
    const endOfMark = bytes.length - '\n\n'.length;
    let length = 0;
    const whole = summarize(wholeAnswer);
    await using server = await startServer((one) =>
      replyInPieces(one, [bytes.subarray(0, length)], {}, 'cut'),
    );
    const client = createRelayClient({ baseUrl: server.origin, apiKey });
    for (; length <= bytes.length; length += 1) {
      const heard: Heard[] = [];
      let isThrown = false;
      try {
        for await (const event of client.streamChat(question)) heard.push(event);
      } catch {
        isThrown = true;
      }
      const { told, verdict } = summarize(heard);
      const isComplete = length >= endOfMark;
      deepStrictEqual(
        [whole.told.startsWith(told), isThrown ? undefined : verdict, isThrown],
        [true, isThrown ? undefined : isComplete ? 'complete' : 'interrupted', length < firstPieceEnd],
        `after ${length} bytes: ${told}`,
      );
      if (isComplete) deepStrictEqual(told, whole.told);
    }
    await client.close();
  }).timeout(60_000);
});

/** Names alone, and not those inside of arguments. */
function snakeCase(stream: string): string {
  return stream.replaceAll(/"([a-z]+)([A-Z][A-Za-z]*)":/g, (_, first: string, rest: string) => {
    return `"${first}${rest.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}":`;
  });
}

/** Thinking, text and calls; and how it ended. */
function summarize(heard: readonly Heard[]): { readonly told: string; readonly verdict: unknown } {
  const told = heard
    .map(({ type, text, name }) => ({ thinking: text, text, toolCall: `|${name}` })[String(type)] ?? '')
    .join('');
  return { told, verdict: heard.at(-1)?.['verdict'] };
}
