/** So many turns may stay because what is selected reaches over them; of more, only those where it begins and ends. */
const maximumSelected = 60;

/** Which of the turns must stay in the page wherever it is scrolled to: the person is at work in them. */
export function findPinned(turns: readonly HTMLElement[]): HTMLElement[] {
  const selected = findSelected(turns);
  return turns.filter(
    (turn) =>
      turn.contains(document.activeElement) || selected.has(turn) || turn.querySelector('textarea') !== null,
  );
}

function findSelected(turns: readonly HTMLElement[]): ReadonlySet<HTMLElement> {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return new Set();
  const touched = turns.filter((turn) => selection.containsNode(turn, true));
  if (touched.length <= maximumSelected) return new Set(touched);
  const ends = [selection.anchorNode, selection.focusNode];
  return new Set(touched.filter((turn) => ends.some((end) => turn.contains(end))));
}
