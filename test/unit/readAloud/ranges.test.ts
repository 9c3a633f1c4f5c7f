import { deepStrictEqual } from 'node:assert/strict';
import {
  createChangeLog,
  shiftRange,
  type TextChange,
  type TextRange,
} from '../../../src/readAloud/ranges.ts';

const range: TextRange = { start: 10, end: 20 };

const cases: Record<string, readonly [change: TextChange, result: TextRange | undefined]> = {
  'text put in before it': [
    { offset: 3, removedLength: 0, insertedLength: 5 },
    { start: 15, end: 25 },
  ],
  'text put in right before it': [
    { offset: 10, removedLength: 0, insertedLength: 5 },
    { start: 15, end: 25 },
  ],
  'text put in inside': [
    { offset: 12, removedLength: 0, insertedLength: 5 },
    { start: 10, end: 25 },
  ],
  'text put in right behind it': [
    { offset: 20, removedLength: 0, insertedLength: 5 },
    { start: 10, end: 20 },
  ],
  'text put in behind it': [
    { offset: 25, removedLength: 0, insertedLength: 5 },
    { start: 10, end: 20 },
  ],
  'text removed before it': [
    { offset: 2, removedLength: 4, insertedLength: 0 },
    { start: 6, end: 16 },
  ],
  'text removed right before it': [
    { offset: 6, removedLength: 4, insertedLength: 0 },
    { start: 6, end: 16 },
  ],
  'text removed inside': [
    { offset: 12, removedLength: 4, insertedLength: 0 },
    { start: 10, end: 16 },
  ],
  'text removed right behind it': [
    { offset: 20, removedLength: 4, insertedLength: 0 },
    { start: 10, end: 20 },
  ],
  'its beginning replaced': [
    { offset: 10, removedLength: 3, insertedLength: 1 },
    { start: 10, end: 18 },
  ],
  'its end replaced': [
    { offset: 17, removedLength: 3, insertedLength: 1 },
    { start: 10, end: 18 },
  ],
  'a replacement over its beginning': [
    { offset: 5, removedLength: 8, insertedLength: 2 },
    { start: 7, end: 14 },
  ],
  'a replacement over its end': [
    { offset: 15, removedLength: 8, insertedLength: 2 },
    { start: 10, end: 15 },
  ],
  'all of it replaced': [{ offset: 10, removedLength: 10, insertedLength: 10 }, undefined],
  'more than it removed': [{ offset: 0, removedLength: 50, insertedLength: 3 }, undefined],
};

describe('a range after a change of the text', () => {
  for (const [name, [change, result]] of Object.entries(cases)) {
    it(name, () => deepStrictEqual(shiftRange(range, change), result));
  }

  it('is where its text is', () => {
    const text = 'aaaa bbbb cccc dddd';
    const word = { start: 10, end: 14 };
    for (let offset = 0; offset <= text.length; offset += 1) {
      const changed = `${text.slice(0, offset)}++${text.slice(offset)}`;
      const shifted = shiftRange(word, { offset, removedLength: 0, insertedLength: 2 });
      const found = changed.slice(shifted?.start, shifted?.end).replace('++', '');
      deepStrictEqual(found, 'cccc', `inserted at ${offset}`);
    }
  });
});

describe('the log of changes', () => {
  it('locates ranges of the first text after all changes', () => {
    const log = createChangeLog();
    log.record({ offset: 0, removedLength: 0, insertedLength: 4 });
    log.record({ offset: 16, removedLength: 2, insertedLength: 0 });
    deepStrictEqual(
      [log.locate(range), log.locate({ start: 0, end: 5 }), log.locate({ start: 30, end: 31 })],
      [
        { start: 14, end: 22 },
        { start: 4, end: 9 },
        { start: 32, end: 33 },
      ],
    );
  });

  it('knows what went away, even when something comes back in its place', () => {
    const log = createChangeLog();
    log.record({ offset: 8, removedLength: 20, insertedLength: 0 });
    log.record({ offset: 8, removedLength: 0, insertedLength: 20 });
    deepStrictEqual(log.locate(range), undefined);
  });
});
