import type { Code } from 'mdast';
import { languageIdOf } from '../../../text/languages.ts';
import type { NarratedBlock } from '../block.ts';
import { narrateCode } from '../code/narrateCode.ts';
import { blockInSource, type JoinedText, joinLines } from '../joined.ts';
import { createNarrator } from '../narrator.ts';
import { narratePlainText } from '../plainText.ts';
import type { TextRange } from '../text/ranges.ts';
import { type Vocabulary, wordMap } from '../vocabulary.ts';
import { type BlockContext, endBlock, startBlock } from './context.ts';
import { inSource, type Reading } from './narrateInline.ts';
import { atomsIn, rangeOf } from './parseForNarration.ts';

const prose = /^(?:text|txt|plain|plaintext|markdown|md|mdx)$/i;

/** Code between other blocks: nothing, words in its place, or itself. */
export function* narrateCodeBlock(code: Code, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const { options, part, source } = reading;
  const block = inSource(reading, rangeOf(code));
  const lines = linesOf(code, reading);
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return;
  const language = /^[{.]*(?<name>[^\s{}.,:]*)/.exec(code.lang ?? '')?.groups?.['name'] ?? '';
  // Who selects within code wants to hear code.
  const isSelected =
    part.start >= block.start && part.end <= block.end && block.end - block.start > part.end - part.start;
  if (options.codeBlocks === 'skip' && !isSelected) return;
  const isPicture = /^(?:diff|patch|mermaid|plantuml|dot|graphviz|math|latex-math)$/i.test(language);
  if (isSelected || (options.codeBlocks === 'read' && !isPicture)) {
    for (const spoken of readLines(language, joinLines(source, lines), lines, context)) {
      context.leads.length = 0;
      yield spoken;
    }
    return;
  }
  const narrator = startBlock(context, rangeOf(code), options.wordsLanguage ?? reading.language);
  const count = source.slice(first.start, last.end).split(/\r\n?|\n/).length;
  narrator.say(noticeOf(language, count, narrator.words), block);
  yield* endBlock(context, narrator.build('notice'));
}

/** The lines that aren't empty, without what stands before them, and those that the parser wasn't shown. */
function linesOf(code: Code, reading: Reading): readonly TextRange[] {
  const { chunk, parsed, source } = reading;
  const shown = atomsIn(parsed.codeLines, rangeOf(code)).map((line) => inSource(reading, line));
  const { start, end } = inSource(reading, rangeOf(code));
  const gap = chunk.leftOut.find((part) => part.start >= start && part.end <= end);
  if (!gap) return shown;
  const indent = / {0,3}$/.exec(source.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
  const line = new RegExp(`(?<indent> {0,${indent}})(?<code>[^\\r\\n]+)`, 'g');
  const between = Array.from(
    source.slice(gap.start, gap.end).matchAll(line),
    ({ index, 0: text, groups }) => ({
      start: gap.start + index + (groups?.['indent']?.length ?? 0),
      end: gap.start + index + text.length,
    }),
  );
  return [...shown.slice(0, 1), ...between, ...shown.slice(1)];
}

function noticeOf(language: string, count: number, words: Vocabulary): string {
  if (/^(?:diff|patch)$/i.test(language)) return words.diff(count);
  if (/^(?:mermaid|plantuml|dot|graphviz)$/i.test(language)) return words.diagram(count);
  if (/^(?:math|latex-math)$/i.test(language)) return words.formula;
  return words.codeBlock(languageNameInWords(language), count);
}

/** How the names of languages on fences are said: by their id, or by a name that says more. */
const languageNames = wordMap(
  `c C, cpp C plus plus, csharp C sharp, css CSS, dockerfile Dockerfile, fsharp F sharp, go Go,
   graphql GraphQL, html HTML, java Java, javascript JavaScript, javascriptreact JavaScript, json JSON,
   jsonc JSON, jsonl JSON, kotlin Kotlin, latex LaTeX, lua Lua, makefile Makefile, markdown Markdown,
   php PHP, powershell PowerShell, python Python, r R, ruby Ruby, rust Rust, scss SCSS,
   shellscript shell, sql SQL, svg SVG, swift Swift, toml TOML, typescript TypeScript,
   typescriptreact TypeScript, vb Visual Basic, vue Vue, xml XML, yaml YAML`,
);

const namesOfPlainText = new Set(['plaintext', 'none', 'nohighlight']);

/** The name of a fence's language as it is said; undefined for text, and for what is no name. */
function languageNameInWords(language: string): string | undefined {
  const key = language.toLowerCase();
  const id = languageIdOf(key);
  if (namesOfPlainText.has(id) || !/^[a-z][\w+#-]{0,19}$/.test(key)) return undefined;
  return languageNames.get(key) ?? languageNames.get(id) ?? language.replaceAll(/[-_]+/g, ' ');
}

function* readLines(
  language: string,
  joined: JoinedText,
  lines: readonly TextRange[],
  { reading }: BlockContext,
): Generator<NarratedBlock> {
  const { options, part, source } = reading;
  const speak = prose.test(language) ? narratePlainText : narrateCode(language.toLowerCase());
  if (speak) {
    const asked = { ...options, ...joined.fromSource(part), code: 'everything' } as const;
    for (const block of speak(joined.text, asked)) yield blockInSource(block, joined);
    return;
  }
  for (const line of lines) {
    const narrator = createNarrator(source, part, reading.language);
    narrator.copy(line);
    const block = narrator.build('code');
    if (block) yield block;
  }
}
