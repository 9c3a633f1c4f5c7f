import { deepStrictEqual, ok } from 'node:assert/strict';
import { type FollowedRange, followEdit } from '../../../../src/editing/rewrite/followedRange.ts';
import type { TextChange } from '../../../../src/text/textChanges.ts';
import { createRandom } from '../../../randomNumbers.ts';

interface Place {
  readonly text: string;
  readonly range: FollowedRange;
}

function placeOf(text: string, part: string): Place {
  const start = text.indexOf(part);
  ok(start >= 0);
  return { text, range: { start, end: start + part.length, isTouched: false } };
}

function edit({ text: before, range }: Place, changes: readonly TextChange[]): Place {
  let after = before;
  for (const { start, end, text } of changes.toSorted((one, other) => other.start - one.start))
    after = after.slice(0, start) + text + after.slice(end);
  return { text: after, range: followEdit(range, before, changes) };
}

/** VS Code reloads a file that changed on disk with one edit, from the first line that differs to the last. */
function reload(place: Place, after: string): Place {
  const [old, fresh] = [place.text, after].map((text) => text.split(/(?<=\n)/)) as [string[], string[]];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const [gone, text] = [old, fresh].map((lines) => lines.slice(head, lines.length - tail).join('')) as [
    string,
    string,
  ];
  const start = old.slice(0, head).join('').length;
  return edit(place, [{ start, end: start + gone.length, text }]);
}

/** The text and the state of the range. */
function seen({ text, range }: Place): readonly [string, 'untouched' | 'touched' | 'lost'] {
  if (range.lost !== undefined) return [range.lost, 'lost'];
  return [text.slice(range.start, range.end), range.isTouched ? 'touched' : 'untouched'];
}

describe('a range that is followed through edits', () => {
  const place: Place = {
    text: 'abcdefghijklmnopqrstuvwxyz0123456789',
    range: { start: 10, end: 20, isTouched: false },
  };
  const change = (start: number, end: number, text: string) => [{ start, end, text }];
  const cases = [
    ['before it', change(0, 2, 'XYZ'), 'klmnopqrst', 'untouched'],
    ['right before it', change(10, 10, 'XY'), 'klmnopqrst', 'untouched'],
    ['up to it', change(5, 10, 'XY'), 'klmnopqrst', 'untouched'],
    ['right after it', change(20, 20, 'XY'), 'klmnopqrst', 'untouched'],
    ['in it', change(12, 15, ''), 'klpqrst', 'touched'],
    ['of all of it', change(10, 20, 'XY'), 'XY', 'touched'],
    ['that deletes its start', change(5, 15, ''), 'pqrst', 'touched'],
    ['that deletes its end', change(15, 25, ''), 'klmno', 'touched'],
    ['that deletes it', change(10, 20, ''), 'klmnopqrst', 'lost'],
    ['that deletes more than it', change(5, 35, ''), 'klmnopqrst', 'lost'],
    ['across its start', change(5, 15, '1'), 'klmnopqrst', 'lost'],
    ['across its end', change(15, 25, '12'), 'klmnopqrst', 'lost'],
    ['around it', change(5, 35, '123'), 'klmnopqrst', 'lost'],
    ['across its start that does not change it', change(5, 15, 'fghXklmno'), 'klmnopqrst', 'untouched'],
    [
      'across its end that does not change the text after it',
      change(15, 25, 'pXqrstuvwxy'),
      'klmnopXqrst',
      'touched',
    ],
    ['before and after it', [...change(2, 2, 'XY'), ...change(30, 30, 'XY')], 'klmnopqrst', 'untouched'],
    [
      'before, within and after it',
      [...change(25, 26, ''), ...change(12, 13, 'X'), ...change(0, 9, '')],
      'klXnopqrst',
      'touched',
    ],
  ] as const;
  for (const [name, changes, part, state] of cases)
    it(`is tracked after an edit ${name}`, () => deepStrictEqual(seen(edit(place, changes)), [part, state]));

  for (const [start, end, text] of [
    [10, 20, ''],
    [5, 35, ''],
    [5, 35, '123'],
  ] as const)
    it(`is back as it was when “${text}” in place of ${start} to ${end} is undone`, () => {
      const gone = edit(place, change(start, end, text));
      const undo = change(start, start + text.length, place.text.slice(start, end));
      deepStrictEqual([seen(gone)[1], edit(gone, undo)], ['lost', place]);
    });

  it('stays empty if it is empty', () => {
    const empty: Place = { text: place.text, range: { start: 10, end: 10, isTouched: false } };
    const results = [change(10, 10, 'XY'), change(5, 15, ''), change(20, 25, 'X')].map(
      (changes) => edit(empty, changes).range,
    );
    deepStrictEqual(results, [
      { start: 12, end: 12, isTouched: false },
      { start: 5, end: 5, isTouched: true },
      { start: 10, end: 10, isTouched: false },
    ]);
  });
});

