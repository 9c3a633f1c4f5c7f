import { deepStrictEqual } from 'node:assert/strict';
import { type Import, readSourceFiles, type SourceFile } from './sourceFiles.ts';

const files = readSourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));
const features = ['connection', 'models', 'chat', 'readAloud', 'editing', 'chatProvider', 'images', 'tasks'];

/** Folders whose code uses neither VS Code nor a browser. */
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

/** What each folder may import besides itself; from `types`, only types. The longest matching name counts. */
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
    // One list of the kinds of attachments, for the journal and the pages.
    folders: ['src/text/', 'src/relay/', 'src/messages/', 'src/protocol/attachmentKinds.ts'],
    types: ['src/protocol/', 'src/chat/'],
  },
  'src/images/metadata/': { folders: ['src/text/', 'src/relay/'], types: ['src/protocol/'] },
  'src/readAloud/narration/': { folders: ['src/text/'] },
  'src/readAloud/playback/': {
    folders: ['src/text/', 'src/relay/', 'src/readAloud/narration/'],
    types: ['src/protocol/', 'src/readAloud/'],
  },
  'src/webview/': {
    // One function adds events to a response, for both host and page.
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

/** Libraries of pure code, which parse Markdown, code and diffs, count tokens, and encode MP3. */
const pureLibraries =
  /^(zod\/mini|diff\/.*|tokenx|hast|highlight\.js(\/.*)?|lowlight|mdast|mdast-util-from-markdown|mdast-util-gfm|micromark-.*|wasm-media-encoders\/esnext)$/;

function folderOf(path: string): string {
  const found = Object.keys(neighbours).filter((folder) => path.startsWith(folder));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

/** All files that a file loads at run time, directly or indirectly. */
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

function pathsWhere(isFound: (file: SourceFile) => boolean): string[] {
  return files.filter(isFound).map(({ path }) => path);
}

const isPure = ({ path }: SourceFile) => pureFolders.some((folder) => path.startsWith(folder));
const isOfPage = ({ path }: SourceFile) => path.startsWith('src/webview/');

/** The first import cycle; empty if there is none. */
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

/** Files with other limits: one that may be longer, and one that must be shorter. */
const longestFiles: Readonly<Record<string, number>> = {
  // The entry point is a table of contents that shows how each feature is loaded.
  'src/extension.ts': 80,
  // One class owns the whole state of a reading.
  'src/readAloud/playback/playbackSession.ts': 400,
};

describe('the source files', () => {
  it('import only from their own folder and from those allowed for it', () => {
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

  it('in pure folders load only Node, pure libraries, and network libraries in one file each', () => {
    const onlyIn: Record<string, string> = {
      'eventsource-parser': 'src/relay/http/eventStream.ts',
    };
    deepStrictEqual(
      breaches(
        isPure,
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
      pathsWhere((file) => isPure(file) && loadedBy(file.path).has('vscode')),
      [],
    );
  });

  it('outside of relay/ load the client in one place only, which keeps start-up fast', () => {
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

  it('in the browser load neither VS Code nor Node nor the full zod', () => {
    const isForeign = (target: string) => /^(?:vscode|zod)$|^node:/.test(target);
    deepStrictEqual(
      pathsWhere((file) => isOfPage(file) && [...loadedBy(file.path)].some(isForeign)),
      [],
    );
  });

  it('in the host import neither extension.ts nor browser code', () => {
    deepStrictEqual(
      breaches(
        (file) => !isOfPage(file),
        ({ target }) => target !== 'src/extension.ts' && !target.startsWith('src/webview/'),
      ),
      [],
    );
  });

  it('include only two at the root', () => {
    deepStrictEqual(pathsWhere(({ path }) => path.split('/').length === 2).toSorted(), [
      'src/extension.ts',
      'src/manifest.ts',
    ]);
  });

  it('have unique names', () => {
    const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
    deepStrictEqual(
      [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
      // Each page has its own entry point.
      ['main.ts'],
    );
  });

  it('have no import cycles, not even of types', () => {
    deepStrictEqual(findCircle(files), []);
  });

  it('read configuration only in settings.ts and editorSettings.ts', () => {
    deepStrictEqual(
      pathsWhere(({ text }) => text.includes('getConfiguration')),
      ['src/platform/settings/editorSettings.ts', 'src/platform/settings/settings.ts'],
    );
  });

  it('show notifications only in notifications.ts, which escapes text from outside', () => {
    deepStrictEqual(
      pathsWhere(({ text }) => /show(Information|Warning|Error)Message|setStatusBarMessage/.test(text)),
      ['src/platform/notifications.ts'],
    );
  });

  it('never turn text into HTML in a view', () => {
    const forbidden =
      /innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|DOMParser|document\.write|createContextualFragment|srcdoc/;
    deepStrictEqual(
      pathsWhere((file) => isOfPage(file) && forbidden.test(file.text)),
      [],
    );
  });

  it('have fewer than 350 lines and no default exports', () => {
    deepStrictEqual(
      pathsWhere(
        ({ path, text }) =>
          text.split('\n').length > (longestFiles[path] ?? 350) || text.includes('export default'),
      ),
      [],
    );
  });
});
