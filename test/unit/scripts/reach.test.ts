import { deepStrictEqual } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findReached, nearestFirst } from '../../../scripts/testing/reach.ts';

const files: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'media/chat.css': '',
  'src/deep.ts': 'export const deep = 1;',
  'src/middle.ts': `import { deep } from './deep.ts';\nexport const middle = () => deep;`,
  'src/types.ts': 'export interface Shape {}',
  'src/page.ts': `import { middle } from './middle.ts';\nmiddle();`,
  'src/lazy.ts': 'export const lazy = 1;',
  'src/extension.ts': `import * as vscode from 'vscode';\nexport const activate = async () => [vscode, await import('./lazy.ts')];`,
  'test/unit/imports.test.ts': `import type { Shape } from '../../src/types.ts';\nimport { middle } from '../../src/middle.ts';\nmiddle();`,
  'test/unit/talks.test.ts': `say('src/deep.ts');`,
  'test/unit/reads.test.ts': `read(join(import.meta.dirname, '../../package.json'));`,
  'test/unit/starts.test.ts': `spawn(join(import.meta.dirname, 'child.ts'));`,
  'test/unit/child.ts': `import { deep } from '../../src/deep.ts';\nconsole.log(deep);`,
  'test/unit/globs.test.ts': `globSync('src/**/*.ts', { cwd: projectRoot });`,
  'test/webview/chat.test.ts': `import { open } from './pages.ts';\nopen('chat');`,
  'test/webview/pages.ts': `export const open = (name) => [read(join(projectFolder, \`media/\${name}.css\`)), provideBundle('src/page.ts')];`,
  'test/host/commands.test.ts': `commands.executeCommand('modelRelay.chat');`,
};

describe('the tests that a change reaches', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'reach-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
  });
  after(() => rm(root, { recursive: true }));

  const everyFile = 'globs';
  const rows: readonly (readonly [changed: string, reached: readonly string[]])[] = [
    ['src/deep.ts', [everyFile, 'imports', 'starts', 'chat']],
    ['src/middle.ts', [everyFile, 'imports', 'chat']],
    ['src/page.ts', [everyFile, 'chat']],
    ['src/types.ts', [everyFile]],
    ['src/lazy.ts', ['commands', everyFile]],
    ['media/chat.css', ['chat']],
    ['package.json', ['reads']],
    ['test/unit/child.ts', ['starts']],
    ['test/unit/talks.test.ts', ['talks']],
    ['README.md', []],
  ];
  for (const [changed, expected] of rows) {
    it(changed, async () => {
      const reached = await findReached(
        root,
        ['test/{unit,webview,host}/**/*.test.ts'],
        ['docs/a.md', changed],
      );
      deepStrictEqual(
        reached.map(({ spec, changed: by }) => [/(\w+)\.test/.exec(spec)?.[1] ?? '', by]).toSorted(),
        expected.map((name) => [name, changed]).toSorted(),
      );
    });
  }

  it('are sorted by how many words their names share with the changed files', () => {
    deepStrictEqual(
      nearestFirst(
        [
          'test/webview/chatScroll.test.ts',
          'test/webview/chatFind.test.ts',
          'test/webview/readerText.test.ts',
        ],
        ['src/webview/chat/findBar.ts'],
      ).map((spec) => /(\w+)\.test/.exec(spec)?.[1]),
      ['chatFind', 'chatScroll', 'readerText'],
    );
  });
});
