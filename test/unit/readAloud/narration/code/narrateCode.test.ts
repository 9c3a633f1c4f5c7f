import { deepStrictEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NarratedBlock, NarrationOptions } from '../../../../../src/readAloud/narration/block.ts';
import { narrateCode } from '../../../../../src/readAloud/narration/code/narrateCode.ts';
import { createRandom } from '../../../../randomNumbers.ts';
import { faultsOf, speak as speakWith } from '../narratedBlocks.ts';
import { type CodeCase, symbolsOf } from './codeCase.ts';
import { commentCases } from './commentCases.ts';
import { fileCases, pageCases, programCases } from './fileCases.ts';
import { ownerCases } from './ownerCases.ts';

type Options = Parameters<typeof speakWith>[2];

function speak(languageId: string, text: string, options: Options): NarratedBlock[] {
  const speakable = narrateCode(languageId);
  ok(speakable, `${languageId} is no language`);
  return speakWith(speakable, text, { codeBlocks: 'read', ...options });
}

function textsOf(blocks: readonly NarratedBlock[], usual: NarratedBlock['kind']): string[] {
  return blocks.map(({ kind, text }) => (kind === usual ? text : `(${kind}) ${text}`));
}

function defineCases(
  title: string,
  cases: Readonly<Record<string, CodeCase>>,
  code: NarrationOptions['code'],
) {
  describe(title, () => {
    for (const [name, [languageId, source, blocks, symbols]] of Object.entries(cases)) {
      it(name, () => {
        const spoken = speak(languageId, source, {
          code,
          ...(symbols && { symbols: symbolsOf(source, symbols) }),
        });
        deepStrictEqual(textsOf(spoken, code === 'comments' ? 'comment' : 'code'), blocks);
      });
    }
  });
}

defineCases('comments of code', commentCases, 'comments');
defineCases('comments and their declarations', ownerCases, 'comments');
defineCases('pages', pageCases, 'comments');
defineCases('programs', programCases, 'everything');
defineCases('commands, data and pages', fileCases, 'everything');

/** Checks what must hold for the narration of any text. */
function checkBlocks(text: string, blocks: readonly NarratedBlock[], start = 0, end = text.length): void {
  let at = start;
  for (const block of blocks) {
    ok(/[\p{L}\p{N}]/u.test(block.text), `nothing to say in ${block.text.slice(0, 80)}`);
    deepStrictEqual(faultsOf(block, text, { start: at, end }), []);
    at = block.spans.at(-1)?.source.end ?? end + 1;
  }
}

const everyCase = [commentCases, ownerCases, pageCases, programCases, fileCases].flatMap((cases) =>
  Object.values(cases),
);
const folder = join(import.meta.dirname, '../../../../../src/readAloud/narration/text');
const ownFiles = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
const samples: readonly (readonly [string, string])[] = [
  ...everyCase.map(([languageId, source]) => [languageId, source] as const),
  ...ownFiles.map((source) => ['typescript', source] as const),
];

/** A comment, and the languages that have it. */
const commentsOfLanguages: Readonly<Record<string, string>> = {
  '// yes':
    'c cpp cuda-cpp hlsl glsl objective-c objective-cpp csharp go java groovy d proto3 kotlin scala php rust zig swift javascript javascriptreact typescript typescriptreact astro dart solidity fsharp pascal scss less',
  '# yes':
    'shellscript makefile dockerfile cmake julia ini properties toml ignore powershell python coffeescript elixir graphql r ruby crystal nix perl terraform yaml',
  '<!-- yes -->': 'xml vue svelte handlebars',
  '-- yes': 'haskell lua sql',
  '/* yes */': 'css jsonc',
  '(* yes *)': 'ocaml',
  '; yes': 'clojure',
  '% yes': 'erlang',
  "' yes": 'vb',
  'REM yes': 'bat',
};

