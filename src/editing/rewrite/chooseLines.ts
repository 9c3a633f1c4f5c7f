import { type FencedBlock, findBlocks, languageOfInfo, readFence } from '../../text/codeFence.ts';
import { isProseMarkup } from '../../text/languages.ts';
import { unspacedLetter } from '../../text/scripts.ts';

interface AnswerReading {
  /** The code to replace. */
  readonly old: readonly string[];
  /** The file is prose itself, so prose can be what takes its place. */
  readonly isProse: boolean;
  /** Maximum number of characters. */
  readonly longest?: number;
}

/** The lines of a response that replace the old ones. */
interface ChosenLines {
  readonly lines: readonly string[];
  /** Otherwise a person has to look whether this is all of the code, and nothing else. */
  readonly isSure: boolean;
}

/** Blocks within a text seldom have a longer fence: a response with one follows the instructions. */
const usualFence = 3;

/**
 * A streaming response, and the code in it. Models are asked for one block, with a fence longer than any within it; if
 * there is none, any other block is taken, and without blocks all of it but for the sentences around the code. Blocks
 * below a line of the old code belong to the code. In prose, blocks with a short fence belong to the text, unless one is
 * called prose, or is bare and what the response begins with.
 */
export class AnswerLines {
  readonly #old: readonly string[];
  readonly #oldLines: ReadonlySet<string>;
  readonly #isProse: boolean;
  readonly #longest: number;
  readonly #longestFence: number;
  #isComplete = false;
  /** The whole text, to show if it contains no code. */
  words = '';
  /** Whether the response is longer than it can need to be; the rest is ignored. */
  isEndless = false;

  constructor({ old, isProse, longest = Number.POSITIVE_INFINITY }: AnswerReading) {
    this.#old = old;
    this.#isProse = isProse;
    this.#longest = longest;
    this.#oldLines = new Set(old.map((line) => line.trim()));
    this.#longestFence = old.reduce(
      (most, line) => Math.max(most, readFence(line)?.mark.length ?? 0),
      usualFence,
    );
  }

  push(piece: string): void {
    const room = this.#longest - this.words.length;
    this.words += piece.slice(0, room);
    this.isEndless ||= piece.length > room;
  }

  /** Ends the response, so that its last line counts as complete. */
  end(): void {
    this.#isComplete = true;
  }

  /** The code so far: complete lines only. */
  choose(): ChosenLines {
    const lines = this.words.split('\n').map((line) => line.replace(/\r$/, ''));
    const response = this.#isComplete && lines.at(-1) !== '' ? lines : lines.slice(0, -1);
    const blocks = findBlocks(response);
    const asked = blocks.filter(({ mark }) => mark.length > this.#longestFence);
    if (asked.length > 0) return this.#chooseBlock(response, asked);
    const isWithin = response.slice(0, blocks[0]?.opening ?? 0).some((line) => this.#isOld(line));
    if (this.#isProse) return this.#chooseProse(response, isWithin ? [] : blocks);
    if (isWithin) return { ...chooseUnfenced(response), isSure: false };
    return blocks.length > 0 ? this.#chooseBlock(response, blocks) : chooseUnfenced(response);
  }

  /** A bracket or an empty line is found everywhere. */
  #isOld(line: string): boolean {
    return /[\p{L}\p{N}]{2}/u.test(line) && this.#oldLines.has(line.trim());
  }

  /** The longest block that is new. */
  #chooseBlock(response: readonly string[], blocks: readonly FencedBlock[]): ChosenLines {
    const linesOf = ({ start, end }: FencedBlock) => response.slice(start, end);
    const oldText = plainOf(this.#old);
    const fresh = blocks.filter((block) => plainOf(linesOf(block)) !== oldText);
    const [longest] = (fresh.length > 0 ? fresh : blocks).toSorted(
      (one, other) => linesOf(other).length - linesOf(one).length,
    );
    if (!longest) return { lines: [], isSure: false };
    return { lines: linesOf(longest), isSure: fresh.length <= 1 && endsPlainly(longest) };
  }

  #chooseProse(response: readonly string[], blocks: readonly FencedBlock[]): ChosenLines {
    const isText = (line: string) => line.trim() !== '' && !preamble.test(line.trim());
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first && last) {
      const isCalledProse = isProseMarkup(languageOfInfo(first.info).toLowerCase());
      const isFirst = first.info === '' && !response.slice(0, first.opening).some(isText);
      const isRemarked = !isCalledProse && response.slice(last.end + 1).some(isText);
      // A block within the text ends a fence that is no longer than its own, and the rest follows behind it.
      if (isCalledProse || (isFirst && !readFence(this.#old[0] ?? '')))
        return {
          lines: response.slice(first.start, last.end),
          isSure: first === last && endsPlainly(first) && !isRemarked,
        };
    }
    const start = response.findIndex(isText);
    return { lines: start < 0 ? [] : response.slice(start), isSure: true };
  }
}

function chooseUnfenced(response: readonly string[]): ChosenLines {
  const isCode = (line: string) => line.trim() !== '' && !readsLikeSentence(line);
  const start = response.findIndex(isCode);
  const lines = start < 0 ? [] : response.slice(start, response.findLastIndex(isCode) + 1);
  return { lines, isSure: !lines.some((line) => line.trim() !== '' && !isCode(line)) };
}

/** No fence within it can have been meant as its end: none is there, or all are pairs of shorter ones. */
function endsPlainly({ isClosed, inside, isEven, mark }: FencedBlock): boolean {
  return isClosed || inside === 0 || (isEven && mark.length > usualFence);
}

function plainOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** What is said before a text, or in its place. */
const preamble =
  /^(?:sure|certainly|of course|okay|absolutely|here(?:['’]s| is| are)|sorry|i(?:['’]m| am) (?:sorry|unable)|i can(?:['’]t|not))(?!\p{L}).*[:!.]$/iu;

const sentence = /^["“*_]*\p{Lu}[^;{}<>=\\|]*[.:!?…]["”*_]*$/u;

/** A line that tells something and has nothing that only code has. Nobody indents what is said about code. */
function readsLikeSentence(line: string): boolean {
  const text = line.trimEnd();
  if (unspacedLetter.test(text)) return /^[\p{L}“「《].*[。！？：…]$/u.test(text);
  const hasWords = /\p{Ll}/u.test(text) && text.split(/\s+/).length >= 3;
  return sentence.test(text) && hasWords && !/[\w\])]\(/.test(text);
}
