import type { Blockquote, Code, FootnoteDefinition, Heading, Html, List, Nodes, Paragraph } from 'mdast';
import { languageIdOf } from '../../../text/languages.ts';
import type { MathBlock } from '../../../text/markdown/mathSyntax.ts';
import { type BlockKind, joinLines, type NarratedBlock, rangeInJoined } from '../block.ts';
import { narrateCode } from '../code/narrateCode.ts';
import { narratePage } from '../code/page.ts';
import { type Vocabulary, wordMap } from '../english.ts';
import { createNarrator } from '../narrator.ts';
import { narratePlainText } from '../plainText.ts';
import type { TextRange } from '../text/ranges.ts';
import { locateBetween, locateSource, type SpokenText, traceSpans } from '../text/spokenText.ts';
import {
  type BlockContext,
  endBlock,
  formulaInWords,
  type Lead,
  narrateInline,
  startBlock,
  touches,
} from './narrateInline.ts';
import { atomsIn } from './parseForNarration.ts';
import { narrateTable } from './tables.ts';

/** Narrates a node and its children, in order. */
export function* narrateNode(node: Nodes, context: BlockContext): Generator<NarratedBlock> {
  if (node.type !== 'root' && !touches(context.reading, node)) return;
  switch (node.type) {
    case 'root':
      for (const child of node.children) yield* narrateNode(child, context);
      return;
    case 'paragraph':
      return yield* narrateText(node, context, context.kind);
    case 'heading':
      return yield* narrateText(node, context, 'heading', node.depth);
    case 'list':
      return yield* narrateList(node, context);
    case 'blockquote':
      return yield* narrateQuote(node, context);
    case 'footnoteDefinition':
      return yield* narrateFootnote(node, context);
    case 'code':
      return yield* narrateCodeBlock(node, context);
    case 'html':
      return yield* narrateHtml(node, context);
    case 'math':
      return yield* narrateFormula(node, context);
    case 'table':
      return yield* narrateTable(node, context);
    // Thematic breaks, link definitions and front matter are not narrated.
  }
}

/** Narrates the text of an HTML block. */
function* narrateHtml(node: Html, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const range = reading.parsed.rangeOf(node);
  const lines = atomsIn(reading.parsed.atoms, range);
  const joined = joinLines(reading.source, lines);
  const { text } = joined;
  const toSource = (part: TextRange) => locateSource(joined, part) ?? locateBetween(joined, part) ?? range;
  const start = () => startBlock(context, node);
  for (const block of narratePage({ text, kind: context.kind, start, toSource })) {
    yield* endBlock(context, [block]);
  }
}

function* narrateText(
  node: Paragraph | Heading,
  context: BlockContext,
  kind: BlockKind,
  depth?: number,
): Generator<NarratedBlock> {
  const narrator = startBlock(context, node);
  narrateInline(node.children, narrator, context.reading);
  yield* endBlock(context, narrator.build(kind, depth));
}

/** Narrates a display formula, with the punctuation after it. */
function* narrateFormula(node: MathBlock, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const { start, end } = reading.parsed.rangeOf(node);
  const narrator = startBlock(context, node);
  const trailing = end - node.trailing.length;
  narrator.say(formulaInWords(node.source, narrator.words), { start, end: trailing });
  narrator.copy({ start: trailing, end });
  yield* endBlock(context, narrator.build(context.kind));
}

function* narrateList({ start, ordered, children }: List, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  for (const [index, item] of children.entries()) {
    const leads: Lead[] = [];
    if (ordered) leads.push(() => `${(start ?? 1) + index}.`);
    if (typeof item.checked === 'boolean') leads.push(({ done, toDo }) => (item.checked ? done : toDo));
    const isBegun = reading.parsed.rangeOf(item).start < reading.part.start;
    yield* narrateWithin(item, { ...context, kind: 'listItem' }, isBegun ? [] : leads);
  }
}

/** Narrates the children of a node, with leads that precede its first block after any leads still pending. */
function* narrateWithin(
  { children }: { readonly children: readonly Nodes[] },
  context: BlockContext,
  leads: readonly Lead[],
): Generator<NarratedBlock> {
  const before = context.leads.length;
  context.leads.push(...leads);
  for (const child of children) yield* narrateNode(child, context);
  // Without a block to precede, these leads are dropped.
  context.leads.length = Math.min(before, context.leads.length);
}

const alert = /^\[!([A-Za-z][\w-]{0,30})\][+-]?[ \t]*/;

/** Narrates a quote, or a GitHub alert: a quote whose first words state its kind. */
function* narrateQuote(quote: Blockquote, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const { start, end } = reading.parsed.rangeOf(quote);
  const first = quote.children[0];
  const textStart = first?.type === 'paragraph' ? reading.parsed.rangeOf(first).start : end;
  const found = alert.exec(reading.source.slice(textStart, textStart + 60));
  const isNested = context.kind === 'quote';
  const leads: Lead[] = [];
  let inside = reading;
  if (found) {
    if (textStart >= reading.part.start) leads.push((words) => alertWord(found[1] ?? '', words));
    const from = Math.max(reading.part.start, textStart + found[0].length);
    inside = { ...reading, part: { start: from, end: Math.max(from, reading.part.end) } };
  } else if (!isNested && start >= reading.part.start) leads.push((words) => words.quote);
  yield* narrateWithin(quote, { ...context, reading: inside, kind: 'quote' }, leads);
}

