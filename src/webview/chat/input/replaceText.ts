/** Puts another text in the place of a part of what is typed, as if it were typed: so that Undo takes it back. */
export function replaceText(input: HTMLTextAreaElement, start: number, end: number, text: string): void {
  input.focus();
  input.setSelectionRange(start, end);
  // The only way that keeps what Undo knows. It is marked as outdated everywhere, and nothing takes its place.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
