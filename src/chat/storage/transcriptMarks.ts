import { CodeFollower } from '../../text/codeFence.ts';

/**
 * What a transcript keeps between its words: comments, which nobody sees where Markdown is shown. JSON in them has
 * neither `<` nor `>`, so that nothing in it can end a comment or begin one.
 */

/** Texts that hold a mark themselves get a backslash more in it than they had. */
export function escapeMarks(text: string): string {
  return text.replace(/<!-- model-relay(\\*):/g, '<!-- model-relay$1\\:');
}

export function unescapeMarks(text: string): string {
  return text.replace(/<!-- model-relay\\(\\*):/g, '<!-- model-relay$1:');
}

export function writeMark(name: string, data: object = {}): string {
  const json = JSON.stringify(data).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<!-- model-relay:${name}${json === '{}' ? '' : ` ${json}`} -->`;
}

export interface Mark {
  readonly name: string;
  /** What its JSON says; undefined when a hand broke it. */
  readonly data: unknown;
  readonly start: number;
  readonly end: number;
}

export function readMarks(markdown: string): Mark[] {
  return [...markdown.matchAll(/<!-- model-relay:(\w+)(?!\w)([^<>\n]*)-->/g)].map(
    ({ 0: { length }, 1: name = '', 2: json = '', index }) => ({
      name,
      data: readJson(json.trim() || '{}'),
      start: index,
      end: index + length,
    }),
  );
}

/** No call of a tool is nested deeper; JSON of any depth can be read, but not written again. */
const deepestNesting = 500;

function readJson(json: string): unknown {
  try {
    return isTooDeep(json) ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [sign] of json.matchAll(/"(?:[^"\\]+|\\.)*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > deepestNesting) return true;
  }
  return false;
}

/** The fence of a code block that a text leaves open, which would swallow all that follows; '' for none. */
export function openFence(text: string): string {
  // Indented ones may be part of a list or quote, which ends by itself.
  const follower = new CodeFollower(0);
  for (const line of text.split(/\r\n|\n|\r/)) follower.isCode(line);
  return follower.open ?? '';
}
