import { isDeepStrictEqual } from 'node:util';
import type { NarratedBlock } from '../narration/block.ts';
import { countBytes, isPronounceable } from './cut.ts';
import { defaultMaximumBytes, type PlanOptions, utterancesOf } from './plan.ts';
import type { Utterance, UtteranceSource } from './utterance.ts';

/** A text that is still being written, such as an answer. It only grows. */
export interface GrowingText {
  /** All of it so far. */
  read(): string;
  /** Nothing more will come. */
  isComplete(): boolean;
  /** Calls back when it has grown, and when it is complete, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/**
 * What may follow the text so far. What is said in each of these cases is settled. They close what a Markdown text
 * may have open: emphasis, links, tags, formulas, code; and add to its last word, line, row. Where the last
 * sentence is long, one more makes it longer than one request may be.
 */
const futures = [
  '',
  'x\nx',
  'x) x* x_ x~~ x](x) x* x$$ x\\) x\\] x-->\n$$\n\\]\nx',
  '(x) x** x* x__ x] x$',
  'x`',
  'x``',
  // With no more than that behind its address, a link may be short enough to be said with the sentence before.
  'x)',
];
/** So many of these tell whether a block is still open. */
const openBlocks = 3;

/**
 * A blank line, and then one that has shown what it is: no item of a list above that is not yet to be seen as one,
 * nothing indented, no front matter if the text began with it.
 */
const blankLine = /\r?\n[ \t]*\r?\n(?=[^\s+*\d-]|\*\*[^\s*]|(?:[+*-]|\d+[.)])[ \t]+\S)/g;

/**
 * A tag at the end whose name may become any other, and with it end the sentence or not, or whose attributes are words
 * until it is closed. `i<n;` is no tag, and a blank line ends what looks like one.
 */
const unfinishedTag = /^<(?:!-?|\/?(?:[a-z][\w-]*(?![^\s/])(?:[^>\n]|\n(?![ \t\r]*\n))*)?)$/i;

/** Only where the text begins with what may be a front matter, which vanishes when it is closed. */
const frontMatter = { open: /^(?:---|\+\+\+)[ \t]*\r?\n/, future: '\n---\n+++\n\nx' };

/** The text is looked at again when it has grown by so many characters, or by this share of what is not settled. */
const leastGrowth = 8;
const growthShare = 1 / 8;

/**
 * The utterances of a text that is still being written. Each is given once, as soon as nothing that may follow can
 * change it. `speak` is handed the end of the text, from a place on where that sounds as it does within the whole.
 */
