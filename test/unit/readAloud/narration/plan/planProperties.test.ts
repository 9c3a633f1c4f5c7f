import { deepStrictEqual } from 'node:assert/strict';
import { isPronounceable, planUtterances } from '../../../../../src/readAloud/narration/plan/plan.ts';
import { createChangeLog } from '../../../../../src/readAloud/narration/text/ranges.ts';
import { createRandom } from '../../../../randomNumbers.ts';
import { randomText } from '../text/randomText.ts';
import { blocksOf, signsOf, takeAll } from './planParts.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const rounds = 600;

function rounded(seed: number, check: (random: () => number, round: number) => void): void {
  const random = createRandom(seed);
  for (let round = 0; round < rounds; round += 1) check(random, round);
}

describe('a plan of any text, in any script, with emoji and code', () => {
  it('says all of it, in order, nothing twice, and nothing over the limit', () => {
    rounded(2, (random, round) => {
      const text = randomText(random, 80);
      const blocks = Array.from(blocksOf(text));
      const maximumBytes = [16, 50, 200, 1000][round % 4] ?? 1000;
      const granularity = random() < 0.5 ? 'sentence' : 'paragraph';
      const plan = takeAll(planUtterances(blocks, { maximumBytes, granularity }));
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
          overLimit: plan.filter((one) => Buffer.byteLength(one.text) > maximumBytes),
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
        JSON.stringify({ text, maximumBytes, granularity }),
      );
    });
  });

  it('leads to the right place after any edits', () => {
    rounded(5, (random) => {
      const text = randomText(random, 60);
      const plan = takeAll(planUtterances(blocksOf(text), { granularity: 'sentence' }));
      const log = createChangeLog();
      let edited = text;
      /** Whether the text at each place of the first text is as it was, and so is all between. */
      const touched = new Set<number>();
      for (let edit = 0; edit < random() * 12; edit += 1) {
        const offset = Math.floor(random() * (edited.length + 1));
        const removedLength = Math.min(Math.floor(random() * 5), edited.length - offset);
        const inserted = random() < 0.3 ? '' : 'Ω'.repeat(1 + Math.floor(random() * 4));
        for (const { index, start, end } of plan) {
          const now = log.locate({ start, end });
          if (!now || (offset < now.end && offset + removedLength > now.start)) touched.add(index);
        }
        edited = edited.slice(0, offset) + inserted + edited.slice(offset + removedLength);
        log.record({ offset, removedLength, insertedLength: inserted.length });
      }
      const wrong = plan.filter(({ index, start, end, text: said }) => {
        const now = log.locate({ start, end });
        if (touched.has(index)) return now && (now.start < 0 || now.end > edited.length);
        return !now || signsOf(edited.slice(now.start, now.end)) !== signsOf(said);
      });
      const jumps = plan.filter(({ index, start, end }) => {
        const now = log.locate({ start, end });
        return !touched.has(index) && now && log.placeBefore(now.start) !== start;
      });
      deepStrictEqual({ wrong, jumps }, { wrong: [], jumps: [] }, JSON.stringify(text));
    });
  });
});
