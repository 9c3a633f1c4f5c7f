import { deepStrictEqual } from 'node:assert/strict';
import { writeProblems } from '../../../../src/readAloud/sources/problemsText.ts';
import { languages } from '../../translations.ts';

/** The paths of problems, and the file heading that is heard before each. */
const cases: Record<string, readonly [paths: readonly string[], headings: readonly string[]]> = {
  'once for several problems in a row': [
    ['src/a.ts', 'src/a.ts', 'src/b.ts', 'src/a.ts'],
    ['a.ts', '', 'b.ts', 'a.ts'],
  ],
  'with its folder if another has the same name': [
    ['src/chat/index.ts', 'src/reader/index.ts', 'src/reader/index.ts', 'src/a.ts'],
    ['index.ts in chat', 'index.ts in reader', '', 'a.ts'],
  ],
  'without a folder if it is in none': [
    ['index.ts', 'src/index.ts'],
    ['index.ts', 'index.ts in src'],
  ],
  'again for each cell of a notebook': [
    ['src/a.ipynb#1', 'src/a.ipynb#2', 'src/a.ipynb#2'],
    ['a.ipynb', 'a.ipynb', ''],
  ],
  'with Windows folders': [
    [String.raw`C:\one\index.ts`, String.raw`C:\two\index.ts`],
    ['index.ts in one', 'index.ts in two'],
  ],
};

describe('problems that are read aloud', () => {
  for (const [name, [paths, headings]] of Object.entries(cases)) {
    it(`name a file ${name}`, () => {
      const problems = paths.map((path, index) => ({
        uri: `file:///${path}`,
        path: path.replace(/#.*/, ''),
        line: index + 1,
        severity: 'Error',
        message: 'Wrong\n  here',
      }));
      const { text, starts } = writeProblems(problems, languages.english);
      deepStrictEqual(
        starts.map((start, index) => text.slice(start, starts[index + 1])),
        headings.map(
          (heading, index) =>
            `${heading === '' ? '' : `${heading}\n\n`}Error on line ${index + 1}: Wrong here\n\n`,
        ),
      );
    });
  }
});
