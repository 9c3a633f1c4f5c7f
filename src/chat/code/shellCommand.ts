import { isSession } from '../../text/languages.ts';

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
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[^\S \n]/gu;

/** A text in which nothing is hidden: what can't be seen, or would turn the text around, is named by its number. */
export function showInvisible(text: string): string {
  return text.replace(invisible, (character) =>
    character === '\n'
      ? character
      : `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

/** What a modal dialog can show of a command. */
const shownLength = 2_000;
const shownLines = 30;

/** Whether a dialog can show all of it: nothing is run of which a part was not seen. */
export function fitsInDialog(commands: string): boolean {
  return showInvisible(commands).length <= shownLength && commands.split('\n').length <= shownLines;
}
