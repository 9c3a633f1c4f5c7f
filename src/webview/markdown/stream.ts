import type { Definition } from 'mdast';
import { findLabels } from './blocks.ts';
import { matchOpeningFence, OpenCodeBlock } from './code.ts';
import { appendInGroups } from './groups.ts';
import { firstHeadingLevel, headingsIn, levelHeadings } from './headings.ts';
import type { RenderContext } from './inline.ts';
import { OpenEnd, renderPiece } from './openEnd.ts';
import { parseMarkdown } from './parse.ts';
import { countClosedPieces, offsetAfter, type Piece, splitIntoPieces } from './pieces.ts';
import { createNormalizer } from './source.ts';

/** A frozen part that looked for labels which were not defined for good when it was frozen. */
interface UnresolvedPart {
  /** Starts with the table's head, if it is a part of one. */
  source: string;
  hasHead: boolean;
  elements: readonly (Element | undefined)[];
  wanted: readonly string[];
  /** The level of the heading before it. */
  headingLevel: number;
  /** Whether it was drawn with a definition that could still change. */
  isProvisional: boolean;
}

/** Text taken up in one flush at most, so that a long history is drawn without holding the view. */
const maximumLengthPerFlush = 8_000;

/** Up to this length, the open end is parsed again whenever there is credit for it. */
const smallLength = 2_000;
/** Above it, only when it has grown by half, which keeps the whole work linear. */
const growthBeforeParse = 0.5;
/** From this length on, new text is put below the open end until that is parsed again. */
const hugeLength = 8_000;

/**
 * What may be parsed again: credit in characters, which is earned with the time that passes. New text is seen at once,
 * and as what it means a few frames later: the longer the open end is, the later, but well within half a second.
 */
const creditPerMs = 6;
const maximumCredit = 12_000;
/** What parsing costs besides, for however little text. */
const creditPerParse = 200;

/**
 * Draws Markdown that arrives in pieces. Blocks that no further text can change are never touched again; only the
 * open end is parsed again. However the text was cut, and whatever it is, the result is the same as for the whole
 * text at once. One exception is made for that: when the text ends, frozen parts which refer to a label that is
 * defined after them are drawn once more.
 */
export class MarkdownStream {
  readonly #root: HTMLElement;
  readonly #end: OpenEnd;
  readonly #normalize = createNormalizer();
  readonly #definitions = new Map<string, Definition>();
  readonly #footnotes = new Set<string>();
  readonly #unresolved: UnresolvedPart[] = [];
  #incoming = '';
  #isEnded = false;
  #isFinished = false;
  /** The text that may still change, from the start of a block, a list's item or a table's row. */
  #tail = '';
  #parsedLength = 0;
  /** The lines to put before the tail when it goes on with a table. */
  #head = '';
  #credit = maximumCredit;
  readonly #now: () => number;
  #lastFlushMs: number;
  #openCode: OpenCodeBlock | undefined;
  /** The level of the last heading that is frozen. */
  #headingLevel = firstHeadingLevel - 1;

  /** `now` tells the time in milliseconds. */
  constructor(root: HTMLElement, now: () => number = () => performance.now()) {
    this.#root = root;
    this.#now = now;
    this.#lastFlushMs = now();
    this.#end = new OpenEnd(root);
  }

  /** Takes more text. Nothing is drawn before `flush`. */
  append(text: string): void {
    this.#incoming += text;
  }

  /** Says that no more text comes. */
  end(): void {
    this.#isEnded = true;
  }

  /** Draws what has come, at most one frame's worth. Returns whether there is more to draw. */
  flush(): boolean {
    if (this.#isFinished) return false;
    const chunk = this.#incoming.slice(0, maximumLengthPerFlush);
    this.#earnCredit();
    this.#incoming = this.#incoming.slice(chunk.length);
    this.#isFinished = this.#isEnded && this.#incoming === '';
    this.#add(this.#normalize(chunk, this.#isFinished));
    if (this.#isFinished) this.#finish();
    return this.#incoming !== '' || (!this.#isFinished && this.#isBehind);
  }

  /** Whether there is text that only waits for credit to be drawn as what it means. */
  get #isBehind(): boolean {
    return !this.#openCode && this.#tail.length > this.#parsedLength && this.#tail.length < smallLength;
  }

  #earnCredit(): void {
    const nowMs = this.#now();
    this.#credit = Math.min(this.#credit + (nowMs - this.#lastFlushMs) * creditPerMs, maximumCredit);
    this.#lastFlushMs = nowMs;
  }

  /** Whether the open end is to be parsed again. What is small has to be paid for. */
  #takeTurn(): boolean {
    const { length } = this.#tail;
    const growth = length - this.#parsedLength;
    if (length >= smallLength) return growth >= this.#parsedLength * growthBeforeParse;
    const cost = length + this.#head.length + creditPerParse;
    if (growth === 0 || this.#credit < cost) return false;
    this.#credit -= cost;
    return true;
  }