const part = 'function f() {\n  return 1;\n}';
const twin = 'function g() {\n  return 1;\n}';
const file = `import a\n\n${twin}\n\n${part}\n\nkeep();\n// end\n`;

describe('a range in a file that changed on disk', () => {
  const cases: readonly (readonly [name: string, after: string, part: string, state: string])[] = [
    ['above and below', file.replace('import a', 'import b').replace('end', 'fin'), part, 'untouched'],
    ['right above and below', `import a\n\n${twin}\n// f\n${part}\nf();\nkeep();\n`, part, 'untouched'],
    [
      'in it as well',
      file
        .replace('import a', 'import b')
        .replace('f() {\n  return 1', 'f() {\n  return 2')
        .replace('end', 'fin'),
      part.replace('1', '2'),
      'touched',
    ],
    [
      'in its first and last line as well',
      file
        .replace('import a', 'import b')
        .replace(part, 'function f(x) {\n  return 1;\n} // f')
        .replace('end', 'fin'),
      'function f(x) {\n  return 1;\n} // f',
      'touched',
    ],
    ['so that it is gone', `import b\n\n${twin}\n\nkeep();\n// fin\n`, part, 'lost'],
    ['so that it and the lines above are gone', `import b\n\nkeep();\n// fin\n`, part, 'lost'],
    [
      'together with the line above it',
      `import b\n\n${twin}\n// the following:\n${part.replace('f()', 'f(x)')}\n\nkeep();\n// fin\n`,
      part,
      'lost',
    ],
    ['to something else', 'nothing\nof\nthis\n', part, 'lost'],
    ['to be empty', '', part, 'lost'],
    ['at its end alone', `${file}more();`, part, 'untouched'],
  ];
  for (const [name, after, ...expected] of cases)
    it(`is tracked, or lost if that is unsafe: ${name}`, () =>
      deepStrictEqual(seen(reload(placeOf(file, part), after)), expected));

  it('stays lost, near where it was', () => {
    const lost = edit(reload(placeOf(file, part), 'nothing\n'), [{ start: 0, end: 0, text: 'more\n' }]);
    deepStrictEqual(
      [seen(lost), lost.range.start, seen(reload(lost, file))],
      [[part, 'lost'], 5, [part, 'lost']],
    );
  });

  it('has its original text whenever it is untouched, whatever happens to the file', () => {
    const random = createRandom(7);
    const next = (limit: number) => Math.floor(random() * limit);
    const states = new Map<string, number>();
    for (let round = 0; round < 3000; round += 1) {
      const lines = Array.from({ length: 12 }, () => 'abcdefghij'[next(10)]?.repeat(1 + next(3)) ?? '');
      const text = lines.join('\n');
      const start = next(text.length);
      const range = { start, end: start + next(text.length - start + 1), isTouched: false };
      for (let changed = next(4); changed >= 0; changed -= 1)
        lines.splice(next(lines.length), next(2), ...['X', 'a', 'bb'].slice(next(4)));
      const after = reload({ text, range }, lines.join('\n'));
      const [found, state] = seen(after);
      states.set(state, (states.get(state) ?? 0) + 1);
      if (state === 'untouched') deepStrictEqual(found, text.slice(range.start, range.end));
      ok(after.range.start <= after.range.end && after.range.end <= after.text.length);
    }
    ok(
      ['untouched', 'touched', 'lost'].every((state) => (states.get(state) ?? 0) > 100),
      JSON.stringify([...states]),
    );
  });
});
