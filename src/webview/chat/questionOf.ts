import type { TurnView } from '../../protocol/protocolViews.ts';

/** Id of a turn's question: it stays when another response is shown, and with it what is being written into it. */
export function questionOf({ promptId, id }: TurnView): string {
  return promptId ?? id;
}
