import { matchOpeningFence, OpenCodeBlock } from './codeBlock.ts';
import { OpenEnd, renderPiece } from './openEnd.ts';
import { createNormalizer, FrozenLabels, parseMarkdown } from './parseMarkdown.ts';
import {
  countClosedPieces,
  firstHeadingLevel,
  headingsIn,
  labelsIn,
  levelHeadings,
  offsetAfter,
  type Piece,
  splitIntoPieces,
} from './pieces.ts';
import { appendInGroups } from './renderBlocks.ts';

/** A frozen part that refers to labels without a final definition when it was frozen. */
interface UnresolvedPart {
  /** Starts with the table header, if the part belongs to a table. */
  source: string;
  hasHead: boolean;
  elements: readonly (Element | undefined)[];
  wanted: readonly string[];
  /** The level of the previous heading. */
  headingLevel: number;
  /** Whether it was drawn with a definition that could still change. */
  isProvisional: boolean;
}

/** Maximum text per flush, so that a long history is drawn without blocking the view. */
const maximumLengthPerFlush = 8_000;

/**
 * A longer paragraph, or other block at the start of the open end, is split: an endless text must block neither the
 * parser nor the browser. The position depends only on the text, not on how it was chunked.
 */
const maximumParagraphLength = 4_000;
/** List items, quotes and so on may grow up to this length, because text that is cut off is no longer part of them. */
const maximumBlockLength = 64_000;
/**
 * Time before new text is shown: up to the third frame of a typical screen. For each bit of text, however small, the
 * browser lays out the open paragraph and everything that contains it: doing so in every frame would cost nearly twice
 * as much, and nobody would read it sooner.
 */
const pauseMs = 45;
/**
 * Time between two parses of the open end: longer the longer it is, because all of it is parsed again, so that this takes
 * a tenth of the time. In a paragraph, words appear before they are parsed.
 */
const parsePauseMs = 60;
const lengthPerMs = { paragraph: 16, other: 100 };

