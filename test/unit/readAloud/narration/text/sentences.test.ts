import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  blocksFrom,
  paragraphAt,
  sentencesFrom,
} from '../../../../../src/readAloud/narration/text/sentences.ts';
import { createRandom } from '../../../../randomNumbers.ts';
import { randomText } from './randomText.ts';

function cut(text: string, start?: number, end?: number): string[] {
  return Array.from(sentencesFrom(text, start, end), (range) => text.slice(range.start, range.end));
}

const cases: Record<string, readonly [text: string, sentences: readonly string[]]> = {
  'English sentences': [
    'The first one is here. Is this the second? Yes, it is! And this is the last one',
    ['The first one is here.', 'Is this the second?', 'Yes, it is!', 'And this is the last one'],
  ],
  'Chinese sentences': [
    '今天的天气真的非常好。一起去公园散步好吗？',
    ['今天的天气真的非常好。', '一起去公园散步好吗？'],
  ],
  'titles and other abbreviations': [
    'Dr. Smith met Mr. Jones vs. Mrs. Brown in St. Louis. They talked, e.g. About cats, i.e. About life.',
    [
      'Dr. Smith met Mr. Jones vs. Mrs. Brown in St. Louis.',
      'They talked, e.g. About cats, i.e. About life.',
    ],
  ],
  'etc. continues before a small letter and ends before a capital': [
    'Take apples, pears, etc. and go. Take apples, pears, etc. Then go home.',
    ['Take apples, pears, etc. and go.', 'Take apples, pears, etc.', 'Then go home.'],
  ],
  'German abbreviations, with and without a space': [
    'Das gilt z. B. Hier und z.B. Dort. Das ist d.h. Fertig bzw. Ende.',
    ['Das gilt z. B. Hier und z.B. Dort.', 'Das ist d.h. Fertig bzw. Ende.'],
  ],
  'initials, but not "I."': [
    'It was J. R. R. Tolkien and the U.S. Army. So it was you and I. Nobody else came.',
    ['It was J. R. R. Tolkien and the U.S. Army.', 'So it was you and I.', 'Nobody else came.'],
  ],
  'numbers after abbreviations': [
    'See No. 5 and Fig. 12 on p. 9. He said no. Nobody answered. It ended on Oct. 3 at 5 p.m. The end.',
    [
      'See No. 5 and Fig. 12 on p. 9.',
      'He said no.',
      'Nobody answered.',
      'It ended on Oct. 3 at 5 p.m.',
      'The end.',
    ],
  ],
  'code, versions and prices': [
    'Call `foo.bar()` of v1.2.3 for $3.14. Look at e.g. index.html too.',
    ['Call `foo.bar()` of v1.2.3 for $3.14.', 'Look at e.g. index.html too.'],
  ],
  'opening Chinese quotes and brackets begin the next sentence': [
    '他轻轻地问我你好吗？“我很好，谢谢你的关心。”「这是真的吗，朋友？」『当然是真的，朋友。』',
    ['他轻轻地问我你好吗？', '“我很好，谢谢你的关心。”', '「这是真的吗，朋友？」', '『当然是真的，朋友。』'],
  ],
  'German closing quotes stay': [
    '„Das ist gut so.“ Er ging nach Hause. „Bis morgen dann.“',
    ['„Das ist gut so.“', 'Er ging nach Hause.', '„Bis morgen dann.“'],
  ],
  'short sentences join a neighbor': [
    'Hi. How are you? Yes. 好。不。',
    ['Hi. How are you?', 'Yes. 好。不。'],
  ],
  'wrapped lines': [
    'This sentence is wrapped\nover three lines\r\nof text. This one\nis over two.',
    ['This sentence is wrapped\nover three lines\r\nof text.', 'This one\nis over two.'],
  ],
  'the number of an item stays': ['1. Open the file. Read it well.', ['1. Open the file.', 'Read it well.']],
  'Japanese, Korean, Russian and Arabic': [
    '今日はとても良い天気です。 오늘은 날씨가 정말 좋아요. Сегодня хорошая погода. هل نخرج معا؟',
    ['今日はとても良い天気です。', '오늘은 날씨가 정말 좋아요.', 'Сегодня хорошая погода.', 'هل نخرج معا؟'],
  ],
  'a paragraph is not one endless sentence, whatever abbreviations it has': [
    'Dr. '.repeat(1000).trim(),
    ['Dr. '.repeat(501).trim(), 'Dr. '.repeat(499).trim()],
  ],
};

describe('sentences', () => {
  for (const [name, [text, sentences]] of Object.entries(cases)) {
    it(name, () => deepStrictEqual(cut(text), sentences));
  }

  it('of a part of the text only', () => {
    const text = 'Before it. Here it begins. Here it goes on. And more.';
    deepStrictEqual(cut(text, 11, 43), ['Here it begins.', 'Here it goes on.']);
  });

  it('longer than a window of the segmenter stay whole if a later window ends them', () => {
    const first = `First ${'word '.repeat(340)}end.`;
    const second = `Second ${'word '.repeat(340)}end.`;
    deepStrictEqual(cut(`${first} ${second} Then comes that.`), [first, second, 'Then comes that.']);
  });

  it('are in order, do not overlap, have no white space around them, and contain all other text', () => {
    const random = createRandom(1);
    for (let round = 0; round < 400; round += 1) {
      const text = randomText(random, 60);
      const ranges = Array.from(sentencesFrom(text));
      const between = ranges.map(({ start }, at) => text.slice(ranges[at - 1]?.end ?? 0, start));
      const rest = [...between, text.slice(ranges.at(-1)?.end ?? 0)].join('');
      const outOfOrder = ranges.filter(
        ({ start, end }, at) => start >= end || start < (ranges[at - 1]?.end ?? 0),
      );
      const padded = ranges.filter(
        ({ start, end }) => text.slice(start, end) !== text.slice(start, end).trim(),
      );
      deepStrictEqual(
        { rest: rest.trim(), outOfOrder, padded },
        { rest: '', outOfOrder: [], padded: [] },
        JSON.stringify(text),
      );
    }
  });

  it('are found lazily, no further than requested', () => {
    let furthest = 0;
    const text = 'One sentence is here. Another one is there. '.repeat(20_000);
    for (const { end } of sentencesFrom(text)) {
      furthest = end;
      break;
    }
    deepStrictEqual(furthest, 21);
    // Also in a line of a megabyte, only the first window may be segmented: all of it would take a minute.
    const [first] = sentencesFrom('This goes on and on. '.repeat(50_000));
    ok(first && first.end === 20);
  });
});

const blockCases: Record<string, readonly [text: string, blocks: readonly string[]]> = {
  'a short heading stands alone': ['# Intro\nIt begins here.', ['# Intro', 'It begins here.']],
  'a wrapped line may begin like a list': [
    'It happened in the year\n2019. Nobody knew why - not even\n14. of the guests.',
    ['It happened in the year\n2019. Nobody knew why - not even\n14. of the guests.'],
  ],
  'blank lines end paragraphs': ['no full stop here\n\n  \nnor here', ['no full stop here', 'nor here']],
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

describe('blocks of plain text', () => {
  for (const [name, [text, blocks]] of Object.entries(blockCases)) {
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

describe('reading starts', () => {
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

  it('at the last paragraph when the cursor is after it', () =>
    deepStrictEqual(paragraphAt(text, text.length), 64));
  it('at the start of an empty text', () => deepStrictEqual(paragraphAt('', 0), 0));
});
