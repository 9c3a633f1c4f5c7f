import { deepStrictEqual } from 'node:assert/strict';
import { blocksFrom, paragraphAt } from '../../../../../src/readAloud/narration/text/sentences.ts';

const cases: Record<string, readonly [text: string, blocks: readonly string[]]> = {
  'a short heading does not join the text below it': [
    '# Intro\nIt begins here.',
    ['# Intro', 'It begins here.'],
  ],
  'a wrapped line that begins like a list': [
    'It happened in the year\n2019. Nobody knew why - not even\n14. of the guests.',
    ['It happened in the year\n2019. Nobody knew why - not even\n14. of the guests.'],
  ],
  'blank lines end paragraphs': [
    'no full stop here\n\n  \nnor is one here',
    ['no full stop here', 'nor is one here'],
  ],
  'bullets and their wrapped lines': [
    'Things to buy\n- apples and pears\n* bread that is\n  fresh\n• milk',
    ['Things to buy', '- apples and pears', '* bread that is\n  fresh', '• milk'],
  ],
  'numbered lists': [
    'Do this\n1. Open the file. Read it well.\n2) Close it\n\n一、准备工作\n二、开始',
    ['Do this', '1. Open the file. Read it well.', '2) Close it', '一、准备工作', '二、开始'],
  ],
  'headings, rules and tables stand alone': [
    'Some text\n## A heading\nmore text\n---\n| a | b |\n| c | d |\nthe end',
    ['Some text', '## A heading', 'more text', '---', '| a | b |', '| c | d |', 'the end'],
  ],
};

describe('blocks of a plain text', () => {
  for (const [name, [text, blocks]] of Object.entries(cases)) {
    it(name, () =>
      deepStrictEqual(
        Array.from(blocksFrom(text), ({ start, end }) => text.slice(start, end)),
        blocks,
      ),
    );
  }

  it('of a part of the text only', () =>
    deepStrictEqual(Array.from(blocksFrom('one\n\ntwo\n\nthree', 5, 12)), [
      { start: 5, end: 8 },
      { start: 10, end: 12 },
    ]));
});

describe('where reading starts', () => {
  const text = 'First line\nof a paragraph.\n\n  Second one.\n\n# Heading\n- item one\n- item two\n\n';
  for (const [cursor, start] of [
    ['First', 0],
    ['a paragraph', 0],
    ['\n\n  Second', 0],
    ['\n  Second', 30],
    ['Second', 30],
    ['Heading', 43],
    ['item one', 53],
    ['two', 64],
  ] as const) {
    it(`with the cursor at ${JSON.stringify(cursor)}`, () => {
      deepStrictEqual(paragraphAt(text, text.indexOf(cursor)), start);
    });
  }

  it('at the last paragraph when the cursor is behind it', () =>
    deepStrictEqual(paragraphAt(text, text.length), 64));
  it('at the start of an empty text', () => deepStrictEqual(paragraphAt('', 0), 0));
});
