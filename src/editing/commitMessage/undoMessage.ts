/** A box may have the line ends of Windows. */
export function plainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Brings the draft back where the message is still in the box; tells whether the box has it now. */
export function undoMessage(box: { value: string }, message: string, draft: string): boolean {
  const text = plainLineEnds(box.value);
  if (text === plainLineEnds(message)) box.value = draft;
  else if (text !== plainLineEnds(draft)) return false;
  return true;
}
