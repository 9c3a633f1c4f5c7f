import { syllabicLetter, unspacedLetter } from '../../../text/scripts.ts';

/** Who tells something on one line needs no more. */
const longestTold = 1_000;

const preamble =
  /^(?:sure|certainly|of course|okay|ok|absolutely|here(?:['’]s| is| are)|below is)\b.*[:!.]$/i;
const apology =
  /^(?:i(?:['’]m| am) (?:sorry|afraid|unable)|sorry\b|i can(?:['’]t|not)\b|as an ai\b|unfortunately\b)/i;

/** What is said before an answer, or in its place. */
export function isPreamble(text: string): boolean {
  return preamble.test(text) || apology.test(text);
}

export function readsLikeSentence(text: string): boolean {
  if (isPreamble(text)) return true;
  if (unspacedLetter.test(text)) return /^[\p{L}“「《].*[。！？：…]$/u.test(text);
  const hasWords = text.split(/\s+/).length >= 3 && /\p{Ll}/u.test(text);
  return hasWords && /^["“*_]*\p{Lu}[^;{}<>=\\|]*[.:!?…]["”*_]*$/u.test(text) && !/[\w\])]\(/.test(text);
}

/** Five words of one line, the first one with a capital, and nothing that only code has. */
export function readsOn(text: string): boolean {
  if (text.length > longestTold || /[;{}<>=\\|$@]/.test(text)) return false;
  const [first = '', ...others] = text.split(/,? /, 5);
  return (
    /^[*_“"]*\p{Lu}[\p{Ll}’']*$/u.test(first) &&
    others.length === 4 &&
    others.every((word) => /^\p{Ll}[\p{L}’'-]*[.:]?$/u.test(word))
  );
}

/** How lists, headings, quotations and tables of an explanation begin. */
const listed = /^(?:[-+*•>|]|\d+[.)]|#{2,6})\s+/;
const onlyInCode = /^(?:\/\/|\/\*|\*\/|<[/!\w]|@\w|[)\]}]|"""|'''|#include\b|#!)|[{([\\]$|\w\(["'[{]/;
const startsCode =
  /^(?:(?:def|class|if|elif|else|for|while|with|try|except|finally|match|case|async)\b.*:$|(?:return|import|from|const|let|var|export|public|private|end|fi|done|esac|pass|break|continue|raise|throw|use|package|fn|func|function)\b)/;
const inCode = /[;}]$|^[a-z][\w$.-]*:\s+\S/;
const inCodeMostly = /\w\(|=|&&|\|\||::/;

/**
 * Whether a line outside of all blocks is rather code than a part of an explanation, which is what mostly stands there: it
 * has to look like code.
 */
export function looksLikeCode(line: string): boolean {
  const dressed = line.trim().slice(0, longestTold);
  const isListed = listed.test(dressed);
  // What stands between backticks is a name that is spoken of.
  const text = dressed
    .replace(listed, '')
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll('**', '');
  if (onlyInCode.test(text) || (!isListed && startsCode.test(text))) return true;
  return !readsLikeTelling(text) && (inCode.test(text) || (!isListed && inCodeMostly.test(text)));
}

const word = /^[("“'‘_]*\p{L}[\p{L}\p{M}’'-]*[)"”’'_]*[,.:;!?…]*$/u;

/** Whether it is made of words, as a heading is, or an item of a list, or a sentence that names what is in the code. */
function readsLikeTelling(text: string): boolean {
  if (syllabicLetter.test(text)) return !/[;{}=]/.test(text);
  const parts = text.split(/\s+/);
  const count = parts.filter((part) => word.test(part)).length;
  if (count >= 4 && count * 3 >= parts.length * 2) return true;
  if (/[;={}]/.test(text)) return false;
  return (/^\p{Lu}/u.test(text) && count > 0) || (parts.length >= 3 && /[.!?…]$/.test(text));
}
