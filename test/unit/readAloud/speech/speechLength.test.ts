import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  halveText,
  isTooLong,
  longestSpeechSeconds,
  shortestSpeechSeconds,
} from '../../../../src/readAloud/speech/speechLength.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { createRandom } from '../../../randomNumbers.ts';
import { randomText } from '../narration/text/randomText.ts';

/** Splits a text until each part is within the limit or can't be split. */
function partAll(text: string, limitBytes: number): readonly string[] {
  const halves = Buffer.byteLength(text) > limitBytes ? halveText(text) : undefined;
  return halves ? halves.flatMap((half) => partAll(half, limitBytes)) : [text];
}

describe('a text that is too long', () => {
  const cases: readonly (readonly [text: string, halves: readonly [string, string] | undefined])[] = [
    [
      'The first sentence is here. The second one is here too. And a third one.',
      ['The first sentence is here. ', 'The second one is here too. And a third one.'],
    ],
    [
      'Only one sentence, with a clause in it; and with another clause, at its end.',
      ['Only one sentence, with a clause in it; ', 'and with another clause, at its end.'],
    ],
    [
      'No mark at all in these few words of a long line',
      ['No mark at all in these ', 'few words of a long line'],
    ],
    [
      'All of the other people met Dr. Smith at the station',
      ['All of the other people ', 'met Dr. Smith at the station'],
    ],
    ['第一句话在这里。第二句话也在这里。第三句。', ['第一句话在这里。', '第二句话也在这里。第三句。']],
    ['今天天气很好，我们一起去公园散步，然后回家', ['今天天气很好，', '我们一起去公园散步，然后回家']],
    ['“真的吗？”他问道。“当然是真的。”她回答说。', ['“真的吗？”他问道。', '“当然是真的。”她回答说。']],
    [
      'Aaaaaaaaaaaaaaaaaaaaaaaa. Bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
      ['Aaaaaaaaaaaaaaaaaaaaaaaa. ', 'Bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'],
    ],
    ['x'.repeat(60), ['x'.repeat(30), 'x'.repeat(30)]],
    ['Just a few words here, no more than that', undefined],
    ['今天天气很好，我们', undefined],
  ];
  for (const [text, halves] of cases) {
    it(`is split, or not: ${text}`, () => deepStrictEqual(halveText(text), halves));
  }

  it('is the same when its parts are joined, in any script', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const text = randomText(createRandom(seed), 120);
      for (const limit of [50, 200, 1000]) {
        const pieces = partAll(text, limit);
        deepStrictEqual(pieces.join(''), text);
        for (const piece of pieces) {
          ok(piece.isWellFormed(), `${seed}: a character is broken`);
          ok(
            pieces.length === 1 || /[\p{L}\p{N}]/u.test(piece),
            `${seed}: nothing to say in ${JSON.stringify(piece)}`,
          );
          ok(Buffer.byteLength(piece) <= limit || halveText(piece) === undefined);
        }
      }
    }
  });

  it('is not split within a grapheme', () => {
    const family = '👩‍👩‍👧‍👦';
    const pieces = partAll(`a${family.repeat(20)}b`, 50);
    deepStrictEqual(
      pieces.every((piece) => piece.replaceAll(family, '').replace(/[ab]/, '') === ''),
      true,
    );
  });
});

describe('a refusal', () => {
  const refused = (kind: RelayErrorKind, relayMessage?: string) =>
    new RelayError(kind, relayMessage === undefined ? {} : { relayMessage, status: 400 });
  const aboutLength = [
    refused('requestTooLarge'),
    refused('invalidRequest', 'input: text too long, 1100 bytes of at most 1024'),
    refused('invalidRequest', 'input: String should have at most 4096 characters'),
    refused('invalidRequest', "Invalid 'input': string too long. Expected a string with maximum length 4096"),
    refused(
      'invalidRequest',
      'The input token count (9000) exceeds the maximum number of tokens allowed (8192).',
    ),
    refused('invalidRequest', '[{"type":"string_too_long","loc":["body","input"]}]'),
    refused('invalidRequest', 'exceeds the maximum text length'),
    refused('invalidRequest', '文本过长，最多 1024 字节'),
    refused('server', 'upstream: 输入文本长度超过限制'),
  ];
  const aboutOthers = [
    refused('invalidRequest'),
    new RelayError('invalidRequest', { field: 'input' }),
    refused('invalidRequest', 'input is required'),
    refused('invalidRequest', 'speed: must be at most 3, input 4'),
    refused('invalidRequest', 'voice: not available for this model'),
    refused('invalidRequest', 'pitch exceeds the limit of the input range'),
    refused('invalidRequest', 'invalid characters in the input'),
    refused('rateLimit', 'too many characters: limit reached'),
    refused('server', 'text characters quota exceeded'),
    refused('insufficientBalance', '字符额度超过上限'),
    refused('interrupted', 'input too long'),
    new Error('input: text too long'),
    undefined,
  ];

  it('is recognized as about the length only if it says so', () => {
    deepStrictEqual(
      [aboutLength.map(isTooLong), aboutOthers.map(isTooLong)],
      [aboutLength.map(() => true), aboutOthers.map(() => false)],
    );
  });
});

describe('the longest speech of a text', () => {
  it('is a minute plus a second per character, and more at a slow speaking rate', () => {
    deepStrictEqual(
      [
        longestSpeechSeconds(''),
        ...[0.5, 1, 2].map((speed) => longestSpeechSeconds('今天🎉', speed)),
        longestSpeechSeconds('a'.repeat(1000)),
      ],
      [60, 126, 63, 63, 1060],
    );
  });
});

describe('the shortest speech of a text', () => {
  it('is far below what any voice needs, and above what remains of interrupted speech', () => {
    // The durations are those of a real, fast voice.
    const spoken: readonly (readonly [text: string, seconds: number])[] = [
      ['Yes.', 0.3],
      ['12', 0.4],
      [
        'The quick brown fox jumps over the lazy dog, and then it sleeps in the sun for the rest of the day.',
        4.5,
      ],
      ['今天天气很好，我们一起去公园散步，然后回家吃饭，晚上再看一场电影，最后早点睡觉。', 5],
      ['2026 年 11 月 22 日，3.1415926 和 1,234,567 都是数字，它们读起来很长，也很慢。', 9],
      ['🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉 — *** --- ***', 0.1],
      ['https://example.com/a/rather/long/path/that/is/shortened', 1.5],
    ];
    deepStrictEqual(
      spoken.map(([text, seconds]) => shortestSpeechSeconds(text) < seconds),
      spoken.map(() => true),
    );
    const [, , english = ['', 0], chinese = ['', 0]] = spoken;
    deepStrictEqual(
      [english, chinese].map(([text, seconds]) => shortestSpeechSeconds(text) > seconds / 8),
      [true, true],
    );
    deepStrictEqual(
      [0.5, 1, 2].map((speed) => shortestSpeechSeconds('a'.repeat(330), speed)),
      [4, 4, 2],
    );
  });
});
