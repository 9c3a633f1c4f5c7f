/** What changed in one file. */
export interface FileDiff {
  readonly path: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'copied' | 'modified';
  /** Of a renamed or copied file. */
  readonly oldPath?: string;
  /** No text, so that there are no lines. */
  readonly isBinary: boolean;
  readonly added: number;
  readonly removed: number;
  /** The hunks as git writes them: each line with its sign, and the lines that begin with `@@`. */
  readonly lines: readonly string[];
}

/** Colours, for people who tell git to use them always. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g');

/** Takes a diff of git's apart, file by file. */
export function splitDiff(diff: string): FileDiff[] {
  // A file may have other signs in it that end a line, of which git knows nothing.
  return diff
    .replace(colours, '')
    .split(/(?<=^|\n)(?=diff --(?:git|cc|combined) )/)
    .filter((block) => block.startsWith('diff --'))
    .map(readBlock);
}

/** A file that git doesn't follow yet, as its diff will be; without a text where it has none, or none is to be sent. */
export function diffNewFile(path: string, text: string | undefined): FileDiff {
  const lines = text ? text.replace(/\r?\n$/, '').split(/\r?\n/) : [];
  return {
    path,
    change: 'added',
    isBinary: text === undefined,
    added: lines.length,
    removed: 0,
    lines: lines.length === 0 ? [] : [`@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)],
  };
}

function readBlock(block: string): FileDiff {
  const all = block.replace(/\n$/, '').split('\n');
  const firstHunk = all.findIndex((line) => line.startsWith('@@'));
  const header = firstHunk < 0 ? all : all.slice(0, firstHunk);
  const lines = firstHunk < 0 ? [] : all.slice(firstHunk);
  const after = (start: string) => header.find((line) => line.startsWith(start))?.slice(start.length);
  const oldName = readName(after('--- '));
  const newName = readName(after('+++ '));
  const oldPath = after('rename from ') ?? after('copy from ');
  const path = after('rename to ') ?? after('copy to ') ?? newName ?? oldName;
  return {
    path: path === undefined ? readFirstLine(header[0] ?? '') : unquote(path),
    change: readChange(header),
    ...(oldPath !== undefined && { oldPath: unquote(oldPath) }),
    isBinary: header.some((line) => /^(?:Binary files |GIT binary patch)/.test(line)),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    lines,
  };
}

function readChange(header: readonly string[]): FileDiff['change'] {
  if (header.some((line) => line.startsWith('new file mode'))) return 'added';
  if (header.some((line) => line.startsWith('deleted file mode'))) return 'deleted';
  if (header.some((line) => line.startsWith('copy from '))) return 'copied';
  return header.some((line) => line.startsWith('rename from ')) ? 'renamed' : 'modified';
}

/** `a/src/x.ts`, with other letters or none before the slash where the person's git is set so. */
function readName(name: string | undefined): string | undefined {
  const given = name?.replace(/\t$/, '');
  return given === undefined || given === '/dev/null' ? undefined : given.replace(/^("?)[abciow]\//, '$1');
}

/** A file without hunks, empty or binary, has its name here alone: twice, and the second time at the end. */
function readFirstLine(line: string): string {
  const names = line.replace(/^diff --\w+ /, '');
  const [, name] =
    /^(?:"?[abciow]\/)?(.+?)"? (?:"?[abciow]\/)?\1"?$/.exec(names) ??
    / "?[bciow]\/(.+?)"?$/.exec(names) ??
    [];
  return unquote(name ?? names);
}

/** Git quotes names with other than plain letters, and writes their bytes as octal numbers. */
function unquote(name: string): string {
  const inner = /^"(.*)"$/.exec(name)?.[1] ?? name;
  if (!inner.includes('\\')) return inner;
  const bytes = [...inner.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)].map(([, octal, escaped, plain]) =>
    octal === undefined ? Buffer.from(escaped ?? plain ?? '') : Buffer.of(Number.parseInt(octal, 8)),
  );
  return Buffer.concat(bytes).toString('utf8');
}
