import { deepStrictEqual } from 'node:assert/strict';
import type { NarratedBlock } from '../../../../../src/readAloud/narration/block.ts';
import { type Granularity, planUtterances } from '../../../../../src/readAloud/narration/plan/plan.ts';
import { createSpokenText } from '../../../../../src/readAloud/narration/text/spokenText.ts';
import { createRandom } from '../../../../randomNumbers.ts';
import { randomText } from '../text/randomText.ts';
import { blockOf, blocksOf, signsOf, sized, takeAll } from './planParts.ts';

function said(text: string, granularity: Granularity = 'sentence'): string[] {
  return takeAll(planUtterances(blocksOf(text), granularity)).map(({ text }) => text);
}

const clauses = (count: number) =>
  Array.from({ length: count }, (_, at) => `clause number ${at + 1} of this text`).join(', ');

describe('the plan of a reading', () => {
  it('gives each utterance all its data', () => {
    deepStrictEqual(
      takeAll(
        planUtterances(blocksOf('  Hello there,\n\tworld. 🎉\n\n***\n\n第二段\r\n在这里。'), 'sentence'),
      ),
      [
        {
          index: 0,
          start: 2,
          end: 25,
          text: 'Hello there, world. 🎉',
          bytes: 24,
          paragraph: 0,
          kind: 'paragraph',
          language: 'en',
        },
        {
          index: 1,
          start: 32,
          end: 41,
          text: '第二段在这里。',
          bytes: 21,
          paragraph: 1,
          kind: 'paragraph',
          language: 'zh',
        },
      ],
    );
  });

  for (const text of ['***', '🎉 👨‍👩‍👧‍👦', '→ ← ↑', '…?!', '', ' \n ', '---\n\n===']) {
    it(`says nothing for ${JSON.stringify(text)}`, () => deepStrictEqual(said(text), []));
  }

  it('starts a chapter with each heading, which is not joined with other text', () => {
    const source = '# One?\n\nShort.\n\n# Of two. Sentences here\n\nEnd.';
    const heading = (start: number, end: number, depth?: number): NarratedBlock => {
      const spoken = createSpokenText(source);
      spoken.copy({ start, end });
      spoken.insert('.');
      return { ...spoken.build(), kind: 'heading', ...(depth && { depth }) };
    };
    const blocks = [
      heading(2, 6, 2),
      blockOf(source, 8, 14),
      heading(18, 40),
      { text: '—', spans: [], kind: 'heading' } as const,
      { text: 'code block, 3 lines', spans: [], kind: 'notice' } as const,
      blockOf(source, 42, 46),
    ];
    deepStrictEqual(
      takeAll(planUtterances(blocks, 'paragraph')).map(({ text, heading, kind, start, end, paragraph }) => [
        text,
        kind,
        [start, end],
        paragraph,
        heading ?? 'no heading',
      ]),
      [
        ['One?.', 'heading', [2, 6], 0, { depth: 2, title: 'One?' }],
        ['Short.', 'paragraph', [8, 14], 1, 'no heading'],
        ['Of two. Sentences here.', 'heading', [18, 40], 2, { depth: 1, title: 'Of two. Sentences here' }],
        ['code block, 3 lines', 'notice', [40, 40], 3, 'no heading'],
        ['End.', 'paragraph', [42, 46], 4, 'no heading'],
      ],
    );
  });

  it('places inserted words between their neighbors, and never goes back', () => {
    const source = 'Name | Age\nBob and others | 42';
    const spoken = createSpokenText(source);
    spoken.insert('This is the very first row of the whole table, and nothing else. ');
    spoken.copy({ start: 11, end: 25 });
    spoken.insert('. And here comes a sentence that is nowhere in the text. ');
    spoken.say('Age', { start: 7, end: 10 });
    spoken.insert(' is the next column of this long table row here. It says ');
    spoken.copy({ start: 28, end: 30 });
    spoken.insert(' there, for anyone who wants to know it.');
    const plan = takeAll(planUtterances([{ ...spoken.build(), kind: 'tableRow' }], 'sentence'));
    deepStrictEqual(
      plan.map(({ start, end, text }) => [start, end, text.slice(0, 14)]),
      [
        [11, 11, 'This is the ve'],
        [11, 25, 'Bob and others'],
        [11, 11, 'Age is the nex'],
        [28, 30, 'It says 42 the'],
      ],
    );
  });

  /** A text, and its utterances. */
  const cuts: Readonly<Record<string, readonly [string, readonly string[], Granularity?]>> = {
    'the first utterance is the first sentence, however short the second is': [
      'A first sentence. A second one.',
      ['A first sentence.', 'A second one.'],
    ],
    'the first is cut at the last clause that ends in time': [
      `${clauses(6)}.`,
      [`${clauses(4)},`, 'clause number 5 of this text, clause number 6 of this text.'],
    ],
    'the first is cut a little later when no clause ends in time': [
      `${'word '.repeat(25)}end, ${'more '.repeat(12)}words.`,
      [`${'word '.repeat(25)}end,`, `${'more '.repeat(12)}words.`],
    ],
    'the first stays whole if no clause ends at a good place': [
      `Well, ${'word '.repeat(40)}so long.`,
      [`Well, ${'word '.repeat(40)}so long.`],
    ],
    'the first stays whole if only a scrap would remain': [
      `${'word '.repeat(23)}word, so long.`,
      [`${'word '.repeat(23)}word, so long.`],
    ],
    'the first is cut at a word if the wait would be long': [
      `${'word '.repeat(80)}so long.`,
      ['word '.repeat(24).trim(), `${'word '.repeat(56)}so long.`],
    ],
    'the first is short in Chinese, too': [
      `${'今天的天气真的非常好，'.repeat(8)}我们去公园。`,
      ['今天的天气真的非常好，'.repeat(3), `${'今天的天气真的非常好，'.repeat(5)}我们去公园。`],
    ],
    'only the first is cut': [
      `A first sentence. Then ${clauses(6)}.`,
      ['A first sentence.', `Then ${clauses(6)}.`],
    ],
    'short sentences are joined with the next one of their paragraph': [
      `It begins here. This is short. This is short too. And this one is a little longer than those. ${sized(60)} Last one.\n\nA new paragraph.`,
      [
        'It begins here.',
        'This is short. This is short too. And this one is a little longer than those.',
        sized(60),
        'Last one.',
        'A new paragraph.',
      ],
    ],
    'sentences are not joined if that would exceed the limit': [
      `It begins here. This is quite short. ${sized(990)}`,
      ['It begins here.', 'This is quite short.', sized(990)],
    ],
    'a long second sentence of a paragraph is cut at a clause': [
      `A first sentence. Then ${clauses(20)}.`,
      ['A first sentence.', `Then ${clauses(9)},`, `${clauses(20).slice(clauses(9).length + 2)}.`],
      'paragraph',
    ],
    'a character over the limit is skipped': [`one ${'👨\u200d'.repeat(200)}👨 two`, ['one', 'two']],
    'a letter with too many marks is skipped': [`e${'\u0301'.repeat(600)}`, []],
  };
  for (const [name, [text, utterances, granularity]] of Object.entries(cuts))
    it(name, () => deepStrictEqual(said(text, granularity), utterances));

  it('paragraphs grow: a sentence, 300 bytes, as many sentences as fit into 900, up to their end', () => {
    const sizes = (...sentences: readonly string[]) =>
      said(sentences.join(' '), 'paragraph').map((part) => Buffer.byteLength(part));
    deepStrictEqual(
      [sizes(...Array(30).fill(sized(100))), sizes(sized(50), `${sized(50)}\n\n${sized(50)}`)],
      [
        [100, 201, 807, 807, 807, 302],
        [50, 50, 50],
      ],
    );
  });

  describe('a sentence over the limit', () => {
    it('is cut at clauses, and no short remainder is left', () => {
      const parts = said(`Short one first. Then ${clauses(40)}.`).slice(1);
      deepStrictEqual(
        parts.map((part) => [part.at(-1), Buffer.byteLength(part) > 450]),
        [
          [',', true],
          ['.', true],
        ],
      );
    });

    it('is cut at words if it has no clauses', () => {
      const parts = said('word '.repeat(500));
      deepStrictEqual(
        [parts.join(' '), parts.filter((part) => Buffer.byteLength(part) > 1000)],
        ['word '.repeat(500).trim(), []],
      );
    });

    it('is cut between Chinese words', () => {
      const parts = said('今天天气非常好我们一起去公园'.repeat(80));
      deepStrictEqual(
        [parts.join(''), parts.filter((part) => /^(?:天天|气|常|们|起|园)/.test(part))],
        ['今天天气非常好我们一起去公园'.repeat(80), []],
      );
    });

    it('is cut between characters if there are no words', () => {
      const parts = said(`a${'👨‍👩‍👧‍👦'.repeat(100)}b`);
      deepStrictEqual(parts.join('').replaceAll('👨‍👩‍👧‍👦', ''), 'ab');
    });
  });

  it('is lazy: reads no further than requested', () => {
    let spoken = 0;
    function* speak() {
      for (;;) {
        spoken += 1;
        yield blockOf(`This is sentence ${spoken}. It goes on. `.repeat(20_000));
      }
    }
    const plan = planUtterances(speak(), 'sentence');
    const [first, second] = [plan.next(), plan.next()];
    deepStrictEqual(
      [first, second].map((utterance) => typeof utterance === 'object' && utterance.text),
      ['This is sentence 1.', 'It goes on. This is sentence 1. It goes on.'],
    );
    deepStrictEqual(spoken, 1);
  });
});

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const rounds = 600;
const isPronounceable = (text: string) => /[\p{L}\p{N}]/u.test(text);

