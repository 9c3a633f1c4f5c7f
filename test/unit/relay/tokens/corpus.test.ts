import { deepStrictEqual, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens } from '../../../../src/relay/tokens/estimateTokens.ts';

const corpus = join(import.meta.dirname, 'corpus');

/**
 * What `countTokens` of gpt-tokenizer 4.0.0 (`gpt-tokenizer/encoding/o200k_base`) counts in the whole file; js-tiktoken
 * 1.0.21 agrees. The texts are our own.
 */
const counted: Readonly<Record<string, number>> = {
  'code/css.txt': 826,
  'code/go.txt': 557,
  'code/java.txt': 603,
  'code/python.txt': 707,
  'code/rust.txt': 654,
  'code/shell.txt': 752,
  'code/sql.txt': 681,
  'code/typescript.txt': 941,
  'data/diff.txt': 1_111,
  'data/html.txt': 692,
  'data/json.txt': 877,
  'data/jsonChinese.txt': 812,
  'data/minified.txt': 2_422,
  'data/stackTraces.txt': 732,
  'data/toolCall.txt': 1_228,
  'data/toolSchemas.txt': 463,
  'data/yaml.txt': 552,
  'prose/chineseInterface.txt': 750,
  'prose/chineseMarkdown.txt': 686,
  'prose/chineseQuestions.txt': 477,
  'prose/chineseStory.txt': 759,
  'prose/chineseTechnical.txt': 604,
  'prose/english.txt': 611,
  'prose/markdown.txt': 1_019,
};

describe('the token estimate of a page of text', () => {
  it('is on average within a twelfth of the counted tokens', () => {
    const errors = Object.entries(counted).map(([file, tokens]) => {
      const text = readFileSync(join(corpus, file), 'utf8').replaceAll('\r\n', '\n');
      return Math.abs(estimateTokens(text) / tokens - 1);
    });
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    ok(mean <= 1 / 12, String(mean));
  });

  it('is compared with every text of the corpus, each of 2 KB or more', () => {
    const files = globSync('*/*.txt', { cwd: corpus }).map((file) => file.replaceAll('\\', '/'));
    deepStrictEqual(files.toSorted(), Object.keys(counted).toSorted());
    deepStrictEqual(
      files.filter((file) => readFileSync(join(corpus, file)).length < 2_048),
      [],
    );
  });

  for (const [file, tokens] of Object.entries(counted)) {
    it(`is within a sixth of the counted tokens: ${file}`, () => {
      isWithinSixth(
        estimateTokens(readFileSync(join(corpus, file), 'utf8').replaceAll('\r\n', '\n')),
        tokens,
      );
    });
  }

  const random: [what: string, algorithm: string, encoding: 'base64' | 'hex', tokens: number][] = [
    ['base64, as in signatures', 'sha512', 'base64', 2_425],
    ['hexadecimal, as in hashes', 'sha256', 'hex', 1_507],
  ];
  for (const [what, algorithm, encoding, tokens] of random) {
    it(`is within a sixth of the counted tokens: ${what}`, () => {
      const lines = Array.from({ length: 40 }, (_, index) =>
        createHash(algorithm).update(String(index)).digest(encoding),
      );
      isWithinSixth(estimateTokens(lines.join('\n')), tokens);
    });
  }

  it('is the same for Windows line endings', () => {
    const text = readFileSync(join(corpus, 'code/python.txt'), 'utf8').replaceAll('\r\n', '\n');
    deepStrictEqual(estimateTokens(text.replaceAll('\n', '\r\n')), estimateTokens(text));
  });
});

function isWithinSixth(estimate: number, tokens: number): void {
  ok(Math.abs(estimate / tokens - 1) <= 1 / 6, `${estimate} instead of ${tokens}`);
}
