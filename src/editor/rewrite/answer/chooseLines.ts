import { type FencedBlock, findBlocks, languageOfInfo, readFence } from '../../../text/codeFence.ts';
import { isProseMarkup } from '../../../text/languages.ts';
import { isPreamble, looksLikeCode, readsLikeSentence, readsOn } from './wordsOrCode.ts';

export interface ChoiceTask {
  /** What is to be replaced. */
  readonly old: readonly string[];
  /** The file is prose itself, so prose can be what takes its place. */
  readonly isProse: boolean;
}

/** What of an answer takes the old lines' place. */
export interface ChosenLines {
  readonly lines: readonly string[];
  /** It is plain that this was meant, and that nothing of it is missing. */
  readonly isSure: boolean;
}

/** Blocks within a text seldom have a longer fence: who writes one does what was asked for. */
const usualFence = 3;

/**
 * Models are asked for one block with a long fence and nothing else. They also write something before and behind it, repeat
 * the old code in a block of its own, take a fence that blocks within it end, or leave it away. Where it isn't plain what
 * they meant, rather too much is taken than too little, for a person to look at.
 */
export function createChoice({ old, isProse }: ChoiceTask): (answer: readonly string[]) => ChosenLines {
  const known = new Set(old.map((line) => line.trim()).filter((line) => line !== ''));
  const [firstOld] = known;
  const oldText = plainOf(old);
  const longestFence = old.reduce(
    (longest, line) => Math.max(longest, readFence(line)?.mark.length ?? 0),
    usualFence,
  );
  /** Scenarios, texts of a form: what takes their place tells something as well. */
  const isOldTold = isMostlyTold(old, new Set());

  function choose(answer: readonly string[]): ChosenLines {
    const blocks = findBlocks(answer);
    if (blocks.length === 0) return { lines: chooseUnfenced(answer), isSure: true };
    const [asked, ...others] = findAsked(answer, blocks);
    if (!asked) return isProse ? chooseOfProse(answer, blocks) : chooseOfCode(answer, blocks);
    if (others.length > 0) return { lines: join(answer, [asked, ...others]), isSure: false };
    const isWhole = asked.isClosed || asked.inside === 0 || (isProse && asked.isEven);
    const isMissing = (line: string) => isOld(line) || (!isProse && looksLikeCode(line));
    return { lines: linesOf(answer, asked), isSure: isWhole && !linesAround(answer, blocks).some(isMissing) };
  }

  /** The blocks that are what was asked for, by their fences or by what stands beside them. */
  function findAsked(answer: readonly string[], blocks: readonly FencedBlock[]): readonly FencedBlock[] {
    const fresh = blocks.filter((block) => plainOf(linesOf(answer, block)) !== oldText);
    const long = fresh.filter(({ mark }) => mark.length > longestFence);
    if (long.length > 0) return long;
    if (!isProse) return fresh.length < blocks.length && fresh.length === 1 ? fresh : [];
    // A block that was ended too soon, by the beginning of another one, has a fence behind it: that other one's end.
    const ofProse = blocks.filter(
      (block) => isProseMarkup(languageOf(block)) && !known.has(fenceOf(answer, block)),
    );
    return ofProse.length === 1 && ofProse[0] === blocks.at(-1) ? ofProse : [];
  }

  /** Without a fence of its own, a text begins with words mostly, and has its blocks in between. */
  function chooseOfProse(answer: readonly string[], blocks: readonly FencedBlock[]): ChosenLines {
    const [first] = blocks;
    if (!first) return { lines: chooseUnfenced(answer), isSure: true };
    const fence = fenceOf(answer, first);
    const isOldFence = fence === firstOld || (first.info !== '' && known.has(fence));
    if (isOldFence || answer.slice(0, first.opening).some(isText)) {
      const isSure = isOldFence || linesAround(answer, blocks).some(isOld);
      return { lines: chooseUnfenced(answer), isSure };
    }
    const isOuter = first.info === '' || isProseMarkup(languageOf(first));
    if (blocks.length > 1)
      return { lines: isOuter ? betweenFences(answer, blocks) : chooseUnfenced(answer), isSure: false };
    const behind = answer.slice(first.end + 1).filter(isText);
    if (behind.length === 0) return { lines: linesOf(answer, first), isSure: isPlain(first) };
    return {
      lines: isOuter && !behind.some(isOld) ? linesOf(answer, first) : chooseUnfenced(answer),
      isSure: false,
    };
  }

  function chooseOfCode(answer: readonly string[], blocks: readonly FencedBlock[]): ChosenLines {
    const [first, ...others] = blocks;
    const isCode = (line: string) => isOld(line) || looksLikeCode(line);
    if (!first || fenceOf(answer, first) === firstOld || answer.slice(0, first.opening).some(isCode))
      return { lines: fromCodeOn(answer), isSure: false };
    const hasCodeAround = linesAround(answer, blocks).some(isCode);
    if (others.length === 0)
      return { lines: linesOf(answer, first), isSure: isPlain(first) && !hasCodeAround };
    // Fences of blocks within the code, such as in a comment, have made several of it.
    const isOne = hasCodeAround || (first.info !== '' && others.every(({ info }) => info === ''));
    return { lines: isOne ? betweenFences(answer, blocks) : join(answer, blocks), isSure: false };
  }

  /** Blocks that stand for one: without examples in other languages, such as how something is installed. */
  function join(answer: readonly string[], blocks: readonly FencedBlock[]): readonly string[] {
    const related = new Set(
      blocks.filter((block) => linesOf(answer, block).some(isOld)).map((block) => languageOf(block)),
    );
    return blocks
      .filter((block) => related.size === 0 || related.has(languageOf(block)))
      .map((block) => linesOf(answer, block))
      .filter((lines) => plainOf(lines) !== '')
      .flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
  }

  /** What does not read like a sentence is code. */
  function chooseUnfenced(answer: readonly string[]): readonly string[] {
    const code = fromCodeOn(answer);
    return !isProse && !isOldTold && isMostlyTold(code, known) ? [] : code;
  }

  function fromCodeOn(answer: readonly string[]): readonly string[] {
    const start = answer.findIndex(
      (line) =>
        known.has(line.trim()) ||
        (isProse ? isText(line) : line.trim() !== '' && !readsLikeSentence(line.trim())),
    );
    const code = start === -1 ? [] : answer.slice(start);
    return isProse ? code : withoutClosingWords(code, known);
  }

  /** A bracket or an empty line is found everywhere. */
  function isOld(line: string): boolean {
    return known.has(line.trim()) && /[\p{L}\p{N}]{2}/u.test(line);
  }

  return choose;
}

