import { deepStrictEqual } from 'node:assert/strict';
import {
  checkProfileName,
  freeProfileName,
  readProfiles,
} from '../../../../src/platform/settings/profiles.ts';

describe('profiles in settings', () => {
  it('have settings without the prefix; invalid profiles are ignored', () => {
    const found = readProfiles({
      Work: { baseUrl: 'https://relay.example.com', 'chat.model': 'm' },
      Empty: {},
      'not an object': 'https://relay.example.com',
      'a list': ['https://relay.example.com'],
      nothing: null,
      ' spaces around ': {},
      'an icon $(alert)': {},
      '': { baseUrl: 'https://default.example.com' },
    });
    deepStrictEqual(
      [...found],
      [
        ['Work', { baseUrl: 'https://relay.example.com', 'chat.model': 'm' }],
        ['Empty', {}],
      ],
    );
  });

  for (const found of [undefined, null, 'text', 7, [], [{ baseUrl: 'https://relay.example.com' }]]) {
    it(`are none in ${JSON.stringify(found)}`, () => {
      deepStrictEqual(readProfiles(found).size, 0);
    });
  }

  it('may have names like object properties', () => {
    const found = readProfiles(JSON.parse('{"__proto__": {"baseUrl": "https://a"}, "constructor": {}}'));
    deepStrictEqual([...found.keys()], ['constructor']);
  });
});

describe('a profile’s name', () => {
  for (const [name, problem] of [
    ['Work', undefined],
    ['工作 2', undefined],
    ['a'.repeat(60), undefined],
    ['', 'empty'],
    ['   ', 'empty'],
    ['a'.repeat(61), 'tooLong'],
    [' Work', 'unexpectedCharacters'],
    ['Wo\u200brk', 'unexpectedCharacters'],
    ['Wo\u202erk', 'unexpectedCharacters'],
    ['Work\n', 'unexpectedCharacters'],
    ['$(trash) Work', 'unexpectedCharacters'],
    ['__proto__', 'reserved'],
    ['Home', 'taken'],
  ] as const) {
    it(`${JSON.stringify(name)} is ${problem ?? 'fine'}`, () => {
      deepStrictEqual(checkProfileName(name, ['Home']), problem);
    });
  }

  it('gets a number if it is taken, and stays within the maximum length', () => {
    deepStrictEqual(
      [
        freeProfileName('Work', ['']),
        freeProfileName('Work', ['Work']),
        freeProfileName('Work', ['Work', 'Work 2']),
        freeProfileName('a'.repeat(60), ['a'.repeat(60)]),
      ],
      ['Work', 'Work 2', 'Work 3', `${'a'.repeat(58)} 2`],
    );
  });
});
