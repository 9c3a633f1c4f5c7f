import type { CodeSymbol, Narrate, NarratedBlock, WordsLanguage } from '../block.ts';
import { type CodeLanguage, languageOf } from './codeLanguages.ts';
import type { CodeReading } from './codeReading.ts';
import { type Token, tokensFrom } from './codeTokens.ts';
import { type CommentGroup, groupComments } from './commentGroups.ts';
import { narrateComments } from './comments.ts';
import { ownerOf } from './owners.ts';
import { narratePage } from './page.ts';
import { narrateStatements } from './statements.ts';

/** How much of a text is looked at to know the language of its comments. */
const sampleLength = 30_000;

/**
 * Makes source code speakable: the id of VS Code or the name after a fence says which language it is; undefined for
 * one that is no code we know.
 */
export function narrateCode(languageId: string): Narrate | undefined {
  const code = languageOf(languageId);
  if (!code) return undefined;
  return function* narrate(text, options): Generator<NarratedBlock> {
    const asked = {
      start: Math.max(0, options.start ?? 0),
      end: Math.min(text.length, options.end ?? text.length),
    };
    if (asked.end <= asked.start) return;
    const language = options.wordsLanguage ?? languageOfComments(text, code);
    const reading: CodeReading = { text, code, language, asked };
    const items = groupComments(text, tokensFrom(text, code));
    const isMarkup = code.form === 'markup' || code.grammar === 'php';
    if (options.code === 'everything') {
      yield* isMarkup ? narrateMixed(reading, items, options.symbols) : narrateStatements(reading, items);
    } else if (isMarkup && languageId !== 'xml') {
      yield* narratePage(reading, items, options.symbols);
    } else {
      // Of data in XML, what explains it.
      for (const item of items) {
        if (item.start >= asked.end) return;
        if (item.kind === 'comments')
          yield* narrateComments(reading, item, ownerOf(text, item, options.symbols));
      }
    }
  };
}

/** As much of a page is looked at before it is said. */
const mostItems = 200;

/** Pages with their elements, and the code within them. */
function* narrateMixed(
  reading: CodeReading,
  items: Iterable<Token | CommentGroup>,
  symbols: readonly CodeSymbol[] | undefined,
): Generator<NarratedBlock> {
  let part: (Token | CommentGroup)[] = [];
  let isCode = false;
  const narratePart = () =>
    isCode ? narrateStatements(reading, part) : narratePage(reading, part, symbols, { saysElements: true });
  for (const item of items) {
    if (item.start >= reading.asked.end) break;
    const isPage = item.kind === 'text' || item.kind === 'tag';
    const isOther = item.kind === 'comments' ? false : isCode === isPage;
    if (isOther || (part.length > mostItems && item.kind === 'tag')) {
      yield* narratePart();
      part = [];
      isCode = !isPage;
    }
    part.push(item);
  }
  yield* narratePart();
}

/** Chinese if the comments mostly are, and in a page its text. */
function languageOfComments(text: string, code: CodeLanguage): WordsLanguage {
  let chinese = 0;
  let latin = 0;
  const isPage = code.form === 'markup';
  const sample = text.slice(0, sampleLength);
  for (const { kind, start, end } of groupComments(sample, tokensFrom(sample, code))) {
    if (kind !== 'comments' && !(isPage && kind === 'text')) continue;
    const content = text.slice(start, end);
    chinese += content.match(/\p{Script=Han}/gu)?.length ?? 0;
    latin += content.match(/\p{Script=Latin}/gu)?.length ?? 0;
  }
  return chinese * 4 > latin ? 'zh' : 'en';
}
