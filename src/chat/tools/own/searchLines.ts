import { createContext, Script } from 'node:vm';

/** A text to search. */
interface SearchedText {
  readonly name: string;
  readonly text: string;
}

interface FoundLine {
  readonly name: string;
  /** From 1 on. */
  readonly line: number;
  readonly text: string;
}

/** A model's pattern may take forever, as `(a+)+$` does: the time limit for a few texts, which blocks other work. */
const mostMs = 500;
/** Only this much of a line is searched: longer lines are not written by hand. */
const longestLine = 2_000;

const search = new Script(`
  const pattern = new RegExp(source, 'i');
  const found = [];
  for (const [place, text] of texts.entries()) {
    const lines = text.split(/\\r?\\n/);
    for (let index = 0; index < lines.length && found.length < most; index++) {
      const line = lines[index].slice(0, ${longestLine});
      if (pattern.test(line)) found.push([place, index, line]);
    }
  }
  JSON.stringify(found);
`);

/** The source of a regular expression: the pattern itself, or one for exactly this text. Undefined if it is invalid. */
export function readPattern(query: string, isRegex: boolean): string | undefined {
  const source = isRegex ? query : query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  try {
    new RegExp(source, 'i');
    return source;
  } catch {
    return undefined;
  }
}

/** The lines that match a pattern, ignoring case. Throws if the pattern takes too long. */
export function findLines(source: string, texts: readonly SearchedText[], most: number): FoundLine[] {
  // Only strings go in and out, so code in the context can't reach anything.
  const context = createContext({ source, texts: texts.map(({ text }) => text), most });
  const found: [number, number, string][] = JSON.parse(search.runInContext(context, { timeout: mostMs }));
  return found.map(([place, index, text]) => ({ name: texts[place]?.name ?? '', line: index + 1, text }));
}
