import { deepStrictEqual, ok } from 'node:assert/strict';
import { countBytes, type PlanOptions, paragraphAt, planUtterances } from '../../../src/readAloud/plan.ts';
import { createRandom } from '../../randomNumbers.ts';
import { randomText } from './randomText.ts';

function spoken(text: string, options?: PlanOptions): string[] {
  return Array.from(planUtterances(text, options), ({ text: said }) => said);
}

const clauses = (count: number) =>
  Array.from({ length: count }, (_, at) => `clause number ${at + 1} of this text`).join(', ');

describe('plan of a reading', () => {
  it('gives each utterance its index, its range of the document and what is said', () => {
    deepStrictEqual(
      Array.from(planUtterances('  Hello there,\n\tworld. 🎉🎉🎉\n\n***\n\nThe second\r\npart.')),
      [
        { index: 0, start: 2, end: 29, text: 'Hello there, world. 🎉🎉🎉' },
        { index: 1, start: 36, end: 53, text: 'The second part.' },
      ],
    );
  });

  it('says Chinese lines that are wrapped without a pause', () => {
    deepStrictEqual(spoken('今天的天气\n真的很好，\r\n我们去 Paris\n玩。'), [
      '今天的天气真的很好，我们去 Paris 玩。',
    ]);
  });

  it('leaves out invisible characters and half characters', () => {
    deepStrictEqual(spoken('soft\u00adhyphen zero\u200bwidth half\ud83d bell\u0007 end'), [
      'softhyphen zerowidth half bell end',
    ]);
  });

  it('keeps what holds an emoji together', () => {
    deepStrictEqual(spoken('A family 👨‍👩‍👧‍👦 is here.'), ['A family 👨‍👩‍👧‍👦 is here.']);
  });

  for (const text of ['***', '🎉 👨‍👩‍👧‍👦', '→ ← ↑', '…?!', '', ' \n ', '---\n\n===']) {
    it(`says nothing for ${JSON.stringify(text)}`, () => deepStrictEqual(spoken(text), []));
  }

  it('reads a part only', () => {
    deepStrictEqual(
      Array.from(planUtterances('First part. Second part here. Third.', { start: 12, end: 29 })),
      [{ index: 0, start: 12, end: 29, text: 'Second part here.' }],
    );
  });

  describe('the first utterance', () => {
    it('is the first sentence when that is short', () => {
      deepStrictEqual(spoken(`${clauses(3)}. And then there is more of it.`)[0], `${clauses(3)}.`);
    });

    it('is cut at the last clause that ends in time', () => {
      deepStrictEqual(spoken(`${clauses(6)}.`), [
        'clause number 1 of this text, clause number 2 of this text, clause number 3 of this text, clause number 4 of this text,',
        'clause number 5 of this text, clause number 6 of this text.',
      ]);
    });

    it('is cut a little later when no clause ends in time', () => {
      const start = `${'word '.repeat(25)}end,`;
      deepStrictEqual(spoken(`${start} ${'more '.repeat(12)}words.`), [start, `${'more '.repeat(12)}words.`]);
    });

    it('stays whole where no clause ends at a good place', () => {
      const sentence = `Well, ${'word '.repeat(40)}so long.`;
      deepStrictEqual(spoken(sentence), [sentence]);
    });

    it('stays whole when only a scrap would remain', () => {
      const sentence = `${'word '.repeat(23)}word, so long.`;
      deepStrictEqual(spoken(sentence), [sentence]);
    });

    it('does not make later sentences short', () => {
      deepStrictEqual(spoken(`A first sentence. Then ${clauses(6)}.`), [
        'A first sentence.',
        `Then ${clauses(6)}.`,
      ]);
    });
  });

  describe('a sentence over the limit', () => {
    it('is cut at clauses, into parts of about the same size', () => {
      const parts = spoken(`Short one first. Then ${clauses(40)}.`).slice(1);
      deepStrictEqual(
        {
          count: parts.length,
          ends: parts.map((part) => part.at(-1)),
          sizes: parts.map((part) => countBytes(part) > 500),
        },
        { count: 2, ends: [',', '.'], sizes: [true, true] },
      );
    });

    it('is cut at words where it has no clauses', () => {
      const parts = spoken('word '.repeat(500));
      deepStrictEqual(parts.join(' '), 'word '.repeat(500).trim());
      ok(parts.every((part) => countBytes(part) <= 1000));
    });

    it('is cut between Chinese words', () => {
      const parts = spoken('今天天气非常好我们一起去公园'.repeat(40), { maximumBytes: 100 });
      deepStrictEqual(parts.join(''), '今天天气非常好我们一起去公园'.repeat(40));
      deepStrictEqual(
        parts.filter((part) => /^(?:天|气|常|们|起|园)/.test(part)),
        [],
      );
    });

    it('is cut between characters where there are no words', () => {
      const parts = spoken(`a${'👨‍👩‍👧‍👦'.repeat(100)}b`, { maximumBytes: 120 });
      deepStrictEqual(parts.join('').replaceAll('👨‍👩‍👧‍👦', ''), 'ab');
    });

    it('keeps to the limit even within one character', () => {
      const letter = `e${'\u0301'.repeat(600)}`;
      ok(spoken(letter).every((part) => countBytes(part) <= 1000));
    });
  });

  it('keeps its promises for any text', () => {
    const random = createRandom(2);
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    for (let round = 0; round < 400; round += 1) {
      const text = randomText(random, 80);
      const maximumBytes = [60, 200, 1000][round % 3] ?? 1000;
      const plan = Array.from(planUtterances(text, { maximumBytes }));
      const boundaries = new Set(Array.from(graphemes.segment(text), ({ index }) => index)).add(text.length);
      const skipped = plan.map(({ start }, at) => text.slice(plan[at - 1]?.end ?? 0, start));
      skipped.push(text.slice(plan.at(-1)?.end ?? 0));
      deepStrictEqual(
        {
          indexes: plan.map(({ index }) => index),
          overLimit: plan.filter(({ text: said }) => countBytes(said) > maximumBytes || said === ''),
          broken: plan.filter(({ start, end }) => !boundaries.has(start) || !boundaries.has(end)),
          disordered: plan.filter(({ start, end }, at) => start >= end || start < (plan[at - 1]?.end ?? 0)),
          lost: skipped.filter((between) => /[\p{L}\p{N}]/u.test(between)),
          changed: plan.filter(({ start, end, text: said }) => signs(text.slice(start, end)) !== signs(said)),
        },
        {
          indexes: plan.map((_, at) => at),
          overLimit: [],
          broken: [],
          disordered: [],
          lost: [],
          changed: [],
        },
        JSON.stringify(text),
      );
    }
  });

  it('counts bytes as UTF-8 has them', () => {
    for (const text of ['', 'plain', 'Ünïcödé', '你好', '🎉', '👨‍👩‍👧‍👦 e\u0301']) {
      deepStrictEqual(countBytes(text), Buffer.byteLength(text), text);
    }
  });
});

/** What can be heard or seen of a text. */
function signs(text: string): string {
  return text.replace(/[\s\u00ad\u200b]/gu, '');
}

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
