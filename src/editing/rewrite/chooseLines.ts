import { type FencedBlock, findBlocks, languageOfInfo, readFence } from '../../text/codeFence.ts';
import { isProseMarkup } from '../../text/languages.ts';
import { unspacedLetter } from '../../text/scripts.ts';

interface AnswerReading extends ChoiceTask {
  /** Maximum number of characters. */
  readonly longest?: number;
}

/** A streaming response, and the code in it. */
export class AnswerLines {
  readonly #choose: ReturnType<typeof createChoice>;
  readonly #longest: number;
  #isComplete = false;
  /** The whole text, to show if it contains no code. */
  words = '';
  /** Whether the response is longer than it can need to be; the rest is ignored. */
  isEndless = false;

  constructor({ longest = Number.POSITIVE_INFINITY, ...task }: AnswerReading) {
    this.#choose = createChoice(task);
    this.#longest = longest;
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
    return this.#choose(this.#isComplete && lines.at(-1) !== '' ? lines : lines.slice(0, -1));
  }
}

interface ChoiceTask {
  /** The code to replace. */
  readonly old: readonly string[];
  /** The file is prose itself, so prose can be what takes its place. */
  readonly isProse: boolean;
}

/** The lines of a response that replace the old ones. */
interface ChosenLines {
  readonly lines: readonly string[];
  /**
   * It is plain what of the response is code; otherwise a person has to look whether this is all of it, and nothing
   * else.
   */
  readonly isSure: boolean;
}

/** Blocks within a text seldom have a longer fence: a response with one follows the instructions. */
const usualFence = 3;

/**
 * Models are asked for one block, with a fence longer than any within it. What is taken of their response, the first that
 * holds:
 * 1. The block with such a fence.
 * 2. All of it, without the words before and behind the code, where it has no block, or where lines of the old code stand
 *    before its blocks (in prose, also behind them): these belong to the text then.
 * 3. The only block, but for the old code repeated in one. In prose, that is the block the response begins with, or one that
 *    is called prose: any other belongs to the text.
 *
 * The person is asked where there are several such blocks (the longest is offered), where a fence within the block may be
 * its end, and where text may be missing or words are between the lines.
 */
function createChoice(task: ChoiceTask): (response: readonly string[]) => ChosenLines {
  const { old } = task;
  const known = new Set(old.map((line) => line.trim()).filter((line) => line !== ''));
  const [firstOld] = known;
  const oldText = plainOf(old);
  const longestFence = old.reduce(
    (longest, line) => Math.max(longest, readFence(line)?.mark.length ?? 0),
    usualFence,
  );
  // Test scenarios and the texts of forms are prose in code files.
  const isProse = task.isProse || isMostlySentences(old.map((line) => line.trim()));

  function choose(response: readonly string[]): ChosenLines {
    const blocks = findBlocks(response);
    const outside = linesOutside(response, blocks);
    const asked = blocks.filter(({ mark }) => mark.length > longestFence);
    if (asked.length > 0) return chooseBlock(response, asked, outside);
    const [first] = blocks;
    if (!first) return chooseUnfenced(response);
    const beside = isProse ? outside : response.slice(0, first.opening);
    if (isOldFence(response, first) || beside.some(isOld))
      return { ...chooseUnfenced(response), isSure: isProse };
    return isProse ? chooseOfProse(response, blocks) : chooseBlock(response, blocks, outside);
  }

  function chooseBlock(
    response: readonly string[],
    blocks: readonly FencedBlock[],
    outside: readonly string[],
  ): ChosenLines {
    const fresh = blocks.filter((block) => plainOf(linesOf(response, block)) !== oldText);
    const [longest] = (fresh.length > 0 ? fresh : blocks).toSorted(
      (a, b) => b.end - b.start - (a.end - a.start),
    );
    if (!longest) return { lines: [], isSure: false };
    const isSure = fresh.length <= 1 && endsPlainly(longest) && !outside.some(isOld);
    return { lines: linesOf(response, longest), isSure };
  }

  /** A block within the text ends a fence that is no longer than its own, and the rest follows behind it. */
  function chooseOfProse(response: readonly string[], blocks: readonly FencedBlock[]): ChosenLines {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (!first || !last) return chooseUnfenced(response);
    const isCalledProse = isProseMarkup(languageOfInfo(first.info).toLowerCase());
    const isFirst = first.info === '' && !response.slice(0, first.opening).some(isText);
    if (!isCalledProse && !isFirst) return { ...chooseUnfenced(response), isSure: false };
    const isAll = isCalledProse || !response.slice(first.end + 1).some(isText);
    return {
      lines: response.slice(first.start, last.end),
      isSure: first === last && endsPlainly(first) && isAll,
    };
  }

  function chooseUnfenced(response: readonly string[]): ChosenLines {
    if (isProse) {
      const start = response.findIndex(isText);
      return { lines: start === -1 ? [] : response.slice(start), isSure: true };
    }
    const isCode = (line: string) =>
      line.trim() !== '' && (known.has(line.trim()) || !readsLikeSentence(line));
    const start = response.findIndex(isCode);
    const lines = start === -1 ? [] : response.slice(start, response.findLastIndex(isCode) + 1);
    if (isMostlySentences(lines) && !lines.some(isOld)) return { lines: [], isSure: true };
    return { lines, isSure: !lines.some((line) => line.trim() !== '' && !isCode(line)) };
  }

  function isOldFence(response: readonly string[], { opening, info }: FencedBlock): boolean {
    const fence = (response[opening] ?? '').trim();
    return fence === firstOld || (info !== '' && known.has(fence));
  }

  /** A bracket or an empty line is found everywhere. */
  function isOld(line: string): boolean {
    return known.has(line.trim()) && /[\p{L}\p{N}]{2}/u.test(line);
  }

  return choose;
}

