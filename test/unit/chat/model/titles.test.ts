import { strictEqual } from 'node:assert/strict';
import { toTitle } from '../../../../src/chat/model/titles.ts';

describe('a title that a model made', () => {
  const titles: [reply: string, title: string | undefined][] = [
    ['About “code”', 'About “code”'],
    ['“Code” and its words', '“Code” and its words'],
    ['"A" and "B"', '"A" and "B"'],
    ['“About code', '“About code'],
    ['"**Loops** in C."\nSure!', 'Loops in C'],
    ['# “Loops”.', 'Loops'],
    ['「循环」。', '循环'],
    ['《“循环”》', '循环'],
    ["Title: The dogs' day", "The dogs' day"],
    ['""', undefined],
    [' \n', undefined],
  ];
  for (const [reply, title] of titles) {
    it(`keeps quotes but those around all of it: ${JSON.stringify(reply)}`, () =>
      strictEqual(toTitle(reply), title));
  }
});
