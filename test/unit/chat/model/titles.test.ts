import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { toFileName, toTitle } from '../../../../src/chat/model/titles.ts';

describe('a title that a model made', () => {
  const titles: [reply: string, title: string | undefined][] = [
    ['About “code”', 'About “code”'],
    ['"A" and "B"', '"A" and "B"'],
    ['"**Loops** in C."\nSure!', 'Loops in C'],
    ['# 《循环》。', '循环'],
    ['「循环」。', '循环'],
    ['“About code', '“About code'],
    ['“Loops.”', 'Loops'],
    ["Title: The dogs' day", "The dogs' day"],
    ['“The "real" story”', 'The "real" story'],
    ['""', undefined],
    [' \n', undefined],
  ];
  for (const [reply, title] of titles) {
    it(`loses Markdown and the quotes around all of it, not those within: ${JSON.stringify(reply)}`, () =>
      strictEqual(toTitle(reply), title));
  }
});

it('a file name is a title without characters that file systems reject, and without gaps', () => {
  const names = ['About “code”: thinking', 'a/b\\c', '“”', '循环 — loops_2-3'].map(toFileName);
  deepStrictEqual(names, ['About code thinking', 'a b c', '', '循环 loops_2-3']);
});
