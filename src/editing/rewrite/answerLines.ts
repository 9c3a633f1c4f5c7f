import { type ChoiceTask, createChoice } from './chooseLines.ts';

/** Takes the code out of a response while it comes. */
export interface AnswerLines {
  push(piece: string): void;
  /** The line that is still open belongs to it as well. */
  end(): void;
  /** What is code in it, so far: whole lines only. */
  readonly lines: readonly string[];
  /**
   * It is plain what of the response is code; otherwise a person has to look whether this is all of it, and nothing
   * else.
   */
  readonly isSure: boolean;
  /** More has come than the response can need: the rest is not taken any more. */
  readonly isEndless: boolean;
  /** All that was said, for a person to read where it is no code. */
  readonly words: string;
}

export interface AnswerReading extends ChoiceTask {
  /** The most characters that are taken. */
  readonly longest?: number;
}

const longestWords = 600;

export function createAnswerLines({
  longest = Number.POSITIVE_INFINITY,
  ...task
}: AnswerReading): AnswerLines {
  const choose = createChoice(task);
  const arrived: string[] = [];
  let open: string[] = [];
  let words = '';
  let length = 0;

  function closeLine(): void {
    arrived.push(open.join('').replace(/\r$/, ''));
    open = [];
  }

  return {
    push(whole) {
      const piece = whole.slice(0, Math.max(0, longest - length));
      length += whole.length;
      if (words.length < longestWords) words += piece.slice(0, longestWords - words.length);
      const [first = '', ...others] = piece.split('\n');
      open.push(first);
      for (const start of others) {
        closeLine();
        open.push(start);
      }
    },
    end() {
      if (open.some((part) => part !== '')) closeLine();
    },
    get lines() {
      return choose(arrived).lines;
    },
    get isSure() {
      return choose(arrived).isSure;
    },
    get isEndless() {
      return length > longest;
    },
    get words() {
      return words;
    },
  };
}