/** Characters that change the text direction, or `&`, which may begin a character reference for one. */
const mayTurn =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\uD802\uD803\uD83A\uD83B]|&(?:[#a-z]|$)/i;

/**
 * Renders streaming Markdown. Blocks that no further text can change are never touched again; only the open end is
 * parsed again. However the text was chunked, the result is the same as for the whole text at once. For this, one
 * exception is made: when the text ends, frozen parts that refer to a label defined after them are rendered once more.
 */
export class MarkdownStream {
  readonly #root: HTMLElement;
  readonly #end: OpenEnd;
  readonly #normalize = createNormalizer();
  readonly #labels = new FrozenLabels();
  readonly #unresolved: UnresolvedPart[] = [];
  #incoming = '';
  #isEnded = false;
  #isFinished = false;
  /** The text that may still change, from the start of a block, list item or table row. */
  #tail = '';
  /** Maximum length of the tail. */
  #maximumLength = maximumParagraphLength;
  /** The lines to prepend to the tail if it continues a table. */
  #head = '';
  readonly #now: () => number;
  #parsedMs = Number.NEGATIVE_INFINITY;
  #shownMs = Number.NEGATIVE_INFINITY;
  /** Length of the incoming text that is already shown. */
  #shownLength = 0;
  #openCode: OpenCodeBlock | undefined;
  /** The level of the last frozen heading. */
  #headingLevel = firstHeadingLevel - 1;

  /** `now` returns the time in milliseconds. */
  constructor(root: HTMLElement, now: () => number = () => performance.now()) {
    this.#root = root;
    this.#now = now;
    this.#end = new OpenEnd(root);
  }

  /** Adds text. Nothing is drawn before `flush`. */
  append(text: string): void {
    this.#incoming += text;
    if (mayTurn.test(text)) this.#root.classList.add('with-directions');
  }

  /** Call it when the text is complete. */
  end(): void {
    this.#isEnded = true;
  }

  /** Draws received text, at most one frame's worth. Returns whether there is more to draw. */
  flush(): boolean {
    if (this.#isFinished) return false;
    const nowMs = this.#now();
    if (this.#canWait && nowMs - this.#shownMs < pauseMs) return true;
    if (this.#canWait && this.#wasJustParsed(nowMs)) {
      if (this.#showWords()) this.#shownMs = nowMs;
      return true;
    }
    const chunk = this.#incoming.slice(0, maximumLengthPerFlush);
    if (chunk !== '') this.#parsedMs = this.#shownMs = nowMs;
    this.#shownLength = 0;
    this.#incoming = this.#incoming.slice(chunk.length);
    this.#isFinished = this.#isEnded && this.#incoming === '';
    this.#add(this.#normalize(chunk, this.#isFinished));
    if (this.#isFinished) this.#finish();
    return this.#incoming !== '';
  }

  /** Whether the new text can wait: it is short, and not the end. */
  get #canWait(): boolean {
    const { length } = this.#incoming;
    return !this.#isEnded && length > 0 && length < maximumLengthPerFlush;
  }

  /** Whether the open end was parsed too recently. */
  #wasJustParsed(nowMs: number): boolean {
    if (this.#openCode) return false;
    const length = this.#head.length + this.#tail.length;
    const pause = parsePauseMs + length / lengthPerMs[this.#end.isParagraph ? 'paragraph' : 'other'];
    return nowMs - this.#parsedMs < pause;
  }

  /** Shows incoming text of the open paragraph, up to the end of its line, as plain text. Returns whether it did. */
  #showWords(): boolean {
    const end = this.#incoming.search(/\p{C}/u);
    const words = this.#incoming.slice(this.#shownLength, end === -1 ? undefined : end);
    // Spaces at the end of a paragraph are not drawn.
    const spaces = this.#tail.slice(this.#tail.trimEnd().length);
    if (words === '' || spaces.includes('\n')) return false;
    if (!this.#end.addWords(this.#shownLength === 0 ? spaces + words : words)) return false;
    this.#shownLength += words.length;
    return true;
  }

  #add(text: string): void {
    let rest: string | undefined = text;
    while (rest !== undefined) rest = this.#openCode ? this.#addToCode(rest) : this.#addToTail(rest);
  }

  /** Returns the text after the code block once that is closed. */
  #addToCode(text: string): string | undefined {
    const rest = this.#openCode?.add(text);
    if (rest !== undefined) this.#closeCode();
    return rest;
  }

  /** Returns the text to continue with: after an opening fence, or after a cut. */
  #addToTail(text: string): string | undefined {
    const room = this.#maximumLength - this.#tail.length;
    const added = text.slice(0, room);
    const rest = text.slice(room);
    this.#tail += added;
    if (!this.#end.isContinued) {
      this.#tail = this.#tail.replace(/^(?:[ \t]*\n)+/, '');
      const openingLine = matchOpeningFence(this.#tail);
      if (openingLine !== undefined) return this.#openCodeBlock(openingLine) + rest;
    }
    if (this.#tail.length >= this.#maximumLength) return this.#makeRoom() + rest;
    if (rest !== '') return rest;
    // At the end, `finish` draws all of it. A long block is not drawn before text that has already arrived is in it.
    const isDrawnLater =
      this.#isFinished || (this.#incoming !== '' && this.#tail.length >= maximumParagraphLength);
    return added === '' || isDrawnLater ? undefined : this.#drawTail();
  }

  /** Shortens the tail, or lets it grow if it isn't one paragraph. Returns the text to continue with. */
  #makeRoom(): string {
    const { length } = this.#tail;
    const rest = this.#drawTail();
    if (rest !== undefined) return rest;
    if (this.#tail.length < length) return '';
    if (this.#maximumLength < maximumBlockLength && !this.#end.isParagraph) {
      this.#maximumLength = maximumBlockLength;
      return '';
    }
    const end = findEnd(this.#tail);
    const after = this.#tail.slice(end);
    this.#tail = this.#tail.slice(0, end);
    this.#drawTail('whole');
    return after;
  }

  #openCodeBlock(openingLine: string): string {
    const rest = this.#tail.slice(openingLine.length);
    const [node] = parseMarkdown(openingLine).root.children;
    this.#startTail('');
    this.#end.show([], '', this.#labels.createContext('', []));
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
    this.#maximumLength = maximumParagraphLength;
  }

  /**
   * Parses the tail, shows it, and freezes parts that no further text can change. A `whole` tail was cut off and is
   * frozen; after the `last`, no text follows. Returns the text after an opening fence if the tail now begins with one,
   * or a tail that must be processed again.
   */
  #drawTail(as: 'open' | 'whole' | 'last' = 'open'): string | undefined {
    const source = this.#head + this.#tail;
    const { root, wanted } = parseMarkdown(source, this.#labels);
    const nodes = root.children;
    levelHeadings(nodes, this.#headingLevel);
    const pieces = splitIntoPieces(nodes, source, this.#end.isContinued);
    const headPieces = this.#head === '' ? 0 : 1;
    const own = labelsIn(nodes);
    const context = this.#labels.createContext(source, own.definitions);
    this.#end.show(pieces.slice(headPieces), this.#labels.name(own), context);
    if (as === 'last') {
      this.#labels.learn(own);
      return undefined;
    }

    const isWhole = as === 'whole';
    const closed = isWhole ? pieces.length : countClosedPieces(nodes, pieces, source);
    const last = pieces[closed - 1];
    if (isWhole) this.#startTail('');
    if (!last) return undefined;
    const next = pieces[closed];
    const isContainerOpen =
      !isWhole && last.owner !== undefined && (!next || next.owner?.node === last.owner.node);
    // Only the head is closed, as before: the tail would be taken for new text, again and again.
    if (isContainerOpen && closed === headPieces) return undefined;
    const elements = this.#end.freeze(closed - headPieces, isContainerOpen);
    const frozenNodes = pieces.slice(headPieces, closed).map(({ node }) => node);
    this.#labels.learn(labelsIn(frozenNodes));
    const cut = isWhole ? source.length : next ? next.start : offsetAfter(last, source);
    const headingLevel = this.#headingLevel;
    this.#headingLevel = headingsIn(frozenNodes).at(-1)?.data?.level ?? headingLevel;
    const stillWanted = [...wanted].filter((label) => !this.#labels.has(label));
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
    if (openingLine !== undefined) return this.#openCodeBlock(openingLine);
    if (this.#tail.length < maximumParagraphLength) return undefined;
    const again = this.#tail;
    this.#startTail('');
    return again;
  }

  #finish(): void {
    if (this.#openCode) this.#closeCode();
    else this.#drawTail('last');
    for (const part of this.#unresolved) {
      if (part.isProvisional || part.wanted.some((label) => this.#labels.has(label))) this.#drawAgain(part);
    }
    this.#unresolved.length = 0;
  }

  #drawAgain({ source, hasHead, elements, headingLevel }: UnresolvedPart): void {
    const nodes = parseMarkdown(source, this.#labels).root.children;
    levelHeadings(nodes, headingLevel);
    const context = this.#labels.createContext(source, []);
    const pieces = splitIntoPieces(nodes, source, false).slice(hasHead ? 1 : 0);
    for (const [index, piece] of pieces.entries()) {
      const element = renderPiece(piece, context);
      if (element) elements[index]?.replaceWith(element);
    }
  }
}

/** Where to cut an endless text: at the end of a line, else of a sentence or word, in its second half if possible. */
function findEnd(text: string): number {
  const middle = text.length / 2;
  const ends = ['\n', '. ', '。', ' '].map((mark) => text.lastIndexOf(mark) + mark.length);
  const end = ends.find((place) => place > middle) ?? text.length;
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}

/** The lines that make further rows parse as table rows; empty for a list, whose items need none. */
function headFor(last: Piece, pieces: readonly Piece[], source: string): string {
  if (last.owner?.node.type !== 'table') return '';
  const [headRow] = last.owner.node.children;
  const head = pieces.find(({ node }) => node === headRow);
  return head ? source.slice(head.start, offsetAfter(head, source)) : '';
}
