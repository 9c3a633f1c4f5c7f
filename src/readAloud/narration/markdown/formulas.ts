import type { Vocabulary } from '../vocabulary.ts';

/**
 * Stand in for characters of the source while it is parsed, so that formulas and such aren't taken for emphasis
 * or lists. They are code points that no text may contain, and take as much room as what they hide.
 */
export const marks = { formulaStart: '\uFDD0', formula: '\uFDD1', silent: '\uFDD2' };

const nextLine = String.raw`\r?\n(?![ \t]*(?:[-+*#>|<~:$]|\d+[.)]|\r?\n|$))`;
const dollars = String.raw`(?<![\\$\w])\$(?=[^\s$])(?<body>(?:[^$${'`'}\\\r\n]|\\[^\r\n]|${nextLine}){1,400})(?<!\s)\$(?![\w$])`;
const doubleDollars = String.raw`(?<![\\$])\$\$(?!\$)(?:[^$${'`'}\\\r\n]|\\[^\r\n]|${nextLine}){1,2000}\$\$(?!\$)`;
const brackets = String.raw`(?<!\\)(?:\\\((?<round>(?:[^${'`'}\\\r\n]|\\[^()\r\n]|${nextLine}){1,400})\\\)|\\\[(?<square>(?:[^${'`'}\\\r\n]|\\[^[\]\r\n]|${nextLine}){1,2000})\\\](?![(:]))`;
const formulas = new RegExp([doubleDollars, dollars, brackets].join('|'), 'g');

const mathMarks = /[\\^_={}+*/<>|]/;
/** "5 off, and pay in US" between two signs of dollars is no formula. */
const money = /^\d[\d.,]*(?:\s+\p{L}|\p{L}{2}|[\u2E80-\uFFEF])/u;

/** Puts marks in the place of formulas between words. The text keeps its length and its lines. */
export function hideFormulas(text: string): string {
  if (!/\$|\\[([]/.test(text)) return text;
  return text.replace(formulas, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const { body, round, square } = groups;
    if (body !== undefined && money.test(body) && !/[\\^_={}]/.test(body)) return found;
    const inBrackets = round ?? square;
    if (inBrackets !== undefined && !mathMarks.test(inBrackets) && inBrackets.trim().length > 2) return found;
    return hideFormula(found);
  });
}

/** A formula's text as marks; line ends stay, and so does what may stand before a line of a quote. */
export function hideFormula(text: string): string {
  return marks.formulaStart + hideRestOfFormula(text.slice(1));
}

export function hideRestOfFormula(text: string): string {
  return text.replaceAll(
    /(?<prefix>[\r\n]+[ \t>]*)|[^\r\n]/g,
    (found, prefix: string | undefined) => prefix ?? marks.formula.repeat(found.length),
  );
}

const greek =
  'alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega';

const tokens =
  /\s+|(?<sign>[=+\-/<>]|\\[a-zA-Z]+)|\^(?:\{(?<long>-?\w+)\}|(?<short>\w))|_(?:\{(?<longIndex>\w+)\}|(?<shortIndex>\w))|(?<plain>\d+(?:\.\d+)?|[a-zA-Z])|(?<bracket>[()])|(?<comma>,)/y;

/** A short formula in words, "formula" for every other one. */
export function formulaInWords(tex: string, words: Vocabulary): string {
  const body = tex.replace(/^(?:\$\$?|\\[([])\s*/, '').replace(/\s*(?:\$\$?|\\[)\]])$/, '');
  if (body.length === 0 || body.length > 40) return words.formula;
  const { signs, squared, cubed, power } = words.formulas;
  let said = '';
  tokens.lastIndex = 0;
  while (tokens.lastIndex < body.length) {
    const found = tokens.exec(body);
    if (!found) return words.formula;
    const { sign, long, short, longIndex, shortIndex, plain, bracket, comma } = found.groups ?? {};
    const exponent = long ?? short;
    if (sign !== undefined) {
      const letter = new RegExp(`^\\\\(${greek})$`).exec(sign)?.[1];
      const word = letter ?? (Object.hasOwn(signs, sign) ? signs[sign] : undefined);
      if (word === undefined) return words.formula;
      said += ` ${word} `;
    } else if (exponent !== undefined) {
      said += ` ${exponent === '2' ? squared : exponent === '3' ? cubed : power(exponent)} `;
    } else if (plain !== undefined) {
      // Letters side by side are factors, said one by one.
      said += /[\w]$/.test(said) ? ` ${plain}` : plain;
    } else {
      said += bracket ?? (comma === undefined ? '' : ', ');
      const index = longIndex ?? shortIndex;
      if (index !== undefined) said += ` ${index} `;
    }
  }
  const joined = said
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\(\s|\s(?=[),])/g, (found) => found.trim())
    .trim();
  return /[\p{L}\p{N}]/u.test(joined) ? joined : words.formula;
}
