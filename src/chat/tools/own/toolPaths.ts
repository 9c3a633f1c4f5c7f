/** A folder of the workspace, with its name and the path of its URI. */
interface NamedFolder {
  readonly name: string;
  readonly path: string;
}

/** A path in a folder of the workspace; `way` is '' for the folder itself. */
interface ToolPath {
  readonly folder: number;
  readonly way: string;
}

const longestPath = 1_000;

/**
 * Reads a path as a model writes it: relative to a workspace folder, with the folder's name first if there are
 * several, or absolute and in one of them. Undefined for paths that lead elsewhere or nowhere, such as `..`. Follows no
 * link.
 */
export function readToolPath(path: string, folders: readonly NamedFolder[]): ToolPath | undefined {
  const plain = path.trim().replaceAll('\\', '/');
  if (plain.length > longestPath || /\p{Cc}/u.test(plain) || folders.length === 0) return undefined;
  const names = plain.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) return undefined;
  if (/^(?:\/|[a-z]:\/)/i.test(plain)) {
    const absolute = `/${names.join('/')}`;
    const folder = folders.findIndex((each) => isIn(absolute, each.path));
    const root = folders[folder]?.path.replace(/\/$/, '') ?? '';
    return folder < 0 ? undefined : { folder, way: absolute.slice(root.length + 1) };
  }
  // A colon means a URI scheme or, on Windows, a file's alternate data stream.
  if (names.some((name) => name.includes(':'))) return undefined;
  const named = folders.length > 1 ? folders.findIndex(({ name }) => name === names[0]) : -1;
  return named < 0 ? { folder: 0, way: names.join('/') } : { folder: named, way: names.slice(1).join('/') };
}

function isIn(path: string, folder: string): boolean {
  const root = folder.replace(/\/$/, '');
  // Drive letters may be upper or lower case.
  const [one, other] = /^\/[a-z]:/i.test(root) ? [path.toLowerCase(), root.toLowerCase()] : [path, root];
  return one === other || one.startsWith(`${other}/`);
}

/** Files that take effect by themselves once changed, such as settings, hooks and builds, or that instruct agents. */
const protectedNames =
  /^(?:\..*|package\.json|.*\.code-workspace|.*\.(?:cs|fs|vb|vcx)?proj|.*\.(?:props|targets)|build\.rs|web\.config|server\.xml|(?:agents|claude|gemini)\.md|.*(?:[-.]lock(?:\.\w+)?|-lock\.\w+|\.lockb))$/i;

/** Whether a file is never changed without approval, whatever the person allowed. */
export function isProtectedPath(path: string): boolean {
  return path.split(/[/\\]/).some((name) => protectedNames.test(name) && name !== '.' && name !== '..');
}
