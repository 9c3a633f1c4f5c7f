import { paragraphAt, planUtterances, type Utterance } from './plan.ts';
import type { TextRange } from './ranges.ts';

/**
 * The utterances of all that is selected, in the order of the document; with nothing selected, of everything
 * from the cursor's paragraph on. Lazy: a long text is planned while it is read.
 */
export function* utterancesToRead(
  text: string,
  selections: readonly TextRange[],
  cursor: number,
): Generator<Utterance> {
  const chosen = selections.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  const ranges = chosen.length > 0 ? chosen : [{ start: paragraphAt(text, cursor), end: text.length }];
  let index = 0;
  for (const { start, end } of ranges) {
    for (const utterance of planUtterances(text, { start, end })) yield { ...utterance, index: index++ };
  }
}
