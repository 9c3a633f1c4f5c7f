import { deepStrictEqual, ok } from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { profileSettings } from '../../../src/manifest.ts';
import { projectRoot, readJson } from './sourceFiles.ts';

interface Manifest {
  repository: { url: string };
  bugs: { url: string };
  homepage: string;
  contributes: { configuration: { properties: Record<string, { default: unknown; scope: string }> }[] };
}

const settings = Object.fromEntries(
  (readJson('package.json') as Manifest).contributes.configuration.flatMap(({ properties }) =>
    Object.entries(properties),
  ),
);

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.{md,yml}'], { cwd: projectRoot }).map(
  (path) => ({
    path,
    text: readFileSync(join(projectRoot, path), 'utf8'),
  }),
);
const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? '';

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isDead(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : normalize(join(dirname(page), file));
  if (!existsSync(join(projectRoot, target))) return true;
  return anchor !== undefined && !anchorsOf(textOf(target)).includes(decodeURIComponent(anchor));
}

/** Every text that the UI shows, in one language. */
function readTexts(...files: readonly string[]): string[] {
  return files.flatMap((file) => Object.values(readJson(file) as Record<string, string>));
}

describe('the docs', () => {
  it('link only to files and headings that exist', () => {
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => [path, link] as const),
    );
    ok(links.length > 10);
    deepStrictEqual(
      links.filter(([path, link]) => !/^[a-z]+:/.test(link) && isDead(path, link)),
      [],
    );
  });

  it('name files of the project that exist', () => {
    const files = globSync('{src,test,scripts,media}/**', { cwd: projectRoot });
    const named = [
      ...textOf('ARCHITECTURE.md').matchAll(/`(?!modelRelay)([\w./…-]+\.(?:ts|css|mjs)|test\/[\w/]+)`/g),
    ].map(([, name = '']) => name.replace(/\/$/, ''));
    ok(named.length > 100);
    // A name such as `…Request.ts` stands for several files.
    const exists = (name: string) =>
      files.some((file) =>
        name.startsWith('…') ? file.endsWith(name.slice(1)) : `/${file}`.endsWith(`/${name}`),
      );
    deepStrictEqual(
      named.filter((name) => !exists(name)),
      [],
    );
  });

  it('list every setting, with its default and scope', () => {
    const declared = Object.entries(settings).map(([name, { default: value, scope }]) => {
      const level = scope === 'application' ? 'User' : 'Workspace';
      return [
        name,
        JSON.stringify(value),
        Object.hasOwn(profileSettings, name) ? `${level}, profile` : level,
      ];
    });
    const row = /^\| `(modelRelay\.[\w.]+)` \| `([^`]*)` \| ([^|]+) \|/gm;
    const documented = [...textOf('docs/settings.md').matchAll(row)].map(([, ...columns]) => columns);
    deepStrictEqual(documented.sort(), declared.sort());
  });

  it('name settings and npm scripts that exist', () => {
    const { scripts } = readJson('package.json') as { scripts: Record<string, string> };
    const unknown = pages.flatMap(({ path, text }) => [
      ...[...text.matchAll(/`(modelRelay\.[\w.]+)`/g)]
        .filter(([, name = '']) => !Object.hasOwn(settings, name))
        .map(([, name]) => `${path}: ${name}`),
      ...[...text.matchAll(/\bnpm run ([\w:]*\w)/g)]
        .filter(([, name = '']) => !Object.hasOwn(scripts, name))
        .map(([command]) => `${path}: ${command}`),
    ]);
    deepStrictEqual(unknown, []);
  });

  it('write commands, buttons and menus in bold, as the UI has them', () => {
    const english = [
      ...readTexts('package.nls.json'),
      ...Object.keys(readJson('l10n/bundle.l10n.zh-cn.json') as object),
    ];
    const chinese = readTexts('package.nls.zh-cn.json', 'l10n/bundle.l10n.zh-cn.json');
    const isPrefixed = (bold: string) => bold.startsWith('Model Relay: ');
    const wrong = pages.flatMap(({ path, text }) => {
      const known = path.endsWith('.zh-cn.md') ? chinese : english;
      // List items may begin with bold text that is not from the UI.
      const bolds = [...text.replaceAll(/^- \*\*[^*]+\*\*/gm, '').matchAll(/\*\*([^*]+)\*\*/g)].map(
        ([, bold = '']) => bold.replaceAll(/\s+/g, ' '),
      );
      return bolds
        .filter((bold) => path.startsWith('docs/') || path.startsWith('README') || isPrefixed(bold))
        .filter((bold) => !known.includes(bold.replace('Model Relay: ', '')))
        .map((bold) => `${path}: ${bold}`);
    });
    deepStrictEqual(wrong, []);
  });

  it('have one home page, which the manifest links to', () => {
    const { repository, bugs, homepage } = readJson('package.json') as Manifest;
    const home = repository.url.replace(/\.git$/, '');
    deepStrictEqual([bugs.url, homepage], [`${home}/issues`, `${home}#readme`]);
  });
});
