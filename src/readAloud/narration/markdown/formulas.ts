import type { Vocabulary } from '../vocabulary.ts';

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
