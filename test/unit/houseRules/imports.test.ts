import { deepStrictEqual, ok } from 'node:assert/strict';
import { type Import, readSourceFiles, type SourceFile } from './sourceFiles.ts';

const files = readSourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));
const features = ['connection', 'models', 'chat', 'readAloud', 'editing', 'chatProvider', 'images', 'tasks'];

/** What knows neither VS Code nor a browser: the folder says it. */
const pureFolders = [
  'src/text/',
  'src/protocol/',
  'src/relay/',
  'src/messages/',
  'src/chat/model/',
  'src/images/metadata/',
  'src/readAloud/narration/',
  'src/readAloud/playback/',
];

/** What each folder may know beside itself; with `types`, of what it may know types alone. The longest name counts. */
const neighbours: Readonly<Record<string, { folders: readonly string[]; types?: readonly string[] }>> = {
  'src/text/': { folders: [] },
  'src/relay/': { folders: ['src/text/'] },
  'src/protocol/': { folders: ['src/text/'], types: ['src/relay/'] },
  'src/messages/': {
    folders: ['src/text/', 'src/relay/', 'src/platform/settings/'],
    types: ['src/protocol/'],
  },
  'src/platform/': {
    folders: ['src/manifest.ts', 'src/text/', 'src/relay/', 'src/messages/'],
    types: ['src/protocol/'],
  },
  'src/chat/model/': {
    folders: ['src/text/', 'src/relay/', 'src/messages/'],
    types: ['src/protocol/', 'src/chat/'],
  },
  'src/images/metadata/': { folders: ['src/text/', 'src/relay/'], types: ['src/protocol/'] },
  'src/readAloud/narration/': { folders: ['src/text/'] },
  'src/readAloud/playback/': {
    folders: ['src/text/', 'src/relay/', 'src/readAloud/narration/'],
    types: ['src/protocol/', 'src/readAloud/'],
  },
  'src/webview/': {
    // What an event adds to a response is decided once, for host and page.
    folders: ['src/protocol/', 'src/text/', 'src/relay/chat/responseParts.ts'],
    types: ['src/relay/'],
  },
  ...Object.fromEntries(
    features.map((feature) => [
      `src/${feature}/`,
      {
        folders: ['manifest.ts', 'text/', 'protocol/', 'relay/', 'messages/', 'platform/'].map(
          (name) => `src/${name}`,
        ),
      },
    ]),
  ),
};

/** Libraries of pure code: they read Markdown, code and diffs, count tokens, and make MP3. */
const pureLibraries =
  /^(zod\/mini|diff\/.*|tokenx|hast|highlight\.js(\/.*)?|lowlight|mdast|mdast-util-from-markdown|mdast-util-gfm|micromark-.*|wasm-media-encoders\/esnext)$/;

function folderOf(path: string): string {
  const found = Object.keys(neighbours).filter((folder) => path.startsWith(folder));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

/** What a file loads with it, however far away. */
function loadedBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  for (const { target, isTypeOnly } of byPath.get(path)?.imports ?? []) {
    if (isTypeOnly || found.has(target)) continue;
    found.add(target);
    loadedBy(target, found);
  }
  return found;
}

function breaches(
  concerned: (file: SourceFile) => boolean,
  allowed: (target: Import, file: SourceFile) => boolean,
) {
  return files
    .filter(concerned)
    .flatMap((file) =>
      file.imports
        .filter((target) => !allowed(target, file))
        .map(({ target }) => `${file.path} -> ${target}`),
    );
}

