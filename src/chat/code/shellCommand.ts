import { isSession } from './fence/languageIds.ts';

/** The commands of a block. Of a shown session, what stands behind its prompts; tabs are spaces, as a shell at a prompt would complete at a tab. */
export function readCommands(code: string, language: string): string {
  const text = code
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '    ')
    .replace(/^(?:[ ]*\n)+|\s+$/g, '');
  const prompt = /^ *(?:\$|%|PS [^>\n]*>|[A-Z]:\\[^>\n]*>|[\w.-]+@[\w.-]+[^$#\n]{0,80}[$#]) +/;
  const lines = text.split('\n');
  if (!isSession(language) && !lines.every((line) => line.trim() === '' || prompt.test(line))) return text;
  const typed = lines.filter((line) => prompt.test(line)).map((line) => line.replace(prompt, ''));
  return typed.length > 0 ? typed.join('\n') : text;
}

/** Whether a terminal would do something else with a text than type it. */
export function hasControlCharacters(commands: string): boolean {
  return /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u.test(commands);
}

const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]|[^\S \n]/gu;

/** A text in which nothing is hidden: what can't be seen, or would turn the text around, is named by its number. */
export function showInvisible(text: string): string {
  return text.replace(invisible, (character) =>
    character === '\n'
      ? character
      : `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

/** The beginning and the end of a text, and how many characters are not shown in between. */
export interface ShortenedText {
  readonly start: string;
  readonly end: string;
  readonly hidden: number;
}

/** A text as far as it fits, from both of its ends. */
export function shortenInMiddle(text: string, maximumLength: number): ShortenedText {
  const characters = [...text];
  if (characters.length <= maximumLength) return { start: text, end: '', hidden: 0 };
  const kept = Math.floor(maximumLength / 2);
  return {
    start: characters.slice(0, kept).join(''),
    end: characters.slice(-kept).join(''),
    hidden: characters.length - 2 * kept,
  };
}
