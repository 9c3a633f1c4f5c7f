/** The texts of a Lit template itself, and which of its expressions are shown as text. */
interface LitTexts {
  readonly texts: readonly string[];
  /** Indexes of the expressions that are text, or in an attribute that people see or hear. */
  readonly shownHoles: readonly number[];
}

/** Attributes, and properties with the same names, whose values are shown or read by a screen reader. */
const shownAttribute =
  /^[.?]?(title|alt|label|placeholder|aria-?(label|description|roledescription|valuetext|placeholder))$/i;

/** Marks an expression in the markup: no page contains this character. */
const hole = '\u0000';

const comment = /<!--.*?-->/gs;
const tag = /<\/?[a-z][\w-]*((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const attribute = /([^\s"'=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/g;

/** Reads the parts of a template between its expressions. */
export function readLitTexts(pieces: readonly string[]): LitTexts {
  const markup = pieces.join(hole).replace(comment, (text) => hole.repeat(countHoles(text)));
  const texts: string[] = [];
  const shownHoles: number[] = [];
  const show = (text: string, at: number) => {
    texts.push(...text.split(hole));
    const before = countHoles(markup.slice(0, at));
    for (let place = 0; place < countHoles(text); place += 1) shownHoles.push(before + place);
  };
  let end = 0;
  for (const found of markup.matchAll(tag)) {
    show(markup.slice(end, found.index), end);
    end = found.index + found[0].length;
    const attributesAt = found.index + found[0].indexOf(found[1] ?? '');
    for (const { 1: name = '', 2: value = '', index, 0: whole } of (found[1] ?? '').matchAll(attribute)) {
      if (!shownAttribute.test(name)) continue;
      show(value.replace(/^["']|["']$/g, ''), attributesAt + index + whole.length - value.length);
    }
  }
  show(markup.slice(end), end);
  return { texts: texts.map((text) => text.trim()).filter((text) => text !== ''), shownHoles };
}

function countHoles(text: string): number {
  return text.split(hole).length - 1;
}