function alertWord(name: string, { alerts, colon }: Vocabulary): string {
  const key = name.toLowerCase();
  return `${alerts.get(key) ?? key.replaceAll(/[-_]+/g, ' ')}${colon}`;
}

function* narrateFootnote(footnote: FootnoteDefinition, context: BlockContext): Generator<NarratedBlock> {
  const { parsed, part } = context.reading;
  const label = /^\d+$/.test(footnote.identifier) ? footnote.identifier : '';
  const isBegun = parsed.rangeOf(footnote).start < part.start;
  yield* narrateWithin(footnote, context, isBegun ? [] : [(words) => words.footnote(label)]);
}

const prose = /^(?:text|txt|plain|plaintext|markdown|md|mdx)$/i;

/** Narrates a code block: skipped, announced, or read. */
function* narrateCodeBlock(code: Code, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const { options, part, source } = reading;
  const block = reading.parsed.rangeOf(code);
  // The lines that aren't empty, without the prefixes of lists and quotes.
  const lines = atomsIn(reading.parsed.codeLines, block);
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return;
  const language = /^[{.]*([^\s{}.,:]*)/.exec(code.lang ?? '')?.[1] ?? '';
  // A person who selects text within code wants to hear code.
  const isSelected =
    part.start >= block.start && part.end <= block.end && block.end - block.start > part.end - part.start;
  if (options.codeBlocks === 'skip' && !isSelected) return;
  const narrator = startBlock(context, code, options.wordsLanguage ?? reading.language);
  const count = source.slice(first.start, last.end).split(/\r\n?|\n/).length;
  const picture = pictureInWords(language, count, narrator.words);
  if (isSelected || (options.codeBlocks === 'read' && picture === undefined)) {
    for (const spoken of readLines(language, joinLines(source, lines), lines, context)) {
      context.leads.length = 0;
      yield spoken;
    }
    return;
  }
  narrator.say(picture ?? narrator.words.codeBlock(languageNameInWords(language), count), block);
  yield* endBlock(context, narrator.build('notice'));
}

/** The announcement of a block that people see rather than read; undefined for code. */
function pictureInWords(language: string, count: number, words: Vocabulary): string | undefined {
  if (/^(?:diff|patch)$/i.test(language)) return words.diff(count);
  if (/^(?:mermaid|plantuml|dot|graphviz)$/i.test(language)) return words.diagram(count);
  return /^(?:math|latex-math)$/i.test(language) ? words.formula : undefined;
}

/** Spoken names of languages on code fences. */
const languageNames = wordMap(
  `c C, cpp C plus plus, csharp C sharp, css CSS, dockerfile Dockerfile, fsharp F sharp, go Go,
   graphql GraphQL, html HTML, java Java, javascript JavaScript, javascriptreact JavaScript, json JSON,
   jsonc JSON, jsonl JSON, kotlin Kotlin, latex LaTeX, lua Lua, makefile Makefile, markdown Markdown,
   php PHP, powershell PowerShell, python Python, r R, ruby Ruby, rust Rust, scss SCSS,
   shellscript shell, sql SQL, svg SVG, swift Swift, toml TOML, typescript TypeScript,
   typescriptreact TypeScript, vb Visual Basic, vue Vue, xml XML, yaml YAML`,
);

const namesOfPlainText = new Set(['plaintext', 'none', 'nohighlight']);

/** The spoken name of a fence's language; undefined for plain text and for anything that is not a name. */
function languageNameInWords(language: string): string | undefined {
  const key = language.toLowerCase();
  const id = languageIdOf(key);
  if (namesOfPlainText.has(id) || !/^[a-z][\w+#-]{0,19}$/.test(key)) return undefined;
  return languageNames.get(key) ?? languageNames.get(id) ?? language.replaceAll(/[-_]+/g, ' ');
}

function* readLines(
  language: string,
  joined: SpokenText,
  lines: readonly TextRange[],
  { reading }: BlockContext,
): Generator<NarratedBlock> {
  const { options, part, source } = reading;
  const speak = prose.test(language) ? narratePlainText : narrateCode(language.toLowerCase());
  if (speak) {
    const asked = { ...options, ...rangeInJoined(joined, part), code: 'everything' } as const;
    for (const block of speak(joined.text, asked)) yield { ...block, spans: traceSpans(block.spans, joined) };
    return;
  }
  for (const line of lines) {
    const narrator = createNarrator(source, part, reading.language);
    narrator.copy(line);
    yield* narrator.build('code');
  }
}
