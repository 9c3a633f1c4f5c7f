import type { Image, ImageReference, InlineCode, LinkReference, Nodes, PhrasingContent } from 'mdast';
import type { BlockKind, NarratedBlock, NarrationOptions, WordsLanguage } from '../block.ts';
import { inlineCodeInWords } from '../code/inlineCode.ts';
import { narrateTag } from '../code/page.ts';
import type { Vocabulary } from '../english.ts';
import { opaqueInWords } from '../names.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { proseLanguageOf } from '../wordsLanguage.ts';
import { atomsIn, type ParsedChunk } from './parseForNarration.ts';

/** The context of narrating one chunk of a document. */
export interface Reading {
  readonly source: string;
  readonly parsed: ParsedChunk;
  /** The requested range of the source. */
  readonly part: TextRange;
  readonly options: NarrationOptions;
  /** The language of the document, for added words. */
  readonly language: WordsLanguage;
}

/** Narrates the content of a paragraph, heading or cell. */
export function narrateInline(nodes: readonly PhrasingContent[], narrator: Narrator, reading: Reading): void {
  for (const node of nodes) narratePhrase(node, narrator, reading);
}

function narratePhrase(node: PhrasingContent, narrator: Narrator, reading: Reading): void {
  const { words } = narrator;
  const range = reading.parsed.rangeOf(node);
  switch (node.type) {
    case 'text':
      return narrateAtoms(range, narrator, reading);
    case 'emphasis':
    case 'strong':
      return narrateInline(node.children, narrator, reading);
    case 'delete':
      if (touches(reading, node)) narrator.insert(words.deleted);
      narrateInline(node.children, narrator, reading);
      return narrator.pauseBeforeMore();
    case 'link':
      return node.children.length > 0
        ? narrateInline(node.children, narrator, reading)
        : narrator.say(opaqueInWords(node.url, words) ?? '', range);
    case 'linkReference':
      return narrateReference(node, narrator, reading);
    case 'image':
    case 'imageReference':
      return narrateImage(node, narrator, reading);
    case 'inlineCode':
      return narrateInlineCode(node, narrator, reading);
    case 'inlineMath':
      return narrator.say(formulaInWords(node.source, words), range);
    case 'break':
      return narrator.pause();
    case 'html':
      return narrateTag(node.value, narrator, range);
    // Footnote references are not narrated.
  }
}

/** Whether a part of a node is asked for. */
export function touches({ parsed, part }: Reading, node: Nodes): boolean {
  const { start, end } = parsed.rangeOf(node);
  return start < part.end && end > part.start;
}

/** Narrates the text of a range, without escapes and the prefixes of its lines. */
function narrateAtoms(range: TextRange, narrator: Narrator, reading: Reading): void {
  const { source, parsed } = reading;
  let end = range.start;
  for (const atom of atomsIn(parsed.atoms, range)) {
    if (/[\r\n]/.test(source.slice(end, atom.start))) narrator.wrap();
    end = atom.end;
    if (atom.value !== undefined) narrateCharacter(atom.value, narrator, atom);
    else narrator.copy(atom);
  }
  if (/[\r\n]/.test(source.slice(end, range.end))) narrator.wrap();
}

function narrateCharacter(value: string, narrator: Narrator, range: TextRange): void {
  if (/^\s/u.test(value)) narrator.space();
  else if (!/[\p{Cc}\p{Cf}\p{Cs}\uFFFD\p{Extended_Pictographic}]/u.test(value) || /[©®™]/.test(value)) {
    narrator.say(value, range);
  }
}

/** Brackets right behind a word, as in `items[0]`, belong to it. */
function narrateReference(node: LinkReference, narrator: Narrator, reading: Reading): void {
  const { start, end } = reading.parsed.rangeOf(node);
  const isOfWord = node.referenceType === 'shortcut' && /\w/.test(reading.source.charAt(start - 1));
  if (isOfWord) narrator.copyAsIs({ start, end: start + 1 });
  narrateInline(node.children, narrator, reading);
  if (isOfWord) narrator.copyAsIs({ start: end - 1, end });
}

