/** Where a link of an answer leads. */
export type LinkTarget =
  /** `isUnasked`: the editor opens it without a question of its own. */
  | { readonly kind: 'outside'; readonly address: string; readonly isUnasked: boolean }
  /** A file of the workspace; its place is counted from 1. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly line?: number;
      readonly column?: number;
      readonly endLine?: number;
    }
  | { readonly kind: 'refused' };

const refused: LinkTarget = { kind: 'refused' };
const longestAddress = 8_000;

/** Reads a link: the web and mail, or a path below a folder of the workspace with a line. All else is refused. */
export function readLink(href: string): LinkTarget {
  const text = href.trim();
  if (text === '' || text.length > longestAddress || /\p{Cc}/u.test(text)) return refused;
  if (/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^:/?#]+\.\w+(?::\d+){1,2}$/.test(text))
    return readAddress(text);
  return readPath(text);
}

function readAddress(text: string): LinkTarget {
  if (!URL.canParse(text)) return refused;
  const { protocol, href, hostname } = new URL(text);
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return refused;
  const isOwnComputer = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
  return { kind: 'outside', address: href, isUnasked: protocol === 'mailto:' || isOwnComputer };
}

function readPath(text: string): LinkTarget {
  const [, before = '', line, column, endLine] =
    /^(.*?)(?:#L(\d+)(?:C(\d+))?(?:-L?(\d+)(?:C\d+)?)?|#.*)?$/.exec(text) ?? [];
  const [, bare = '', colonLine, colonColumn] = /^(.*?)(?::(\d+)(?::(\d+))?)?$/.exec(before) ?? [];
  const path = decode(bare.split('?')[0] ?? '');
  if (path === undefined || !isBelow(path)) return refused;
  const place = {
    line: readNumber(line ?? colonLine),
    column: readNumber(column ?? colonColumn),
    endLine: readNumber(endLine),
  };
  return {
    kind: 'file',
    path: path.replace(/^(?:\.\/)+/, ''),
    ...(place.line !== undefined && { line: place.line }),
    ...(place.column !== undefined && { column: place.column }),
    ...(place.endLine !== undefined && { endLine: place.endLine }),
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a path stays below the folder that it is read from. */
function isBelow(path: string): boolean {
  if (path === '' || /[\p{Cc}\\:]/u.test(path) || path.startsWith('/')) return false;
  const names = path.split('/');
  return !names.includes('..') && names.some((name) => name !== '.' && name !== '');
}

function readNumber(digits: string | undefined): number | undefined {
  const value = Number(digits);
  return digits !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
