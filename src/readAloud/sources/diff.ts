/** One file of a diff in git's unified format. */
export interface FileChange {
  /** Path within the repository, as it is now; as it was, where the file was deleted. */
  readonly path: string;
  readonly kind: 'changed' | 'added' | 'deleted' | 'renamed' | 'binary';
  readonly hunks: readonly Hunk[];
}

/** Lines that changed together. */
export interface Hunk {
  /** Of the first added line, or where lines were removed, from 1. */
  readonly line: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Reads a diff; what is none of it is passed over. Runs of changed lines are hunks of their own. */
export function parseDiff(diff: string): FileChange[] {
  const files: { path: string; kind: FileChange['kind']; hunks: Hunk[] }[] = [];
  let hunk: { line: number; added: string[]; removed: string[] } | undefined;
  let line = 0;
  let remaining = { before: 0, after: 0 };

  function endHunk(): void {
    if (hunk) files.at(-1)?.hunks.push(hunk);
    hunk = undefined;
  }

  for (const row of diff.split('\n')) {
    const file = files.at(-1);
    if (remaining.before > 0 || remaining.after > 0) {
      const sign = row[0];
      if (sign === '+' || sign === '-') {
        hunk ??= { line, added: [], removed: [] };
        hunk[sign === '+' ? 'added' : 'removed'].push(row.slice(1));
      } else if (sign !== '\\') endHunk();
      if (sign !== '+' && sign !== '\\') remaining.before -= 1;
      if (sign !== '-' && sign !== '\\') {
        remaining.after -= 1;
        line += 1;
      }
      continue;
    }
    const header = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row);
    if (header && file) {
      endHunk();
      line = Number(header[2]);
      remaining = { before: Number(header[1] ?? 1), after: Number(header[3] ?? 1) };
    } else if (row.startsWith('diff --git ')) {
      endHunk();
      files.push({
        path: pathOf(/ (?:b\/|(?="b\/))(.*)$/.exec(row)?.[1] ?? row),
        kind: 'changed',
        hunks: [],
      });
    } else if (file) {
      const found = /^\+\+\+ (?:b\/)?(.*)$/.exec(row)?.[1];
      if (found && found !== '/dev/null') file.path = pathOf(found);
      if (row.startsWith('new file')) file.kind = 'added';
      else if (row.startsWith('deleted file')) file.kind = 'deleted';
      else if (row.startsWith('rename to '))
        Object.assign(file, { kind: 'renamed', path: pathOf(row.slice(10)) });
      else if (row.startsWith('Binary files ')) file.kind = 'binary';
    }
  }
  endHunk();
  return files;
}

/** Git puts a name with special characters between quotes, its bytes in octal; a tab may follow one with spaces. */
function pathOf(name: string): string {
  const quoted = /^"(?:b\/)?(.*)"$/.exec(name)?.[1];
  if (quoted === undefined) return name.replace(/\t.*$/, '');
  return quoted.replace(/(?:\\[0-7]{3})+|\\(.)/g, (octals: string, letter?: string) => {
    if (letter !== undefined) return letter;
    const bytes = octals.split('\\').slice(1);
    return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 8))).toString();
  });
}