export function planGrowing(
  growing: GrowingText,
  speak: (text: string) => Iterable<NarratedBlock>,
  options: PlanOptions,
): UtteranceSource {
  /** From here on the text is spoken anew; all before it was given. */
  let settled = 0;
  /** What was given of the text from `settled` on. */
  let given: Utterance[] = [];
  let last: Utterance | undefined;
  /** Of the first utterance from `settled` on. */
  let place = { index: 0, paragraph: 0 };
  let nextLookAt = 0;
  let ready: Utterance[] = [];
  /** All that was not given yet, once the text is complete. */
  let rest: Generator<Utterance, undefined> | undefined;

  /** Counted on from what was given, in offsets of the whole text. */
  function give(utterance: Utterance): Utterance {
    given.push(utterance);
    const start = Math.max(last?.start ?? 0, utterance.start + settled);
    last = {
      ...utterance,
      index: last ? last.index + 1 : 0,
      paragraph: Math.max(last?.paragraph ?? 0, utterance.paragraph),
      start,
      end: Math.max(start, utterance.end + settled),
    };
    return last;
  }

  /** What was not given yet. Should the text sound otherwise than it did, that is what lies behind what was given. */
  function* withoutGiven(utterances: Iterable<Utterance>): Generator<Utterance, undefined> {
    const known = [...given];
    const end = known.at(-1)?.end ?? 0;
    let matched = 0;
    let isSame = true;
    for (const utterance of utterances) {
      const expected: Utterance | undefined = isSame ? known[matched] : undefined;
      isSame &&= !expected || expected.text === utterance.text;
      const rest = expected && matched === known.length - 1 ? restOf(utterance, expected) : undefined;
      if (isSame && expected) matched += 1;
      else if (rest) yield rest;
      else if (isSame || utterance.start >= end) yield utterance;
    }
    return undefined;
  }

  function look(text: string): void {
    const tail = withoutUnfinishedTag(text.slice(settled));
    const possible = [...futures];
    const nextLine = nextLineAfter(tail);
    if (nextLine !== undefined) possible.push(nextLine);
    const { maximumBytes = defaultMaximumBytes } = options;
    const isNearLimit = countBytes(tail.slice(given.at(-1)?.end ?? 0)) > maximumBytes / 4;
    if (isNearLimit) possible.push(' longer'.repeat(maximumBytes / 6));
    if (settled === 0 && frontMatter.open.test(tail)) possible.push(frontMatter.future);
    const plans: Utterance[][] = [];
    let common = Number.POSITIVE_INFINITY;
    for (const future of possible) {
      const plan = Array.from(utterancesOf(speak(tail + future), options, place));
      plans.push(plan);
      common = Math.min(common, countCommon(plans[0] ?? plan, plan));
      if (common <= given.length) return;
    }
    const [present = []] = plans;
    if (countCommon(given, present) < given.length) return;
    const table = startOfTable(tail);
    const open = present.findIndex(({ end }) => end > table);
    ready = present.slice(given.length, open < 0 ? common : Math.min(common, open)).map(give);
    if (ready.length > 0) moveOn(tail, possible, plans);
  }

  /** Settles the text up to the last blank line that all before was given of, if what follows sounds the same alone. */
  function moveOn(tail: string, possible: readonly string[], plans: readonly Utterance[][]): void {
    const end = plans[0]?.[given.length]?.start ?? tail.length;
    const found = Array.from(tail.matchAll(blankLine)).findLast(({ index }) => index <= end);
    if (!found) return;
    const cut = found.index + found[0].length;
    const before = given.filter(({ start }) => start < cut);
    const next = {
      index: place.index + before.length,
      paragraph: (before.at(-1)?.paragraph ?? place.paragraph - 1) + 1,
    };
    const isSame = possible.slice(0, openBlocks).every((future, at) => {
      const alone = Array.from(utterancesOf(speak(tail.slice(cut) + future), options, next));
      const within = plans[at]?.slice(before.length).map((utterance) => movedBy(-cut, utterance));
      return isDeepStrictEqual(alone, within);
    });
    if (!isSame) return;
    settled += cut;
    place = next;
    given = given.slice(before.length).map((utterance) => movedBy(-cut, utterance));
  }

  function giveNext(utterances: Generator<Utterance, undefined>): Utterance | undefined {
    const { value } = utterances.next();
    return value && give(value);
  }

  function onMore(listener: () => void): () => void {
    return growing.onChange(() => {
      if (growing.isComplete() || growing.read().length >= nextLookAt) listener();
    });
  }

  return {
    next() {
      if (rest) return giveNext(rest);
      const first = ready.shift();
      if (first) return first;
      const text = growing.read();
      if (growing.isComplete()) {
        rest = withoutGiven(utterancesOf(speak(text.slice(settled)), options, place));
        return giveNext(rest);
      }
      if (text.length < nextLookAt) return 'later';
      look(text);
      nextLookAt = text.length + Math.max(leastGrowth, (text.length - settled) * growthShare);
      return ready.shift() ?? 'later';
    },
    // What is complete grows no more, and may be counted before it is read.
    ...(!growing.isComplete() && { onMore }),
  };
}

function movedBy(offset: number, { start, end, ...utterance }: Utterance): Utterance {
  return { ...utterance, start: start + offset, end: end + offset };
}

function withoutUnfinishedTag(text: string): string {
  const start = text.lastIndexOf('<');
  return start >= 0 && unfinishedTag.test(text.slice(start)) ? text.slice(0, start) : text;
}

/** What goes on in the quote or item that the text ends in, where another line would only end the code in it. */
function nextLineAfter(text: string): string | undefined {
  const written = text.trimEnd();
  const [prefix = ''] = /^[ \t>]*/.exec(written.slice(written.lastIndexOf('\n') + 1)) ?? [];
  if (prefix === '') return undefined;
  return `${text.slice(written.length).includes('\n') ? prefix : ''}x\n${prefix}x`;
}

/** What an utterance has behind one that was given as the whole of it: not a word of an answer is left out. */
function restOf({ heading, ...utterance }: Utterance, given: Utterance): Utterance | undefined {
  const text = utterance.text.startsWith(given.text) ? utterance.text.slice(given.text.length).trim() : '';
  if (!isPronounceable(text)) return undefined;
  return { ...utterance, start: Math.max(utterance.start, given.end), text, bytes: countBytes(text) };
}

/** How many utterances two plans begin with that sound the same. */
function countCommon(one: readonly Utterance[], other: readonly Utterance[]): number {
  const at = one.findIndex(
    ({ text, kind }, index) => other[index]?.text !== text || other[index].kind !== kind,
  );
  return at < 0 ? one.length : at;
}

/** Lines with bars are a paragraph until the line below the first one makes them a table: then all is said otherwise. */
function startOfTable(text: string): number {
  let start = text.length;
  let count = 0;
  while (start > 0) {
    const lineStart = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^[\s>]*\|/.test(text.slice(lineStart, start))) break;
    start = lineStart;
    count += 1;
  }
  return count > 2 ? text.length : start;
}