/** The first circle of imports; empty where there is none. */
function findCircle(all: readonly SourceFile[]): readonly string[] {
  const importsOf = new Map(all.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  function follow(path: string, route: readonly string[]): readonly string[] {
    if (route.includes(path)) return [...route.slice(route.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const target of importsOf.get(path) ?? []) {
      const circle = follow(target, [...route, path]);
      if (circle.length > 0) return circle;
    }
    done.add(path);
    return [];
  }
  return all.map(({ path }) => follow(path, [])).find((circle) => circle.length > 0) ?? [];
}

/** Files that are longer, being one thing, and one that is shorter. */
const longestFiles: Readonly<Record<string, number>> = {
  // It reads like a table of contents, with how each feature is loaded.
  'src/extension.ts': 165,
  // The state of one reading has one owner.
  'src/readAloud/playback/playbackSession.ts': 400,
};

describe('who may know whom', () => {
  it('reads the imports of every file', () => {
    ok(files.length > 30 && files.some(({ imports }) => imports.length > 0));
  });

  it('each folder knows itself, and what is named for it', () => {
    const found = breaches(
      ({ path }) => folderOf(path) !== '',
      ({ target, isTypeOnly }, { path }) => {
        if (!target.startsWith('src/')) return true;
        const own = folderOf(path);
        const { folders, types = [] } = neighbours[own] ?? { folders: [] };
        return [own, ...folders, ...(isTypeOnly ? types : [])].some((folder) => target.startsWith(folder));
      },
    );
    deepStrictEqual(found, []);
  });

  it('pure folders load Node, libraries that are pure themselves, and in one file each what the wire needs', () => {
    const onlyIn: Record<string, string> = {
      'eventsource-parser': 'src/relay/http/eventStream.ts',
    };
    deepStrictEqual(
      breaches(
        ({ path }) => pureFolders.some((folder) => path.startsWith(folder)),
        ({ target }, { path }) =>
          target.startsWith('src/') ||
          target.startsWith('node:') ||
          pureLibraries.test(target) ||
          (path.startsWith('src/relay/') && (target === 'zod' || onlyIn[target] === path)) ||
          (/^undici(\/|$)/.test(target) && /\/http\/undici(Files\.d)?\.ts$/.test(path)),
      ),
      [],
    );
    deepStrictEqual(
      files
        .filter(({ path }) => pureFolders.some((folder) => path.startsWith(folder)))
        .filter(({ path }) => loadedBy(path).has('vscode'))
        .map(({ path }) => path),
      [],
    );
  });

  it('the rest loads the client at run time only in one place, so that nothing pays for it at start-up', () => {
    const isHeavy = (target: string) =>
      target.startsWith('src/relay/') && ['zod', 'undici'].some((library) => loadedBy(target).has(library));
    const found = files
      .filter(({ path }) => !path.startsWith('src/relay/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target, isTypeOnly }) => isHeavy(target) && !isTypeOnly)
          .map(({ target }) => [path, target]),
      );
    deepStrictEqual(found, [['src/connection/connectionStore.ts', 'src/relay/client.ts']]);
  });

  it('the views’ browser code knows no VS Code, no Node and no full zod', () => {
    deepStrictEqual(
      files
        .filter(({ path }) => path.startsWith('src/webview/'))
        .filter(({ path }) =>
          [...loadedBy(path)].some(
            (target) => target === 'vscode' || target === 'zod' || target.startsWith('node:'),
          ),
        )
        .map(({ path }) => path),
      [],
    );
  });

  it('nobody knows extension.ts, and the host nothing of the views’ browser code', () => {
    deepStrictEqual(
      breaches(
        ({ path }) => !path.startsWith('src/webview/'),
        ({ target }) => target !== 'src/extension.ts' && !target.startsWith('src/webview/'),
      ),
      [],
    );
  });

  it('two files stand at the root', () => {
    deepStrictEqual(
      files
        .map(({ path }) => path)
        .filter((path) => path.split('/').length === 2)
        .toSorted(),
      ['src/extension.ts', 'src/manifest.ts'],
    );
  });

  it('a file is found by its name', () => {
    const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
    deepStrictEqual(
      [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
      // Each page's own entry.
      ['main.ts'],
    );
  });

  it('no file leads back to itself, not even by types', () => {
    deepStrictEqual(findCircle(files), []);
    const of = (path: string, target: string) => ({
      path,
      text: '',
      imports: [{ target, isTypeOnly: true }],
    });
    deepStrictEqual(findCircle([of('a', 'b'), of('b', 'c'), of('c', 'b')]), ['b', 'c', 'b']);
  });

  it('configuration is read in settings.ts alone', () => {
    deepStrictEqual(
      files.filter(({ text }) => text.includes('getConfiguration')).map(({ path }) => path),
      ['src/platform/settings/editorSettings.ts', 'src/platform/settings/settings.ts'],
    );
  });

  it('notifications are shown by notifications.ts alone, which keeps foreign words from being markup', () => {
    deepStrictEqual(
      files
        .filter(({ text }) => /show(Information|Warning|Error)Message|setStatusBarMessage/.test(text))
        .map(({ path }) => path),
      ['src/platform/notifications.ts'],
    );
  });

  it('no text can become HTML in a view', () => {
    const forbidden =
      /innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|DOMParser|document\.write|createContextualFragment|srcdoc/;
    deepStrictEqual(
      files
        .filter(({ path, text }) => path.startsWith('src/webview/') && forbidden.test(text))
        .map(({ path }) => path),
      [],
    );
  });

  it('files stay under 350 lines and have no default exports', () => {
    deepStrictEqual(
      files
        .filter(
          ({ path, text }) =>
            text.split('\n').length > (longestFiles[path] ?? 350) || /export default/.test(text),
        )
        .map(({ path }) => path),
      [],
    );
  });
});
