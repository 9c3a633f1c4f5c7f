/** Language and paths of a code block, from its fence and content. */
export interface CodeDescription {
  /** The language of the fence, in lower case; '' if there is none. */
  readonly language: string;
  /** Suggested paths, the most likely first. Unverified: a model may name anything. */
  readonly paths: readonly string[];
}

const attribute = /(?:^|[\s{,])(?:title|file|filename|path)\s*[=:]\s*(?:"([^"]+)"|'([^']+)'|([^\s,}]+))/gi;
const namesWithoutExtension =
  /^(?:Dockerfile|Containerfile|Makefile|GNUmakefile|Jenkinsfile|Vagrantfile|Gemfile|Rakefile|Procfile|LICENSE|README|\.\w[\w.-]*)$/;
/** No path of a file that people work on is longer. */
const longestPath = 300;

/** Reads what follows the fence, and the code. */
export function describeCode(info: string, code: string): CodeDescription {
  const [first = '', ...others] = info
    .trim()
    .replace(/^\{\s*\.?/, '')
    .split(/[\s,{}]+/);
  const colon = first.indexOf(':');
  const isPathAlone = colon === -1 && /[/\\]/.test(first);
  const named = isPathAlone ? first : colon > 0 ? first.slice(colon + 1) : undefined;
  const language = isPathAlone ? extensionOf(first) : first.split(':')[0];
  const attributes = [...info.matchAll(attribute)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  );
  const paths = [
    named,
    ...attributes,
    ...others.filter((word) => !word.includes('=')),
    ...pathsOfDiff(code),
    pathInFirstLine(code),
  ].filter((path): path is string => path !== undefined && isPath(path));
  return { language: (language ?? '').toLowerCase(), paths: [...new Set(paths)] };
}

function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? '';
}

function isPath(text: string): boolean {
  if (text.length > longestPath || /\p{Cc}/u.test(text) || /^[a-z]{2,}:\/\//i.test(text)) return false;
  const name = segmentsOf(text).at(-1) ?? '';
  return /[^.]\.[\w-]{1,12}$/.test(name) || namesWithoutExtension.test(name);
}

function pathsOfDiff(code: string): string[] {
  return [...code.matchAll(/^--- ([^\t\n]+).*\n\+\+\+ ([^\t\n]+)/gm)].flatMap(([, before, after]) =>
    [after, before].flatMap((path) => (path && path !== '/dev/null' ? [withoutDiffPrefix(path)] : [])),
  );
}

/** `a/` and `b/`, which git puts before the paths of a diff. */
export function withoutDiffPrefix(path: string): string {
  return path.trim().replace(/^[ab]\//, '');
}

const commentedLine =
  /^\s*(?:\/\/+|#+|--+|;+|%+|\/\*+|<!--+|"""|'''|::|rem\s)\s*(.+?)\s*(?:\*+\/|--+>|"""|''')?\s*$/i;

/** The path in the first line, if that is a comment with nothing else. */
function pathInFirstLine(code: string): string | undefined {
  const [firstLine = ''] = code.split('\n', 1);
  if (firstLine.length > longestPath || firstLine.startsWith('#!')) return undefined;
  const words = commentedLine.exec(firstLine)?.[1];
  if (words === undefined) return undefined;
  const [, labelled] = /^(?:file(?:name)?|path)\s*:\s*(.+)$/i.exec(words) ?? [];
  const path = (labelled ?? words).replace(/^[`"'*]+|[`"'*]+$/g, '');
  return labelled !== undefined || !/\s/.test(path) ? path : undefined;
}

/** The code without a first line that only names its file, unless the file has that line. */
export function withoutPathLine(code: string, text: string): string {
  const path = pathInFirstLine(code);
  if (path === undefined || !isPath(path) || text.startsWith(code.split('\n', 1)[0] ?? '')) return code;
  return code.slice(code.indexOf('\n') + 1 || code.length).replace(/^\s*\n/, '');
}

/** The segments of a path, without those that lead elsewhere: `..`, a drive, the root. */
function segmentsOf(path: string): string[] {
  return path.split(/[/\\]+/).filter((name) => !['', '.', '..'].includes(name) && !/^[a-z]:$/i.test(name));
}

/** The file's name in a suggested path. */
export function nameOfPath(path: string): string | undefined {
  return segmentsOf(path).at(-1);
}

/**
 * The existing files that a suggested path may mean, the most likely first: files of the same name, by how many
 * parent folders match. So a path can only ever lead to an existing file.
 */
export function rankFiles(suggested: string, existing: readonly string[]): string[] {
  const wanted = segmentsOf(suggested).reverse();
  const agreeing = (path: string) => {
    const names = segmentsOf(path).reverse();
    const differing = wanted.findIndex((name, place) => name !== names[place]);
    return differing === -1 ? wanted.length : differing;
  };
  return existing
    .map((path) => ({ path, score: agreeing(path), depth: segmentsOf(path).length }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.depth - b.depth || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/**
 * The relative path of a new file, as a response names it; undefined if it could lead elsewhere, or looks as if it
 * did.
 */
export function readNewPath(path: string): string | undefined {
  const plain = path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/+)+/, '');
  if (plain.length > longestPath || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:*?"<>|]/u.test(plain)) return undefined;
  // Some file systems drop a dot or space at the end of a name, which makes it another name.
  const isName = (name: string) => name !== '' && !/[. ]$/.test(name);
  return plain.split('/').every(isName) ? plain : undefined;
}
