import { deepStrictEqual, ok } from 'node:assert/strict';
import { readJson, readSourceFiles } from './sourceFiles.ts';

/** `t('…')`, `t(\n  '…'` and the same in double quotes: the texts that people see. */
const translated = /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

const texts = new Set(
  readSourceFiles().flatMap(({ text }) =>
    [...text.matchAll(translated)].map(([, single, double]) =>
      (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
    ),
  ),
);
const chinese = readJson('l10n/bundle.l10n.zh-cn.json') as Record<string, string>;

describe('Simplified Chinese', () => {
  it('has every text, and none too many', () => {
    ok(texts.size > 50);
    deepStrictEqual(Object.keys(chinese).sort(), [...texts].sort());
  });

  it('keeps the placeholders', () => {
    const placeholders = (text: string) => (text.match(/\{\d\}/g) ?? []).sort();
    const differing = Object.entries(chinese).filter(
      ([english, translation]) => placeholders(english).join() !== placeholders(translation).join(),
    );
    deepStrictEqual(differing, []);
  });
});