  #add(text: string): void {
    let rest: string | undefined = text;
    while (rest !== undefined) rest = this.#openCode ? this.#addToCode(rest) : this.#addToTail(rest);
  }

  /** Returns the text after the code block when that was closed. */
  #addToCode(text: string): string | undefined {
    const rest = this.#openCode?.add(text);
    if (rest !== undefined) this.#closeCode();
    return rest;
  }

  /** Returns the text after an opening fence when one came. */
  #addToTail(text: string): string | undefined {
    const length = this.#tail.length;
    this.#tail += text;
    if (length < smallLength && !this.#end.continues) {
      this.#tail = this.#tail.replace(/^(?:[ \t]*\n)+/, '');
      const openingLine = matchOpeningFence(this.#tail);
      if (openingLine !== undefined) return this.#openCodeBlock(openingLine);
    }
    if (this.#isFinished) return undefined;
    if (this.#takeTurn()) return this.#drawTail();
    if (text !== '') this.#end.showProvisionally(text, this.#tail.length > hugeLength);
    return undefined;
  }

  #openCodeBlock(openingLine: string): string {
    const rest = this.#tail.slice(openingLine.length);
    const [node] = parseMarkdown(openingLine).root.children;
    this.#startTail('');
    this.#end.show([], '', this.#createContext('', []));
    this.#openCode = new OpenCodeBlock(openingLine, (node?.type === 'code' && node.lang) || '');
    appendInGroups(this.#root, this.#openCode.element);
    return rest;
  }

  #closeCode(): void {
    this.#openCode?.finish();
    this.#openCode = undefined;
  }

  #startTail(tail: string): void {
    this.#tail = tail;
    this.#parsedLength = tail.length;
  }

  /**
   * Parses the tail, shows it, and freezes what no further text can change. Returns the text after an opening
   * fence when the tail now begins with one.
   */
  #drawTail(): string | undefined {
    const source = this.#head + this.#tail;
    const { root, wanted } = parseMarkdown(source, this.#known);
    const nodes = root.children;
    levelHeadings(nodes, this.#headingLevel);
    const pieces = splitIntoPieces(nodes, source, this.#end.continues !== undefined);
    const headPieces = this.#head === '' ? 0 : 1;
    const own = findLabels(nodes);
    const context = this.#createContext(source, own.definitions);
    this.#end.show(pieces.slice(headPieces), this.#nameLabels(own), context);
    this.#parsedLength = this.#tail.length;
    if (this.#isFinished) {
      this.#learnLabels(nodes);
      return undefined;
    }

    const closed = countClosedPieces(nodes, pieces, source);
    const last = pieces[closed - 1];
    if (!last) return undefined;
    const next = pieces[closed];
    const isContainerOpen = last.owner !== undefined && (!next || next.owner?.node === last.owner.node);
    const elements = this.#end.freeze(closed - headPieces, isContainerOpen);
    const frozenNodes = pieces.slice(headPieces, closed).map(({ node }) => node);
    this.#learnLabels(frozenNodes);
    const cut = next ? next.start : offsetAfter(last, source);
    const headingLevel = this.#headingLevel;
    this.#headingLevel = headingsIn(frozenNodes).at(-1)?.data?.level ?? headingLevel;
    const stillWanted = [...wanted].filter((label) => !this.#isDefined(label));
    if (stillWanted.length > 0) {
      this.#unresolved.push({
        source: source.slice(0, cut),
        hasHead: headPieces > 0,
        elements,
        wanted: stillWanted,
        headingLevel,
        isProvisional: [...own.definitions, ...own.footnotes].some(({ identifier }) =>
          stillWanted.includes(identifier),
        ),
      });
    }
    this.#head = isContainerOpen ? this.#head || headFor(last, pieces, source) : '';
    this.#startTail(source.slice(cut));
    const openingLine = isContainerOpen ? undefined : matchOpeningFence(this.#tail);
    return openingLine === undefined ? undefined : this.#openCodeBlock(openingLine);
  }

  #finish(): void {
    if (this.#openCode) this.#closeCode();
    else this.#drawTail();
    for (const part of this.#unresolved) {
      if (part.isProvisional || part.wanted.some((label) => this.#isDefined(label))) this.#drawAgain(part);
    }
    this.#unresolved.length = 0;
  }

  #drawAgain({ source, hasHead, elements, headingLevel }: UnresolvedPart): void {
    const nodes = parseMarkdown(source, this.#known).root.children;
    levelHeadings(nodes, headingLevel);
    const context = this.#createContext(source, []);
    const pieces = splitIntoPieces(nodes, source, false).slice(hasHead ? 1 : 0);
    for (const [index, piece] of pieces.entries()) {
      const element = renderPiece(piece, context);
      if (element) elements[index]?.replaceWith(element);
    }
  }

  /** A text that is the same as long as all labels mean the same. */
  #nameLabels({ definitions, footnotes }: ReturnType<typeof findLabels>): string {
    return JSON.stringify([
      this.#definitions.size,
      definitions.map(({ identifier, url, title }) => [identifier, url, title]),
      this.#footnotes.size,
      footnotes.map(({ identifier }) => identifier),
    ]);
  }

  #createContext(source: string, own: readonly Definition[]): RenderContext {
    return {
      source,
      definition: (label) =>
        this.#definitions.get(label) ?? own.find(({ identifier }) => identifier === label),
    };
  }

  get #known(): { definitions: ReadonlyMap<string, Definition>; footnotes: ReadonlySet<string> } {
    return { definitions: this.#definitions, footnotes: this.#footnotes };
  }

  #isDefined(label: string): boolean {
    return this.#definitions.has(label) || this.#footnotes.has(label);
  }

  #learnLabels(nodes: Parameters<typeof findLabels>[0]): void {
    const { definitions, footnotes } = findLabels(nodes);
    for (const definition of definitions) {
      // The first definition of a label is the one that counts.
      if (!this.#definitions.has(definition.identifier)) {
        this.#definitions.set(definition.identifier, definition);
      }
    }
    for (const { identifier } of footnotes) this.#footnotes.add(identifier);
  }
}

/** The lines that make further rows of a table parse as rows; empty for a list, whose items need nothing. */
function headFor(last: Piece, pieces: readonly Piece[], source: string): string {
  if (last.owner?.node.type !== 'table') return '';
  const [headRow] = last.owner.node.children;
  const head = pieces.find(({ node }) => node === headRow);
  return head ? source.slice(head.start, offsetAfter(head, source)) : '';
}
