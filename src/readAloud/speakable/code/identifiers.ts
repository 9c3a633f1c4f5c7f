import type { WordsLanguage } from '../block.ts';
import { createCodeSpeech } from './codeSpeech.ts';
import { sayExpression } from './expressions/expressions.ts';
import { languageOf } from './languages/languages.ts';

/** Longer code in the middle of a text is cut. */
const longest = 1000;

/**
 * A little code, as it stands in the middle of a text, in words: `getUserById` "get user by id", `foo.bar()` "foo dot
 * bar", `--no-verify` "dash dash no verify". Empty for mere brackets.
 */
export function sayIdentifier(text: string, language: WordsLanguage): string {
  const typescript = languageOf('typescript');
  if (!typescript) return text;
  const code = text.slice(0, longest);
  const asked = { start: 0, end: code.length };
  const speech = createCodeSpeech({
    text: code,
    language: typescript,
    wordsLanguage: language,
    asked,
    isLowerCase: true,
  });
  sayExpression(speech, asked);
  return speech.build('code')?.text ?? '';
}
