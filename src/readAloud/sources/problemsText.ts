import type { Translate } from '../../text/translate.ts';

interface FileProblem {
  readonly uri: string;
  /** The displayed path. All cells of a notebook share it, but each has its own uri. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** The localized severity. */
  readonly severity: string;
  readonly message: string;
}

interface ProblemsText {
  readonly text: string;
  /** The offset of each problem, before the file's name if that is announced with it. */
  readonly starts: readonly number[];
}

/** The spoken text of problems, with each file named once for its consecutive problems. */
export function writeProblems(problems: readonly FileProblem[], t: Translate): ProblemsText {
  const names = nameFiles(problems, t);
  let text = '';
  const starts: number[] = [];
  for (const [index, { uri, path, line, severity, message }] of problems.entries()) {
    starts.push(text.length);
    if (uri !== problems[index - 1]?.uri) text += `${names.get(path)}\n\n`;
    text += `${t('{0} on line {1}: {2}', severity, line, message.replace(/\s+/g, ' '))}\n\n`;
  }
  return { text, starts };
}

/** A name for each path: the file name, with its folder if another file has the same name. */
function nameFiles(problems: readonly FileProblem[], t: Translate): ReadonlyMap<string, string> {
  const files = [...new Set(problems.map(({ path }) => path))].map((path) => {
    const [name = '', folder] = path.split(/[\\/]/).toReversed();
    return { path, name, folder };
  });
  return new Map(
    files.map(({ path, name, folder }) => {
      const isShared = files.some((other) => other.name === name && other.path !== path);
      return [path, isShared && folder ? t('{0} in {1}', name, folder) : name];
    }),
  );
}
