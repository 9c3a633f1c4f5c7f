import { parsePatch } from 'diff/lib/patch/parse.js';

/** The changes of one file. */
export interface FileDiff {
  readonly path: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'copied' | 'modified';
  /** For a renamed or copied file. */
  readonly oldPath?: string;
  /** Whether it is binary, and so has no lines. */
  readonly isBinary: boolean;
  readonly added: number;
  readonly removed: number;
  /** The hunks as git writes them: each line with its sign, and the lines that begin with `@@`. */
  readonly lines: readonly string[];
}

/** Consecutive changed lines, without context. */
export interface ChangedRun {
  /** Line of the first addition, or where lines were removed, from 1; 0 in a deleted file. */
  readonly line: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Colors, for people who set git to always use them. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g');

/** Splits a git diff by file. */
export function splitGitDiff(diff: string): FileDiff[] {
  // Split at \n only: files may contain other line terminators, which git ignores.
  return diff
    .replace(colours, '')
    .split(/(?<=^|\n)(?=diff --(?:git|cc|combined) )/)
    .filter((block) => block.startsWith('diff --'))
    .map(readBlock);
}

/** An untracked file in the form of a diff; `text` is undefined if it is binary or was not read. */
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

/** The changed lines of a file, run by run. A merge's diff has a column of signs for each parent. */
export function changedRuns({ lines }: FileDiff): ChangedRun[] {
  const runs: { line: number; added: string[]; removed: string[] }[] = [];
  let run: (typeof runs)[number] | undefined;
  let columns = 1;
  let at = 0;
  for (const line of lines) {
    const header = /^(@@+) .*?\+(\d+)/.exec(line);
    const signs = line.slice(0, columns);
    if (header) {
      columns = (header[1]?.length ?? 2) - 1;
      at = Number(header[2]);
      run = undefined;
    } else if (signs.includes('+') || signs.includes('-')) {
      if (!run) {
        run = { line: at, added: [], removed: [] };
        runs.push(run);
      }
      run[signs.includes('+') ? 'added' : 'removed'].push(line.slice(columns));
      if (signs.includes('+')) at += 1;
    } else if (!line.startsWith('\\')) {
      run = undefined;
      at += 1;
    }
  }
  return runs;
}

function readBlock(block: string): FileDiff {
  const all = block.replace(/\n$/, '').split('\n');
  const firstHunk = all.findIndex((line) => line.startsWith('@@'));
  const header = firstHunk < 0 ? all : all.slice(0, firstHunk);
  const lines = firstHunk < 0 ? [] : all.slice(firstHunk);
  const parsed = parsePatch(header.join('\n'))[0];
  const names = [parsed?.newFileName, parsed?.oldFileName];
  const name = names.find((each) => each !== undefined && each !== '/dev/null');
  const oldPath = parsed?.isRename || parsed?.isCopy ? parsed.oldFileName?.slice('a/'.length) : undefined;
  return {
    path: name === undefined ? readFirstLine(header[0] ?? '') : withoutPrefix(name),
    change: readChange(parsed),
    ...(oldPath !== undefined && { oldPath }),
    isBinary: parsed?.isBinary ?? false,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    lines,
  };
}

function readChange(parsed: ReturnType<typeof parsePatch>[number] | undefined): FileDiff['change'] {
  if (parsed?.isCreate) return 'added';
  if (parsed?.isDelete) return 'deleted';
  if (parsed?.isCopy) return 'copied';
  return parsed?.isRename ? 'renamed' : 'modified';
}

/** `a/src/x.ts`, with another letter or no prefix if the person's git is configured that way. */
function withoutPrefix(name: string): string {
  return name.replace(/^[abciow]\//, '');
}

/** A file without hunks (empty or binary) has its name only in this line: twice, and each with an optional prefix. */
function readFirstLine(line: string): string {
  const names = line.replace(/^diff --\w+ /, '');
  return /^(?:[abciow]\/)?(.+?) (?:[abciow]\/)?\1$/.exec(names)?.[1] ?? names;
}
