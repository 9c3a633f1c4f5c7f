import { deepStrictEqual } from 'node:assert/strict';
import {
  longestSpeechSeconds,
  shortestSpeechSeconds,
} from '../../../../src/readAloud/speech/speechLength.ts';

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