function narrateImage(node: Image | ImageReference, narrator: Narrator, reading: Reading): void {
  if (!touches(reading, node)) return;
  const { words } = narrator;
  const range = reading.parsed.rangeOf(node);
  const description = node.alt?.trim();
  if (!description) return narrator.say(words.image, range);
  narrator.insert(words.imageOf);
  narrator.say(description, range);
  narrator.pauseBeforeMore();
}

function narrateInlineCode(node: InlineCode, narrator: Narrator, reading: Reading): void {
  const { source, part } = reading;
  const atoms = atomsIn(reading.parsed.atoms, reading.parsed.rangeOf(node));
  const first = atoms[0];
  const last = atoms.at(-1);
  if (!first || !last) return;
  const start = Math.max(first.start, part.start);
  const end = Math.min(last.end, part.end);
  if (end <= start) return;
  const isWhole = start === first.start && end === last.end;
  const text = isWhole && atoms.length > 1 ? node.value : source.slice(start, end);
  // In a table, pipes are escaped even inside code.
  const code = text
    .replaceAll(/\\(?=\|)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  // The voice itself names a single sign: `/` is a slash here, not a division.
  const said = /^[\p{P}\p{S}]$/u.test(code) ? code : inlineCodeInWords(code, narrator.language) || code;
  if (said === source.slice(start, end)) narrator.copyAsIs({ start, end });
  else narrator.say(said, { start, end });
}

/** The context of a block, and the words in front of it. */
export interface BlockContext {
  readonly reading: Reading;
  /** The kind of a paragraph here. */
  readonly kind: BlockKind;
  /** "quote:", a number: the first block that is not empty narrates and removes them. */
  readonly leads: Lead[];
}

export type Lead = (words: Vocabulary) => string;

/** The language of added words in a node. */
export function languageIn({ source, parsed, options, language }: Reading, node: Nodes): WordsLanguage {
  const { start, end } = parsed.rangeOf(node);
  return options.wordsLanguage ?? proseLanguageOf(source.slice(start, end), language);
}

/** Begins a block for a node. */
export function startBlock(
  { reading, leads }: BlockContext,
  node: Nodes,
  language = languageIn(reading, node),
): Narrator {
  const narrator = createNarrator(reading.source, reading.part, language);
  for (const lead of leads) narrator.insert(lead(narrator.words));
  return narrator;
}

/** Yields the block, or none if it is empty: then the words in front stay for the next one. */
export function* endBlock(
  { leads }: BlockContext,
  blocks: readonly NarratedBlock[],
): Generator<NarratedBlock> {
  if (blocks.length > 0) leads.length = 0;
  yield* blocks;
}

const greek =
  /^\\(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega)$/;
const formulaToken = /\\[a-zA-Z]+|\^(?:\{(-?\w+)\}|(\w))|_(?:\{(\w+)\}|(\w))|\d+(?:\.\d+)?|[\s\S]/g;
const longestFormula = 40;

/** A short formula in words, or "formula" for any other. */
export function formulaInWords(tex: string, words: Vocabulary): string {
  const body = tex.replace(/^(?:\$\$?|\\[([])\s*/, '').replace(/\s*(?:\$\$?|\\[)\]])$/, '');
  if (body.length > longestFormula) return words.formula;
  const { signs, squared, cubed, power } = words.formulas;
  let said = '';
  for (const [token, long, short = long, longIndex, index = longIndex] of body.matchAll(formulaToken)) {
    const sign = signs.get(token) ?? greek.exec(token)?.[1];
    if (short !== undefined) said += ` ${{ 2: squared, 3: cubed }[short] ?? power(short)} `;
    else if (index !== undefined || sign !== undefined) said += ` ${index ?? sign} `;
    // Adjacent letters are factors, spoken one by one.
    else if (/^\w/.test(token)) said += /\w$/.test(said) ? ` ${token}` : token;
    else if (/^[\s(),]$/.test(token)) said += token;
    else return words.formula;
  }
  const joined = said
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\() | (?=[),])/g, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(joined) ? joined : words.formula;
}
