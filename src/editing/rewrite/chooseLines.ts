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

/** Blocks within a text seldom have a longer fence: a response with one follows the instructions. */
const usualFence = 3;

/**
 * A streaming response, and the code in it. Models are asked for one block, with a fence longer than any within it; if
 * there is none, any other block is taken, and without blocks all of it but for the sentences around the code. In prose,
 * blocks with a short fence belong to the text, unless one is called prose, or is bare and what the response begins with.
 */
export class AnswerLines {
  readonly #old: readonly string[];
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

  /** The lines so far that replace the old ones: complete lines only. */
  choose(): readonly string[] {
    const lines = this.words.split('\n').map((line) => line.replace(/\r$/, ''));
    const response = this.#isComplete && lines.at(-1) !== '' ? lines : lines.slice(0, -1);
    const blocks = findBlocks(response);
    const asked = blocks.filter(({ mark }) => mark.length > this.#longestFence);
    if (asked.length > 0) return this.#chooseBlock(response, asked);
    if (this.#isProse) return this.#chooseProse(response, blocks);
    return blocks.length > 0 ? this.#chooseBlock(response, blocks) : withoutSentences(response);
  }

  /** The longest block that is new. */
  #chooseBlock(response: readonly string[], blocks: readonly FencedBlock[]): readonly string[] {
    const oldText = plainOf(this.#old);
    const contents = blocks.map(({ start, end }) => response.slice(start, end));
    const fresh = contents.filter((lines) => plainOf(lines) !== oldText);
    const byLength = (fresh.length > 0 ? fresh : contents).toSorted(
      (one, other) => other.length - one.length,
    );
    return byLength[0] ?? [];
  }

  #chooseProse(response: readonly string[], blocks: readonly FencedBlock[]): readonly string[] {
    const isText = (line: string) => line.trim() !== '' && !preamble.test(line.trim());
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first && last) {
      const isCalledProse = isProseMarkup(languageOfInfo(first.info).toLowerCase());
      const isFirst = first.info === '' && !response.slice(0, first.opening).some(isText);
      // A block within the text ends a fence that is no longer than its own, and the rest follows behind it.
      if (isCalledProse || (isFirst && !readFence(this.#old[0] ?? '')))
        return response.slice(first.start, last.end);
    }
    const start = response.findIndex(isText);
    return start < 0 ? [] : response.slice(start);
  }
}

function withoutSentences(response: readonly string[]): readonly string[] {
  const isCode = (line: string) => line.trim() !== '' && !readsLikeSentence(line);
  const start = response.findIndex(isCode);
  return start < 0 ? [] : response.slice(start, response.findLastIndex(isCode) + 1);
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
