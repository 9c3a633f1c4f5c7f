/** Names of the highlights in the style sheet. */
const all = 'chat-match';
const current = 'chat-current-match';

/** Marks matches on the screen, without a change of what is drawn there. */
export function showHighlights(ranges: readonly Range[], currentRange: Range | undefined): void {
  const highlight = new Highlight(...(currentRange ? [currentRange] : []));
  highlight.priority = 1;
  CSS.highlights.set(all, new Highlight(...ranges));
  CSS.highlights.set(current, highlight);
}

export function clearHighlights(): void {
  CSS.highlights.delete(all);
  CSS.highlights.delete(current);
}
