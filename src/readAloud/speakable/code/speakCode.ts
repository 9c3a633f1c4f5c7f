import type { Speakable, WordsLanguage } from '../block.ts';
import type { CodeReading } from './codeSpeech.ts';
import { sayComments } from './comments/commentBlocks.ts';
import { groupComments } from './comments/commentGroups.ts';
import { ownersOfComments } from './declarations/owners.ts';
import { sayPage } from './everything/page.ts';
import { sayStatements } from './everything/statements.ts';
import type { CodeLanguage } from './languages/codeLanguage.ts';
import { languageOf } from './languages/languages.ts';
import { regionsFrom } from './languages/regions.ts';
import { isComment } from './lexer/token.ts';
import { tokensFrom } from './lexer/tokens.ts';

/** How much of a text is looked at to know the language of its comments. */
const sampleLength = 30_000;

/**
 * Makes source code speakable: the id of VS Code or the name after a fence says which language it is; undefined for
 * one that is no code we know.
 */
export function speakCode(languageId: string): Speakable | undefined {
  const whole = languageOf(languageId);
  if (!whole) return undefined;
  return function* speak(text, options) {
    const asked = {
      start: Math.max(0, options.start ?? 0),
      end: Math.min(text.length, options.end ?? text.length),
    };
    if (asked.end <= asked.start) return;
    const wordsLanguage = options.wordsLanguage ?? languageOfComments(text, whole);
    for (const region of regionsFrom(text, whole)) {
      if (region.start >= asked.end) return;
      if (region.end <= asked.start) continue;
      const { language } = region;
      const reading: CodeReading = { text, language, wordsLanguage, asked };
      const part = { start: region.start, end: Math.min(region.end, Math.max(asked.end, region.start)) };
      const items = groupComments(text, language, tokensFrom(text, language, { ...part, end: region.end }));
      if (options.code === 'everything') {
        yield* sayStatements(reading, part, items);
        continue;
      }
      // Of a page people read the text, and of data in XML only what explains it.
      if (language.form === 'markup' && language.id !== 'xml') {
        yield* sayPage(reading, part);
        continue;
      }
      for (const { group, owner } of ownersOfComments(reading, region, items)) {
        yield* sayComments(reading, group, owner);
      }
    }
  };
}

/** Chinese if the comments mostly are. */
function languageOfComments(text: string, whole: CodeLanguage): WordsLanguage {
  let chinese = 0;
  let latin = 0;

  function count(content: string): void {
    chinese += content.match(/\p{Script=Han}/gu)?.length ?? 0;
    latin += content.match(/\p{Script=Latin}/gu)?.length ?? 0;
  }

  for (const { language, start, end } of regionsFrom(text.slice(0, sampleLength), whole)) {
    if (language.form === 'markup') {
      const shown = text.slice(start, Math.min(end, sampleLength)).replace(/<[^<>]*>/g, ' ');
      count(shown);
      continue;
    }
    for (const token of tokensFrom(text, language, { start, end: Math.min(end, sampleLength) })) {
      if (!isComment(token)) continue;
      count(text.slice(token.start, token.end));
    }
  }
  return chinese * 4 > latin ? 'zh' : 'en';
}
