import type { Image, ImageReference, InlineCode, LinkReference, PhrasingContent } from 'mdast';
import type { BlockKind, NarratedBlock, NarrationOptions, WordsLanguage } from '../block.ts';
import { inlineCodeInWords } from '../code/inlineCode.ts';
import { narrateTag } from '../code/page.ts';
import type { Vocabulary } from '../english.ts';
import { opaqueInWords } from '../names.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { proseLanguageOf } from '../wordsLanguage.ts';
import type { Chunk } from './chunks.ts';
import { type Atom, atomsIn, type ParsedChunk, rangeOf, silent } from './parseForNarration.ts';

/** The context of narrating one chunk. Offsets in the tree refer to the chunk, all others to the source. */
export interface Reading {
  readonly source: string;
  readonly chunk: Chunk;
  readonly parsed: ParsedChunk;
  /** The requested range of the source. */
  readonly part: TextRange;
  readonly options: NarrationOptions;
  /** The language of the document, for added words. */
  readonly language: WordsLanguage;
}

/** A range of the chunk as a range of the source. */
export function inSource({ chunk }: Reading, { start, end }: TextRange): TextRange {
  return { start: chunk.start + start, end: chunk.start + end };
}

/** Narrates the content of a paragraph, heading or cell. */
export function narrateInline(nodes: readonly PhrasingContent[], narrator: Narrator, reading: Reading): void {
  for (const node of nodes) {
    switch (node.type) {
      case 'text':
        narrateAtoms(rangeOf(node), narrator, reading);
        break;
      case 'emphasis':
      case 'strong':
        narrateInline(node.children, narrator, reading);
        break;
      case 'delete':
        if (touches(reading, rangeOf(node))) narrator.insert(narrator.words.deleted);
        narrateInline(node.children, narrator, reading);
        narrator.pauseBeforeMore();
        break;
      case 'link':
        if (node.children.length > 0) narrateInline(node.children, narrator, reading);
        else narrator.say(opaqueInWords(node.url, narrator.words) ?? '', inSource(reading, rangeOf(node)));
        break;
      case 'linkReference':
        narrateReference(node, narrator, reading);
        break;
      case 'image':
      case 'imageReference':
        narrateImage(node, narrator, reading);
        break;
      case 'inlineCode':
        narrateInlineCode(node, narrator, reading);
        break;
      case 'inlineMath':
        narrator.say(formulaInWords(node.source, narrator.words), inSource(reading, rangeOf(node)));
        break;
      case 'break':
        narrator.pause();
        break;
      case 'html':
        narrateTag(node.value, narrator, inSource(reading, rangeOf(node)));
        break;
      default:
        // Footnote references are not narrated.
        break;
    }
  }
}

export function touches(reading: Reading, range: TextRange): boolean {
  const { start, end } = inSource(reading, range);
  return start < reading.part.end && end > reading.part.start;
}

/** Narrates the text of a range, without escapes and the prefixes of its lines. */
function narrateAtoms(range: TextRange, narrator: Narrator, reading: Reading): void {
  const { chunk, parsed } = reading;
  let end = range.start;
  for (const atom of joinAdjacent(atomsIn(parsed.atoms, range))) {
    if (/[\r\n]/.test(chunk.text.slice(end, atom.start))) narrator.wrap();
    end = atom.end;
    if (atom.value !== undefined) narrateCharacter(atom.value, narrator, inSource(reading, atom));
    else narrateShown(atom, narrator, reading);
  }
  if (/[\r\n]/.test(chunk.text.slice(end, range.end))) narrator.wrap();
}

/** Joins adjacent atoms: the parser splits text at each sign that could have been a mark. */
function joinAdjacent(atoms: readonly Atom[]): readonly Atom[] {
  const joined: Atom[] = [];
  for (const atom of atoms) {
    const last = joined.at(-1);
    const isAdjacent = last?.end === atom.start && last.value === undefined && atom.value === undefined;
    if (last && isAdjacent) joined[joined.length - 1] = { start: last.start, end: atom.end };
    else joined.push(atom);
  }
  return joined;
}

function narrateCharacter(value: string, narrator: Narrator, range: TextRange): void {
  if (/^\s/u.test(value)) narrator.space();
  else if (!/[\p{Cc}\p{Cf}\p{Cs}\uFFFD\p{Extended_Pictographic}]/u.test(value) || /[©®™]/.test(value)) {
    narrator.say(value, range);
  }
}

function narrateShown(atom: Atom, narrator: Narrator, reading: Reading): void {
  let at = atom.start;
  for (const part of reading.chunk.text.slice(atom.start, atom.end).split(silent)) {
    narrator.copy(inSource(reading, { start: at, end: at + part.length }));
    at += part.length + silent.length;
  }
}

/** Brackets right behind a word, as in `items[0]`, belong to it. */
function narrateReference(node: LinkReference, narrator: Narrator, reading: Reading): void {
  const { start, end } = rangeOf(node);
  const isOfWord = node.referenceType === 'shortcut' && /\w/.test(reading.chunk.text.charAt(start - 1));
  if (isOfWord) narrator.copyAsIs(inSource(reading, { start, end: start + 1 }));
  narrateInline(node.children, narrator, reading);
  if (isOfWord) narrator.copyAsIs(inSource(reading, { start: end - 1, end }));
}

function narrateImage(node: Image | ImageReference, narrator: Narrator, reading: Reading): void {
  const range = rangeOf(node);
  if (!touches(reading, range)) return;
  const { words } = narrator;
  const label = reading.parsed.labels.get(range.start + 2);
  if (!node.alt?.trim() || !label) {
    narrator.say(words.image, inSource(reading, range));
    return;
  }
  narrator.insert(words.imageOf);
  narrateAtoms(label, narrator, reading);
  narrator.pauseBeforeMore();
}

function narrateInlineCode(node: InlineCode, narrator: Narrator, reading: Reading): void {
  const { source, part } = reading;
  const atoms = atomsIn(reading.parsed.atoms, rangeOf(node)).map((atom) => inSource(reading, atom));
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

export type Lead = (narrator: Narrator) => void;

/** The language of added words in a range of the chunk. */
export function languageIn(reading: Reading, range: TextRange): WordsLanguage {
  const { start, end } = inSource(reading, range);
  return reading.options.wordsLanguage ?? proseLanguageOf(reading.source.slice(start, end), reading.language);
}

/** Begins a block for a range of the chunk. */
export function startBlock(
  { reading, leads }: BlockContext,
  range: TextRange,
  language = languageIn(reading, range),
): Narrator {
  const narrator = createNarrator(reading.source, reading.part, language);
  for (const lead of leads) lead(narrator);
  return narrator;
}

/** Yields the block if it is not empty. */
export function* endBlock(
  { leads }: BlockContext,
  block: NarratedBlock | undefined,
): Generator<NarratedBlock> {
  if (!block) return;
  leads.length = 0;
  yield block;
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
