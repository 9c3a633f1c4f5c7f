/** Takes the code out of an answer while it comes. */
export interface AnswerLines {
  push(piece: string): void;
  /** The line that is still open belongs to it as well. */
  end(): void;
  /** What is code in it, so far: whole lines only. */
  readonly lines: readonly string[];
  /** More has come than the answer can need: the rest is not taken any more. */
  readonly isEndless: boolean;
  /** All that was said, for a person to read where it is no code. */
  readonly words: string;
}

export interface AnswerReading {
  /** What is to be replaced. */
  readonly old: readonly string[];
  /** The file is prose itself, so prose can be what takes its place. */
  readonly isProse: boolean;
  /** The most characters that are taken. */
  readonly longest?: number;
}

interface Fence {
  readonly mark: string;
  /** What stands behind it: the language, mostly. */
  readonly info: string;
}

interface Block {
  readonly mark: string;
  readonly lines: string[];
  /** Blocks within it that are open. */
  depth: number;
}

const longestWords = 600;
const longestFence = 1_000;
/** Who tells something on one line needs no more. */
const longestTold = 1_000;

/**
 * Models are asked for one block of code and nothing else. They also write something before and behind it, repeat the old
 * code in a block of its own, or leave the fence away: then what does not read like a sentence is code.
 */
export function createAnswerLines({
  old,
  isProse,
  longest = Number.POSITIVE_INFINITY,
}: AnswerReading): AnswerLines {
  const known = new Set(old.map((line) => line.trim()).filter((line) => line !== ''));
  const oldText = plainOf(old);
  /** Scenarios, texts of a form: what takes their place tells something as well. */
  const isOldTold = isMostlyTold(old, new Set());
  const blocks: (readonly string[])[] = [];
  const bare: string[] = [];
  let block: Block | undefined;
  let open: string[] = [];
  let words = '';
  let length = 0;

  function takeLine(line: string): void {
    if (block) return takeInBlock(block, line);
    const fence = readFence(line);
    if (fence) {
      block = { mark: fence.mark, lines: [], depth: 0 };
      blocks.push(block.lines);
      return;
    }
    if (bare.length > 0 || isCode(line)) bare.push(line);
  }

  function takeInBlock(inside: Block, line: string): void {
    const { mark, info } = readFence(line) ?? { mark: '', info: '' };
    const isFence = mark[0] === inside.mark[0] && mark.length >= inside.mark.length;
    if (isFence && info === '') {
      if (inside.depth === 0) {
        block = undefined;
        return;
      }
      inside.depth -= 1;
    } else if (isFence) inside.depth += 1;
    inside.lines.push(line);
  }

  function isCode(line: string): boolean {
    const text = line.trim();
    if (text === '') return false;
    if (known.has(text)) return true;
    return isProse ? !preamble.test(text) && !apology.test(text) : !readsLikeSentence(text);
  }

  return {
    push(whole) {
      const piece = whole.slice(0, Math.max(0, longest - length));
      length += whole.length;
      if (words.length < longestWords) words += piece.slice(0, longestWords - words.length);
      const lines = piece.split('\n');
      const last = lines.pop() ?? '';
      for (const line of lines) {
        open.push(line);
        takeLine(open.join('').replace(/\r$/, ''));
        open = [];
      }
      open.push(last);
    },
    end() {
      const line = open.join('').replace(/\r$/, '');
      open = [];
      if (line !== '') takeLine(line);
    },
    get lines() {
      if (blocks.length > 0) return blocks.find((lines) => plainOf(lines) !== oldText) ?? blocks[0] ?? [];
      if (isProse) return bare;
      const code = withoutClosingWords(bare, known);
      return !isOldTold && isMostlyTold(code, known) ? [] : code;
    },
    get isEndless() {
      return length > longest;
    },
    get words() {
      return words;
    },
  };
}

/** Read step by step: one pattern for all of it would try every length of the mark. */
function readFence(line: string): Fence | undefined {
  if (line.length > longestFence) return undefined;
  const text = line.trim();
  const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  if (mark === undefined) return undefined;
  const info = text.slice(mark.length).trim();
  return info.includes('`') ? undefined : { mark, info };
}

const preamble =
  /^(?:sure|certainly|of course|okay|ok|absolutely|here(?:['’]s| is| are)|below is)\b.*[:!.]$/i;
const apology =
  /^(?:i(?:['’]m| am) (?:sorry|afraid|unable)|sorry\b|i can(?:['’]t|not)\b|as an ai\b|unfortunately\b)/i;

function readsLikeSentence(text: string): boolean {
  if (preamble.test(text) || apology.test(text)) return true;
  if (/\p{Script=Han}/u.test(text)) return /^[\p{L}“「《].*[。！？：…]$/u.test(text);
  const hasWords = text.split(/\s+/).length >= 3 && /\p{Ll}/u.test(text);
  return hasWords && /^["“*_]*\p{Lu}[^;{}<>=\\|]*[.:!?…]["”*_]*$/u.test(text) && !/[\w\])]\(/.test(text);
}

/** Whether most of the lines tell something, and none of them is one of the old code's. */
function isMostlyTold(lines: readonly string[], known: ReadonlySet<string>): boolean {
  const texts = lines.map((line) => line.trim()).filter((text) => text !== '');
  const told = texts.filter((text) => readsLikeSentence(text) || readsOn(text));
  return told.length * 2 > texts.length && !texts.some((text) => known.has(text));
}

/** Five words of one line, the first one with a capital, and nothing that only code has. */
function readsOn(text: string): boolean {
  if (text.length > longestTold || /[;{}<>=\\|$@]/.test(text)) return false;
  const [first = '', ...others] = text.split(/,? /, 5);
  return (
    /^[*_“"]*\p{Lu}[\p{Ll}’']*$/u.test(first) &&
    others.length === 4 &&
    others.every((word) => /^\p{Ll}[\p{L}’'-]*[.:]?$/u.test(word))
  );
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