/** Deletes, duplicates and moves parts of a source at random. */
function mutate(random: () => number, source: string): string {
  const pieces = source.split(/(?<=[\s"'`(){}/*#<>-])/);
  const place = () => Math.floor(random() * pieces.length);
  for (let count = Math.ceil(random() * 8); count > 0; count -= 1) {
    const [from = '', to = place()] = [pieces[place()], place()];
    if (random() < 0.4) pieces.splice(place(), 1 + Math.floor(random() * 4));
    else pieces.splice(to, random() < 0.5 ? 1 : 0, from);
  }
  return pieces.join('').slice(0, Math.ceil(random() * source.length * 1.5));
}

describe('the narration of any code', () => {
  it('has an exact map to the source, however broken that is', () => {
    const random = createRandom(20);
    for (let round = 0; round < 1500; round += 1) {
      const [languageId, source] = samples[Math.floor(random() * samples.length)] ?? ['typescript', ''];
      const other = samples[Math.floor(random() * samples.length)]?.[0] ?? 'typescript';
      const text = round < samples.length ? (samples[round]?.[1] ?? '') : mutate(random, source);
      const code = random() < 0.5 ? 'comments' : 'everything';
      checkBlocks(text, speak(random() < 0.7 ? languageId : other, text, { code }));
      const start = Math.floor(random() * text.length);
      const end = start + Math.floor(random() * (text.length - start));
      checkBlocks(text, speak(languageId, text, { code, start, end }), start, end);
    }
  });

  it('is the same for a part as within the whole', () => {
    const text = 'const a = `\n// no comment\n`;\n// The first one.\n/* The second\n   one. */\n\nlet b = a;';
    const start = text.indexOf('first');
    const end = text.indexOf('cond') + 4;
    deepStrictEqual(
      speak('typescript', text, { start, end }).map((block) => block.text),
      ['first one.', 'The second'],
    );
    deepStrictEqual(
      speak('typescript', text, { start: text.indexOf('let'), code: 'everything' }).map(
        (block) => block.text,
      ),
      ['let b equals a'],
    );
  });

  it('supports languages by their IDs and by the names of code fences, and nothing else', () => {
    const names = ['typescript', 'ts', 'PY', 'c++', 'yml', 'zsh', 'objective-c', 'dockercompose'];
    deepStrictEqual(
      [...names, 'markdown', 'plaintext', 'latex', '', '__proto__', 'constructor'].filter((name) =>
        narrateCode(name),
      ),
      names,
    );
  });

  it('reads the comments of all languages, and nothing else', () => {
    for (const [comment, languageIds] of Object.entries(commentsOfLanguages))
      for (const languageId of languageIds.split(' '))
        deepStrictEqual(textsOf(speak(languageId, `${comment}\nno`, {}), 'comment'), ['yes'], languageId);
  });

  it('is lazy: it yields the first block of a long file before reading to its end', () => {
    const source = ownFiles.join('\n');
    const text = source.repeat(Math.ceil(2_000_000 / source.length));
    const blocks = narrateCode('typescript')?.(text, {
      codeBlocks: 'read',
      code: 'everything',
      pronunciations: {},
    });
    const [first] = blocks ?? [];
    ok(first && (first.spans.at(-1)?.source.end ?? text.length) < 1000);
  });

  for (const piece of '`${¦/[¦{{¦<a "¦/** a */\nclass ¦def a(¦"a¦\'¦/* ¦<a ¦<script>¦<!-- ¦<<A ¦{@link ¦((¦a<¦@param {'.split(
    '¦',
  )) {
    it(`ends even with many of ${piece}`, () => {
      const text = piece.repeat(2_000);
      const languageIds = 'typescriptreact python rust ruby shellscript html json yaml'.split(' ');
      for (const [index, languageId] of languageIds.entries()) {
        for (const [place, prefix] of ['', '/** ', '# '].entries()) {
          const code = (index + place) % 2 === 0 ? 'comments' : 'everything';
          checkBlocks(prefix + text, speak(languageId, prefix + text, { code }));
        }
      }
    });
  }
});