describe('a plan of any text, in any script, with emoji and code', () => {
  it('includes all of it, in order, nothing twice, and nothing over the limit', () => {
    const random = createRandom(2);
    for (let round = 0; round < rounds; round += 1) {
      // Without ends of sentences, many exceed the limit.
      const text =
        round % 4 > 0 ? randomText(random, 80) : randomText(random, 600).replace(/[.!?…。！？؟\s]+/g, ' ');
      const blocks = Array.from(blocksOf(text));
      const granularity = random() < 0.5 ? 'sentence' : 'paragraph';
      const plan = takeAll(planUtterances(blocks, granularity));
      const boundaries = new Set(Array.from(graphemes.segment(text), ({ index }) => index)).add(text.length);
      let rest = blocks.map((block) => block.text).join('\n');
      const leftOut = plan.map((utterance) => {
        const at = rest.indexOf(utterance.text);
        const before = at < 0 ? `not found: ${utterance.text}` : rest.slice(0, at);
        rest = rest.slice(at + utterance.text.length);
        return before;
      });
      deepStrictEqual(
        {
          indexes: plan.map(({ index }) => index),
          paragraphs: Array.from(new Set(plan.map(({ paragraph }) => paragraph))),
          overLimit: plan.filter((one) => Buffer.byteLength(one.text) > 1000),
          wrongBytes: plan.filter((one) => Buffer.byteLength(one.text) !== one.bytes),
          padded: plan.filter((one) => one.text !== one.text.trim() || /[\r\n]/.test(one.text)),
          silent: plan.filter((one) => !isPronounceable(one.text)),
          broken: plan.filter(({ start, end }) => !boundaries.has(start) || !boundaries.has(end)),
          disordered: plan.filter(({ start, end }, at) => start >= end || start < (plan[at - 1]?.end ?? 0)),
          elsewhere: plan.filter((one) => signsOf(text.slice(one.start, one.end)) !== signsOf(one.text)),
          leftOut: [...leftOut, rest].filter(isPronounceable),
        },
        {
          indexes: plan.map((_, at) => at),
          paragraphs: blocks.filter((block) => isPronounceable(block.text)).map((_, at) => at),
          overLimit: [],
          wrongBytes: [],
          padded: [],
          silent: [],
          broken: [],
          disordered: [],
          elsewhere: [],
          leftOut: [],
        },
        JSON.stringify({ text, granularity }),
      );
    }
  });
});