/** No fence within it can have been meant as its end: none is there, or all are pairs of shorter ones. */
function endsPlainly({ isClosed, inside, isEven, mark }: FencedBlock): boolean {
  return isClosed || inside === 0 || (isEven && mark.length > usualFence);
}

function linesOf(response: readonly string[], { start, end }: FencedBlock): readonly string[] {
  return response.slice(start, end);
}

function linesOutside(response: readonly string[], blocks: readonly FencedBlock[]): readonly string[] {
  const starts = [0, ...blocks.map(({ end }) => end + 1)];
  return starts.flatMap((start, at) => response.slice(start, blocks[at]?.opening));
}

function plainOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

const preamble =
  /^(?:sure|certainly|of course|okay|ok|absolutely|here(?:['’]s| is| are)|below is)\b.*[:!.]$/i;
const apology =
  /^(?:i(?:['’]m| am) (?:sorry|afraid|unable)|sorry\b|i can(?:['’]t|not)\b|as an ai\b|unfortunately\b)/i;

function isText(line: string): boolean {
  const text = line.trim();
  return text !== '' && !isPreamble(text);
}

/** What is said before a text, or in its place. */
function isPreamble(text: string): boolean {
  return preamble.test(text) || apology.test(text);
}

/** Who tells something on one line needs no more. */
const longestSentence = 1_000;
const sentence = /^["“*_]*\p{Lu}[^;{}<>=\\|]*[.:!?…]["”*_]*$/u;
/** Five words, the first one with a capital. */
const beginning = /^["“*_]*\p{Lu}[\p{Ll}’']*(?:,? \p{Ll}[\p{L}’'-]*[.:]?){4}(?:,? |$)[^;{}<>=\\|$@]*$/u;

/** A line that tells something and has nothing that only code has. Nobody indents what is said about code. */
function readsLikeSentence(line: string): boolean {
  const text = line.trimEnd();
  if (text.length > longestSentence) return false;
  if (isPreamble(text)) return true;
  if (unspacedLetter.test(text)) return /^[\p{L}“「《].*[。！？：…]$/u.test(text);
  const hasWords = text.split(/\s+/).length >= 3 && /\p{Ll}/u.test(text);
  return hasWords && (beginning.test(text) || (sentence.test(text) && !/[\w\])]\(/.test(text)));
}

function isMostlySentences(lines: readonly string[]): boolean {
  const texts = lines.filter((line) => line.trim() !== '');
  return texts.filter(readsLikeSentence).length * 2 > texts.length;
}
