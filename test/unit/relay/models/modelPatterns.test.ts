import { deepStrictEqual } from 'node:assert/strict';
import { matchingPatterns } from '../../../../src/relay/models/modelOverrides.ts';

const cases: readonly (readonly [id: string, patterns: readonly string[], matching: readonly string[]])[] = [
  ['claude-opus-5', [], []],
  ['claude-opus-5', ['claude-opus-4', 'opus', 'claude-*-4', '*x*', ''], []],
  [
    'claude-opus-5',
    ['*', '*opus*', 'claude-*', 'claude-opus-5'],
    ['claude-opus-5', 'claude-*', '*opus*', '*'],
  ],
  ['claude-opus-5', ['claude-opus-5*****', 'claude-opus-5'], ['claude-opus-5', 'claude-opus-5*****']],
  ['claude-opus-5', ['c*e-*s-*', '*-5', 'claude-opus-5*'], ['claude-opus-5*', 'c*e-*s-*', '*-5']],
  ['team/b*c', ['team/*', 'team/b*c', 'team/b?c'], ['team/b*c', 'team/*']],
  ['aba', ['ab*ba', 'a*b*a', 'a*a'], ['a*b*a', 'a*a']],
  ['Gpt', ['gpt*', 'G*'], ['G*']],
];

describe('patterns of model ids', () => {
  for (const [id, patterns, matching] of cases) {
    it(`${id} with ${patterns.join(' ') || 'none'}`, () => {
      deepStrictEqual(matchingPatterns(patterns, id), matching);
    });
  }
});
