import { ok } from 'node:assert/strict';
import { chunksOf } from '../../../../../src/readAloud/narration/markdown/chunks.ts';
import { narrationFor } from '../../../../../src/readAloud/narration/narration.ts';
import { checkCost, checkGrowth, repeat } from '../narratedBlocks.ts';

/** Lines whose parsing time grows faster than their number. */
const costly: Readonly<Record<string, string>> = {
  'headings that are underlined': 'a\n===\n',
  'such headings in a quote': '> a\n> ===\n',
  'such headings in items': '- a\n  ===\n',
  underlines: '===\n',
  'empty quotes': '>\n\n',
  'empty items': '-\n',
  bars: 'a|b\n',
};
/** Lines that parse in linear time, but form long chunks. */
const plain: Readonly<Record<string, string>> = {
  'headings that are underlined otherwise': 'a\n---\n',
  'quotes that begin with a fence': '> ```\n\n',
  tables: '|a|\n|-|\n\n',
  'short lines': 'a\n',
  'blank lines': '\n',
  'items of items': '- a\n  - b\n',
  'words like tags': '<<A\n',
  links: '[a](b\n',
  'wiki links': '[[a\n',
};

const longest = { lines: 1700, length: 105_000 };

describe('the time for Markdown', () => {
  for (const [name, unit] of Object.entries({ ...costly, ...plain })) {
    it(`is split into chunks of limited size: ${name}`, () => {
      // The text repeats, and so do its chunks.
      const text = repeat(unit, 120_000);
      const [first, second, third] = chunksOf(text);
      for (const { start, end } of [first, second, third].filter((chunk) => chunk !== undefined)) {
        const lines = text.slice(start, end).split('\n').length;
        ok(end - start <= longest.length && lines <= longest.lines, `${end - start} long`);
      }
    });
  }

  const alike: readonly (readonly [name: string, text: string, like: string])[] = [
    ['endless host names than for words', repeat('_www.', 20_000), repeat('_wxw.', 20_000)],
    ['table rows like rules than for others', '-|-\n'.repeat(10_000), `a|b\n-|-\n${'1|2\n'.repeat(10_000)}`],
    [
      'responses with reasoning in between than for the responses',
      '<think>\na\n</think>\nb\n'.repeat(4_000),
      'b\n\n'.repeat(4_000),
    ],
  ];
  for (const [name, text, like] of alike) {
    it(`is not much longer for ${name}`, () => {
      checkCost(narrationFor('markdown'), { text, like }, { codeBlocks: 'skip' });
    });
  }

  for (const [name, unit] of Object.entries(costly)) {
    it(`is linear: ${name}`, () => {
      checkGrowth(narrationFor('markdown'), (length) => repeat(unit, length), { codeBlocks: 'skip' });
    });
  }
});
