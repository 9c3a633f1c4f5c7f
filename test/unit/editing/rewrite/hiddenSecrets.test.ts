import { deepStrictEqual } from 'node:assert/strict';
import { hideSecrets } from '../../../../src/editing/rewrite/hiddenSecrets.ts';
import { checkCpuGrowth } from '../../../cpuGrowth.ts';
import { createRandom } from '../../../randomNumbers.ts';

const hide = (old: string) =>
  hideSecrets({ path: 'src/a.ts', before: '', old, after: old.slice(0, 10_000), others: [] });

describe('secrets in code that is rewritten', () => {
  const cases: readonly (readonly [name: string, old: string, seen: string])[] = [
    ['none', 'login("nobody");', 'login("nobody");'],
    [
      'one that occurs again',
      'password = "S3cr3tPa55w";\nlogin("S3cr3tPa55w");',
      'password = "MASKED_SECRET_1_";\nlogin("MASKED_SECRET_1_");',
    ],
    [
      'one that is the prefix of another',
      'password = "S3cr3tPa55";\npassword = "S3cr3tPa55word9";\nf("S3cr3tPa55word9", "S3cr3tPa55");',
      'password = "MASKED_SECRET_1_";\npassword = "MASKED_SECRET_2_";\nf("MASKED_SECRET_2_", "MASKED_SECRET_1_");',
    ],
    [
      'one right after another',
      'password = "S3cr3tPa55";\npassword = "Pa55S3cr3t";\nf(S3cr3tPa55Pa55S3cr3tS3cr3t);',
      'password = "MASKED_SECRET_1_";\npassword = "MASKED_SECRET_2_";\nf(MASKED_SECRET_1_MASKED_SECRET_2_S3cr3t);',
    ],
    [
      'one that is part of a placeholder',
      'password = "S3cr3tPa55";\npassword = "SKED_SECRET_1";\nf("S3cr3tPa55");',
      'password = "MASKED_SECRET_1_";\npassword = "MASKED_SECRET_2_";\nf("MASKED_SECRET_1_");',
    ],
  ];
  for (const [name, old, expected] of cases)
    it(`are replaced by placeholders, which can be restored: ${name}`, () => {
      const seen = hide(old);
      deepStrictEqual([seen.old, seen.restore(seen.old.split('\n')).join('\n')], [expected, old]);
    });

  it('are masked in other texts, the longest first', () => {
    const { mask } = hide('password = "S3cr3tPa55";\npassword = "S3cr3tPa55word9";');
    deepStrictEqual(mask('S3cr3tPa55word9, S3cr3tPa55, S3cr3tPa'), '[masked], [masked], S3cr3tPa');
  });
});

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const next = createRandom(7);

function random(length: number): string {
  return Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join('');
}

const assign = (value: string) => `password = "${value}";\n`;
const use = (value: string) => `f("${value}");\n`;
const kinds: Readonly<Record<string, (count: number) => string>> = {
  'tokens of one form': (count) => Array.from({ length: count }, () => use(`glpat-${random(20)}`)).join(''),
  'passwords with a common prefix, which occur again': (count) => {
    const values = Array.from({ length: count }, (_, at) => `S3cr3tPa55${random(4 + (at % 20))}`);
    return values.map(assign).join('') + values.map(use).join('');
  },
};

function hideAndRestore(old: string): void {
  const seen = hide(old);
  seen.mask(old);
  seen.restore(seen.old.split('\n'));
}

describe('the time for hiding secrets', () => {
  for (const [name, write] of Object.entries(kinds))
    it(`is linear in their number: ${name}`, () => {
      const [few, many] = [write(1500), write(6000)];
      checkCpuGrowth(
        () => hideAndRestore(few),
        () => hideAndRestore(many),
      );
    });
});
