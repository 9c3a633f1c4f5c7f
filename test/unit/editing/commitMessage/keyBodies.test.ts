import { deepStrictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { findKeyBodies } from '../../../../src/editing/commitMessage/shownDiff.ts';

/** Split into parts: otherwise, secret scanners would take them for keys. */
const begin = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ');
const end = ['-----END RSA', 'PRIVATE KEY-----'].join(' ');
const one = 'MIIEowIBAAKCAQEA7bq3xk9TzQmC4vN1f2Lw8yR0pXsJd6HgUeKaBtVn5ZcOiMlq';
const two = 'Wr7YhTjE3uSxQ9oDkGzPbAf1vIyNmC2eLq4Wd8XoRt6UjFs0KpHnVbMa5ZiGcYeT';
const last = 'kT4v+Zq8Lm2=';
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** A hunk, which begins with the heading of its @@ line, and its parts that belong to a key. */
const hunks: readonly (readonly [name: string, hunk: readonly string[], keys: readonly string[]])[] = [
  ['its middle', ['', one, two], [one, two]],
  ['its middle, indented', ['tls: |', `    ${one}`, `    ${two}`, '  '], [one, two]],
  ['its last lines', ['', one, last, end, 'x: 1'], [one, last]],
  ['its last line', ['x:', last, end, 'x: 1'], [last]],
  ['its first line', ['', 'x: 1', begin, one], [one]],
  ['its first lines, encrypted', ['', begin, 'Proc-Type: 4,ENCRYPTED', '', one], [one]],
  ['its first line, truncated', ['', begin, one.slice(0, 30)], [one.slice(0, 30)]],
  ['all of it', ['', begin, one, two, last, end, 'done'], [one, two, last]],
  ['a middle without a begin or end line', ['', one, two, last, 'x: 1'], [one, two, last]],
  ['strings in code', ['', `  '${one}\\n' +`, `  '${two}\\n' +`], [`${one}\\n`, `${two}\\n`]],
  ['strings in code up to its end', ['', `"${one}\\n"`, `"${last}\\n"`, `"${end}\\n";`], [`${one}\\n`, last]],
  ['strings in code from its start', ['', `key = "${begin}\\n"`, `  + "${one}\\n"`], [`${one}\\n`]],
  ['comments', ['', `# ${one}`, `# ${two}`], [one, two]],
  [
    'arguments of calls',
    ['', `key.append("${one}");`, `key.append("${two}");`, `key.append("${last}");`, 'x = 1'],
    [one, two, last],
  ],
  ['the heading of the hunk', [one, 'EOF', '', 'x: 1'], [one]],
  ['the heading of the hunk above more of it', [one, two], [one, two]],
  ['its end in the heading of the hunk', ['kT4v8Zq8Lm2Xw9Rb1N', ') >key', 'x'], ['kT4v8Zq8Lm2Xw9Rb1N']],
  [
    'a short line in the heading of the hunk, and more',
    ['kT4v8Zq8Lm2Xw9Rb1N', one, two],
    ['kT4v8Zq8Lm2Xw9Rb1N', one, two],
  ],
  ['the lines below a complete one', ['', `{"key": "${begin} ${end}",`, `"id": "${hash('a')}"`], []],
  ['a single long line', ['', 'a', one, 'b'], []],
  ['hashes', ['', hash('a'), hash('b'), hash('c')], []],
  [
    'long names',
    [
      '',
      `import ${'internalAccountService/'.repeat(4)}A1`,
      `import ${'externalAccountService/'.repeat(4)}B2`,
    ],
    [],
  ],
  ['words', ['function x() {', 'return', '}', 'else'], []],
  ['code that searches for keys', ['', `if (text.includes('${begin}')) {`, '  return true;', '}'], []],
  ['code with both end marks', ['', `const ends = ['${begin}',`, `  '${end}'];`, 'return', 'x + 1'], []],
];

describe('the lines of a private key in a hunk', () => {
  for (const [name, hunk, keys] of hunks)
    it(`${keys.length > 0 ? 'are' : 'are not'} ${name}`, () => {
      const found = findKeyBodies(hunk).flatMap((range, place) =>
        range ? [hunk[place]?.slice(range.start, range.end)] : [],
      );
      deepStrictEqual(found, keys);
    });

  it('are found quickly in hostile texts', () => {
    const texts = [
      'A'.repeat(25_000),
      `${'-'.repeat(25_000)}`,
      '+/'.repeat(12_000),
      `${'a '.repeat(12_000)}`,
    ];
    deepStrictEqual(findKeyBodies(['', ...texts]), Array(5).fill(undefined));
  });
});
