import { deepStrictEqual } from 'node:assert/strict';
import {
  createSpokenText,
  locateBetween,
  locateSource,
  type SpokenText,
} from '../../../../../src/readAloud/narration/text/spokenText.ts';
import { createRandom } from '../../../../randomNumbers.ts';
import { randomText } from './randomText.ts';

function copy(source: string): SpokenText {
  const spoken = createSpokenText(source);
  spoken.copy({ start: 0, end: source.length });
  return spoken.build();
}

describe('a spoken text', () => {
  for (const [name, source, said] of [
    ['has single spaces', '  a\tb \u00a0 c\r\n d\u0007e\n', 'a b c d e'],
    [
      'joins wrapped Chinese lines',
      '今天的天气\n真的很好，\r\n我们去 Paris\n玩。',
      '今天的天气真的很好，我们去 Paris 玩。',
    ],
    ['leaves out silent characters', 'so\u00adft zero\u200bwidth half\ud83d end', 'soft zerowidth half end'],
    ['keeps the joiners within an emoji', 'A family 👨‍👩‍👧‍👦 is here.', 'A family 👨‍👩‍👧‍👦 is here.'],
  ] as const) {
    it(name, () => deepStrictEqual(copy(source).text, said));
  }

  it('consists of source text, replacements for it, and inserted words', () => {
    const source = 'if a != b';
    const spoken = createSpokenText(source);
    spoken.insert(' code: ');
    spoken.copy({ start: 0, end: 5 });
    spoken.say('not equal to', { start: 5, end: 7 });
    spoken.copy({ start: 7, end: 9 });
    spoken.insert('. ');
    deepStrictEqual(spoken.build(), {
      text: 'code: if a not equal to b.',
      spans: [
        { spokenStart: 6, spokenEnd: 8, source: { start: 0, end: 2 }, isVerbatim: true },
        { spokenStart: 9, spokenEnd: 10, source: { start: 3, end: 4 }, isVerbatim: true },
        { spokenStart: 11, spokenEnd: 23, source: { start: 5, end: 7 }, isVerbatim: false },
        { spokenStart: 24, spokenEnd: 25, source: { start: 8, end: 9 }, isVerbatim: true },
      ],
    });
  });

  it('has no span beyond its end', () => {
    const spoken = createSpokenText('x');
    spoken.say('letter x ', { start: 0, end: 1 });
    deepStrictEqual(spoken.build(), {
      text: 'letter x',
      spans: [{ spokenStart: 0, spokenEnd: 8, source: { start: 0, end: 1 }, isVerbatim: false }],
    });
  });

  it('maps every character back to its source', () => {
    const random = createRandom(3);
    for (let round = 0; round < 300; round += 1) {
      const source = randomText(random, 30);
      const spoken = copy(source);
      const wrong = Array.from(spoken.text, (sign) => sign).reduce<{ at: number; found: string[] }>(
        ({ at, found }, sign) => {
          const range = locateSource(spoken, { start: at, end: at + sign.length });
          const there = range ? source.slice(range.start, range.end) : ' ';
          return { at: at + sign.length, found: there === sign ? found : [...found, sign] };
        },
        { at: 0, found: [] },
      );
      deepStrictEqual(wrong.found, [], JSON.stringify(source));
    }
  });
});

describe('the source of a part of a spoken text', () => {
  const source = 'see [the site](https://example.org), a <= b';
  const spoken = createSpokenText(source);
  spoken.insert('quote: ');
  spoken.copy({ start: 0, end: 4 });
  spoken.insert(' ');
  spoken.copy({ start: 5, end: 13 });
  spoken.insert(', link, ');
  spoken.copy({ start: 35, end: 39 });
  spoken.say('at most', { start: 39, end: 41 });
  spoken.copy({ start: 41, end: 43 });
  spoken.insert('. End.');
  const built = spoken.build();
  const inSource = (part: string, locate: typeof locateSource) => {
    const start = built.text.indexOf(part);
    const range = locate(built, { start, end: start + part.length });
    return range && source.slice(range.start, range.end);
  };

  for (const [part, found] of [
    ['see', 'see'],
    ['e the si', 'e [the si'],
    ['quote: see', 'see'],
    ['at', '<='],
    ['a at most b', 'a <= b'],
    ['site, link', 'site'],
    ['End', undefined],
    ['quote', undefined],
    [', link', undefined],
  ] as const) {
    it(`${part}: ${found}`, () => deepStrictEqual(inSource(part, locateSource), found));
  }

  it('of inserted words is the range between their neighbors', () =>
    deepStrictEqual(
      ['quote', 'link', 'End'].map((part) => inSource(part, locateBetween)),
      ['', '](https://example.org)', ''],
    ));

  it('is absent if all words are inserted', () => {
    const ours = createSpokenText('');
    ours.insert('code block');
    const built = ours.build();
    deepStrictEqual(
      [locateSource(built, { start: 0, end: 4 }), locateBetween(built, { start: 0, end: 4 })],
      [undefined, undefined],
    );
  });
});
