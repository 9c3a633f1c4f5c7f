import type { WantedCall } from './chatServices.ts';
import type { ToolOutcome } from './turn.ts';

/** The same round so many times in a row is a loop, which the model is told; once more, and the answer ends. */
const roundsOfLoop = 3;

/** Sees when a model calls the same tools with the same input again and again, and gets the same from them. */
export interface LoopWatch {
  add(call: WantedCall, outcome: ToolOutcome): void;
  endRound(): 'goOn' | 'warn' | 'end';
}

export function createLoopWatch(): LoopWatch {
  let last = '';
  let current: unknown[] = [];
  let count = 0;
  return {
    add({ name, input, invalidInput }, { status, text }) {
      current.push([name, invalidInput ?? input, status, text]);
    },
    endRound() {
      const round = JSON.stringify(current);
      count = round === last ? count + 1 : 1;
      last = round;
      current = [];
      if (count < roundsOfLoop) return 'goOn';
      return count === roundsOfLoop ? 'warn' : 'end';
    },
  };
}
