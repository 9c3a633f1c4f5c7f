import { deepStrictEqual } from 'node:assert/strict';
import { createChangeLog, type TextRange } from '../../../../../src/readAloud/narration/text/ranges.ts';
import { createRandom } from '../../../../randomNumbers.ts';

/** A replacement: its offset, and the lengths of the old and the new text. */
type TextChange = readonly [offset: number, removedLength: number, insertedLength: number];

function record(log: ReturnType<typeof createChangeLog>, [offset, removed, inserted]: TextChange): void {
  log.record([{ start: offset, end: offset + removed, text: '+'.repeat(inserted) }]);
}

const range: TextRange = { start: 10, end: 20 };

/** A change, and where the range is then; undefined if it is gone. */
const cases: Record<string, readonly [...change: TextChange, start?: number, end?: number]> = {
  'is moved by text inserted before it': [3, 0, 5, 15, 25],
  'is moved by text inserted right before it': [10, 0, 5, 15, 25],
  'includes text inserted inside it': [12, 0, 5, 10, 25],
  'does not include text inserted right after it': [20, 0, 5, 10, 20],
  'is not changed by text inserted after it': [25, 0, 5, 10, 20],
  'is moved by a removal before it': [2, 4, 0, 6, 16],
  'is moved by a removal right before it': [6, 4, 0, 6, 16],
  'shrinks by a removal inside it': [12, 4, 0, 10, 16],
  'is not changed by a removal right after it': [20, 4, 0, 10, 20],
  'includes a replacement of its start': [10, 3, 1, 10, 18],
  'includes a replacement of its end': [17, 3, 1, 10, 18],
  'excludes a replacement across its start': [5, 8, 2, 7, 14],
  'excludes a replacement across its end': [15, 8, 2, 10, 15],
  'is gone if all of it is replaced': [10, 10, 10],
  'is gone if more than it is replaced': [0, 50, 3],
};

function locateAfter(range: TextRange, change: TextChange): TextRange | undefined {
  const log = createChangeLog();
  record(log, change);
  return log.locate(range);
}

describe('a range after a change of the text', () => {
  for (const [name, [offset, removed, inserted, start, end]] of Object.entries(cases)) {
    it(name, () => {
      const found = locateAfter(range, [offset, removed, inserted]);
      deepStrictEqual([found?.start, found?.end], [start, end]);
    });
  }
});

describe('the log of changes', () => {
  it('accepts the changes of one edit in any order', () => {
    const log = createChangeLog();
    log.record([
      { start: 2, end: 2, text: '++' },
      { start: 12, end: 15, text: '' },
      { start: 5, end: 6, text: '+++' },
    ]);
    deepStrictEqual(log.locate(range), { start: 14, end: 21 });
  });

  it('does not locate removed ranges, even if other text takes their place', () => {
    const log = createChangeLog();
    record(log, [8, 20, 0]);
    record(log, [8, 0, 20]);
    deepStrictEqual(log.locate(range), undefined);
  });

  it('locates an empty range, and text typed at it stays before it', () => {
    const log = createChangeLog();
    record(log, [10, 0, 3]);
    deepStrictEqual(log.locate({ start: 10, end: 10 }), { start: 13, end: 13 });
  });

  it('maps new text to the offset before it', () => {
    const log = createChangeLog();
    record(log, [10, 4, 6]);
    record(log, [0, 0, 2]);
    deepStrictEqual(
      [0, 1, 2, 3, 11, 12, 15, 18, 19].map((offset) => log.placeBefore(offset)),
      [0, 0, 0, 1, 9, 10, 10, 14, 15],
    );
  });

  it('locates every character through long editing', () => {
    const random = createRandom(4);
    const below = (end: number) => Math.floor(random() * end);
    for (let round = 0; round < 60; round += 1) {
      const length = 20 + below(200);
      /** The characters of the current document by their offset in the original text, or -1 for new ones. */
      const signs = Array.from({ length }, (_, at) => at);
      const log = createChangeLog();
      const edits = below(120);
      let offset = 0;
      for (let edit = 0; edit < edits; edit += 1) {
        // Half of the edits continue at the last one, like typing.
        offset = random() < 0.5 ? Math.min(offset, signs.length) : below(signs.length + 1);
        const removedLength = random() < 0.5 ? 0 : Math.min(below(8), signs.length - offset);
        const insertedLength = random() < 0.3 ? 0 : below(6);
        signs.splice(offset, removedLength, ...Array.from({ length: insertedLength }, () => -1));
        record(log, [offset, removedLength, insertedLength]);
        offset += insertedLength;
      }
      const found = Array.from({ length: 60 }, () => {
        const start = below(length);
        const end = start + 1 + below(length - start);
        return { start, end, now: log.locate({ start, end }) };
      });
      const isOf =
        ({ start, end }: TextRange) =>
        (sign: number) =>
          sign >= start && sign < end;
      deepStrictEqual(
        {
          outside: found.filter(
            ({ now }) => now && (now.start < 0 || now.end > signs.length || now.start >= now.end),
          ),
          lost: found.filter(
            ({ now, ...range }) =>
              signs.filter(isOf(range)).length !==
              (now ? signs.slice(now.start, now.end).filter(isOf(range)).length : 0),
          ),
          foreign: found.filter(
            ({ now, ...range }) =>
              now && signs.slice(now.start, now.end).some((sign) => sign >= 0 && !isOf(range)(sign)),
          ),
          untouched: found.filter(({ start, end, now }) => {
            const at = signs.indexOf(start);
            const isUntouched = at >= 0 && signs[at + end - start - 1] === end - 1;
            return isUntouched && !signs.slice(at, at + end - start).includes(-1) && now?.start !== at;
          }),
          places: signs.flatMap((sign, at) => (sign >= 0 && log.placeBefore(at) !== sign ? [at] : [])),
          offsets: signs.flatMap((sign, at) =>
            sign >= 0 && log.locate({ start: sign, end: sign })?.start !== at ? [at] : [],
          ),
        },
        { outside: [], lost: [], foreign: [], untouched: [], places: [], offsets: [] },
      );
    }
  });
});