function isText(line: string): boolean {
  const text = line.trim();
  return text !== '' && !isPreamble(text);
}

/** No fence within it can have been meant as its end. */
function isPlain({ isClosed, inside }: FencedBlock): boolean {
  return isClosed || inside === 0;
}

function fenceOf(answer: readonly string[], { opening }: FencedBlock): string {
  return (answer[opening] ?? '').trim();
}

function languageOf({ info }: FencedBlock): string {
  return languageOfInfo(info).toLowerCase();
}

function linesOf(answer: readonly string[], { start, end }: FencedBlock): readonly string[] {
  return answer.slice(start, end);
}

function betweenFences(answer: readonly string[], blocks: readonly FencedBlock[]): readonly string[] {
  return answer.slice(blocks[0]?.start, blocks.at(-1)?.end);
}

function linesAround(answer: readonly string[], blocks: readonly FencedBlock[]): readonly string[] {
  const starts = [0, ...blocks.map(({ end }) => end + 1)];
  return starts.flatMap((start, at) => answer.slice(start, blocks[at]?.opening));
}

/** Whether most of the lines tell something, and none of them is one of the old code's. */
function isMostlyTold(lines: readonly string[], known: ReadonlySet<string>): boolean {
  const texts = lines.map((line) => line.trim()).filter((text) => text !== '');
  const told = texts.filter((text) => readsLikeSentence(text) || readsOn(text));
  return told.length * 2 > texts.length && !texts.some((text) => known.has(text));
}

/** Code without a fence, and without what is explained behind it. */
function withoutClosingWords(lines: readonly string[], known: ReadonlySet<string>): readonly string[] {
  let end = lines.length;
  let kept = end;
  while (end > 0) {
    const text = (lines[end - 1] ?? '').trim();
    if (text !== '' && (known.has(text) || !readsLikeSentence(text))) break;
    end -= 1;
    // Only behind an empty line: a sentence right below code is a part of it.
    if (text === '') kept = end;
  }
  return kept === lines.length ? lines : lines.slice(0, kept);
}

function plainOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
