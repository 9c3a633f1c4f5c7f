import type { NarratedBlock } from '../block.ts';
import { type SettledText, settledText } from '../markdown/closedBlocks.ts';
import { type Granularity, shortSentence, staysWithinSentence, utterancesOf } from './plan.ts';
import type { Utterance, UtteranceSource } from './utterance.ts';

/** A text that is still streaming, such as a response. It is only appended to. */
export interface StreamingText {
  /** All of it so far. */
  read(): string;
  /** Whether all of it has arrived. */
  isComplete(): boolean;
  /** Calls back when it has grown, and when it is complete, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** The text is planned again when it has grown by this many characters, or by this share of its unsettled part. */
const leastGrowth = 8;
const growthShare = 1 / 8;

/**
 * The utterances of a streaming text. Each is returned once, as soon as no text that may follow can change it. `speak`
 * gets the end of the text, starting where it sounds as it does within the whole.
 */
export function planStreaming(
  streaming: StreamingText,
  speak: (text: string) => Iterable<NarratedBlock>,
  granularity: Granularity,
): UtteranceSource {
  /** Everything before this offset was returned; the text after it is narrated again. */
  let settled = 0;
  /** The utterances already returned from `settled` on. */
  let given: Utterance[] = [];
  let last: Utterance | undefined;
  /** Position of the first utterance from `settled` on. */
  let place = { index: 0, paragraph: 0 };
  let nextLookAt = 0;
  let ready: Utterance[] = [];
  /** All utterances not returned yet, once the text is complete. */
  let rest: Generator<Utterance, undefined> | undefined;

  /** Returns an utterance with offsets of the whole text. */
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

  /** The utterances not returned yet. If the narration differs from before, those after the text already returned. */
  function* withoutGiven(utterances: Iterable<Utterance>): Generator<Utterance, undefined> {
    const known = [...given];
    const end = known.at(-1)?.end ?? 0;
    let isSame = true;
    let at = 0;
    for (const utterance of utterances) {
      const expected = known[at];
      isSame &&= !expected || expected.text === utterance.text;
      if (isSame ? !expected : utterance.start >= end) yield utterance;
      at += 1;
    }
    return undefined;
  }

  function look(text: string): void {
    const tail = settledText(text.slice(settled), settled === 0);
    const plan = Array.from(utterancesOf(speak(tail.text), granularity, place));
    if (countCommon(given, plan) < given.length) return;
    const open = plan.findIndex((_, index) => !isSettled(plan, index, tail));
    ready = plan.slice(given.length, open < 0 ? plan.length : open).map(give);
    if (ready.length > 0 || tail.closed > 0) moveOn(tail, plan);
  }

  /** Whether no text that may follow can change an utterance. */
  function isSettled(
    plan: readonly Utterance[],
    index: number,
    { closed, limit, isEnded }: SettledText,
  ): boolean {
    const [utterance, next, second] = plan.slice(index, index + 3);
    if (!utterance || utterance.end > limit) return false;
    if (utterance.end <= closed) return true;
    if (!next) return isEnded;
    // Text that follows may still become part of this utterance, until it has a letter.
    if (!/\p{L}/u.test(next.text)) return false;
    if (next.paragraph !== utterance.paragraph) return true;
    if (second && /\p{L}/u.test(second.text)) return true;
    const isFirst = utterance.index === 0;
    if (!isFirst && (granularity !== 'sentence' || utterance.bytes < shortSentence)) return false;
    const isSentence = /[.!?。！？…]["'”’»）)\]」』]*$/.test(utterance.text);
    return isSentence || staysWithinSentence(utterance, next.text);
  }

  /** Moves past closed blocks whose utterances were all returned, if the rest sounds the same without them. */
  function moveOn({ closed }: SettledText, plan: readonly Utterance[]): void {
    const before = given.filter(({ start }) => start < closed);
    if (closed === 0 || (plan[given.length]?.start ?? closed) < closed) return;
    const next = {
      index: place.index + before.length,
      paragraph: (before.at(-1)?.paragraph ?? place.paragraph - 1) + 1,
    };
    settled += closed;
    place = next;
    given = given.slice(before.length).map((utterance) => movedBy(-closed, utterance));
  }

  function giveNext(utterances: Generator<Utterance, undefined>): Utterance | undefined {
    const { value } = utterances.next();
    return value && give(value);
  }

  function onMore(listener: () => void): () => void {
    return streaming.onChange(() => {
      if (streaming.isComplete() || streaming.read().length >= nextLookAt) listener();
    });
  }

  return {
    next() {
      if (rest) return giveNext(rest);
      const first = ready.shift();
      if (first) return first;
      const text = streaming.read();
      if (streaming.isComplete()) {
        rest = withoutGiven(utterancesOf(speak(text.slice(settled)), granularity, place));
        return giveNext(rest);
      }
      if (text.length < nextLookAt) return 'later';
      look(text);
      nextLookAt = text.length + Math.max(leastGrowth, (text.length - settled) * growthShare);
      return ready.shift() ?? 'later';
    },
    // A complete text no longer changes: without `onMore`, its cost is counted before it is read.
    ...(!streaming.isComplete() && { onMore }),
  };
}

function movedBy(offset: number, { start, end, ...utterance }: Utterance): Utterance {
  return { ...utterance, start: start + offset, end: end + offset };
}

/** The number of utterances at the start of two plans that sound the same. */
function countCommon(one: readonly Utterance[], other: readonly Utterance[]): number {
  const at = one.findIndex(
    ({ text, kind }, index) => other[index]?.text !== text || other[index].kind !== kind,
  );
  return at < 0 ? one.length : at;
}
