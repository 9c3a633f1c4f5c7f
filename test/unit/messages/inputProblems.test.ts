import { deepStrictEqual } from 'node:assert/strict';
import { describeAddressProblem, describeKeyProblem } from '../../../src/messages/inputProblems.ts';

const t = (message: string) => message;

describe('what is typed, and can’t be used', () => {
  it('has other words for each thing that can be wrong with an address or a key', () => {
    const words = [
      ...(
        [
          'empty',
          'notAnAddress',
          'whitespaceInside',
          'unsupportedScheme',
          'containsCredentials',
          'looksLikeKey',
        ] as const
      ).map((problem) => describeAddressProblem(problem, t)),
      ...(
        [
          'empty',
          'severalKeys',
          'looksLikeUrl',
          'placeholder',
          'masked',
          'whitespaceInside',
          'unexpectedCharacters',
          'tooShort',
          'tooLong',
        ] as const
      ).map((problem) => describeKeyProblem(problem, t)),
    ];
    deepStrictEqual(new Set(words).size, words.length);
  });
});
