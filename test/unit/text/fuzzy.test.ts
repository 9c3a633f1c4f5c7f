import { deepStrictEqual } from 'node:assert/strict';
import { bestMatches, toCandidate } from '../../../src/text/fuzzy.ts';

const paths = [
  'src/chat/chatSession.ts',
  'src/chat/chatView.ts',
  'src/chat/history/search.ts',
  'src/models/modelPicker.ts',
  'test/unit/chat/chatSession.test.ts',
  'docs/session.md',
  'package.json',
  'src/chat/',
];
const candidates = paths.map((path) => toCandidate(path));

describe('the fuzzy match', () => {
  const cases: [typed: string, best: string[]][] = [
    ['chatses', ['src/chat/chatSession.ts', 'test/unit/chat/chatSession.test.ts']],
    ['cs', ['src/chat/chatSession.ts', 'test/unit/chat/chatSession.test.ts']],
    ['session', ['docs/session.md', 'src/chat/chatSession.ts']],
    ['mp', ['src/models/modelPicker.ts']],
    ['MODELpick', ['src/models/modelPicker.ts']],
    ['history/se', ['src/chat/history/search.ts']],
    ['src\\chat\\chatv', ['src/chat/chatView.ts']],
    ['package json', ['package.json']],
    ['zzz', []],
  ];
  for (const [typed, best] of cases) {
    it(`ranks files for “${typed}”`, () => {
      const found = bestMatches(typed, candidates, 10).map(({ path }) => path);
      deepStrictEqual(found.slice(0, Math.max(1, best.length)), best);
    });
  }

  it('prefers open files', () => {
    const open = candidates.map((each) => ({ ...each, rank: each.path.startsWith('test/') ? 3 : 0 }));
    deepStrictEqual(bestMatches('session', open, 1)[0]?.path, 'test/unit/chat/chatSession.test.ts');
  });

  it('begins with open files while nothing is typed', () => {
    const open = candidates.map((each) => ({ ...each, rank: each.path === 'package.json' ? 3 : 0 }));
    deepStrictEqual(
      bestMatches('', open, 2).map(({ path }) => path),
      ['package.json', 'src/chat/'],
    );
  });

  it('requires all letters in order', () => {
    const count = (typed: string, path: string) => bestMatches(typed, [toCandidate(path)], 1).length;
    deepStrictEqual([count('abc', 'xaxbxc'), count('abc', 'acb')], [1, 0]);
  });

  it('returns the best few of many, in order', () => {
    const many = Array.from({ length: 1000 }, (_, place) =>
      toCandidate(`src/${'x'.repeat(place % 97)}a${place}.ts`),
    );
    const all = bestMatches('a1', many, 1000);
    deepStrictEqual(bestMatches('a1', many.toReversed(), 10), all.slice(0, 10));
  });
});
