import { TypingPause } from './typingPause.ts';

/** Has the host keep what is typed: in pauses of typing, and at once when the input is emptied. */
export function keepDraft(page: HTMLElement, keep: (text: string) => void): void {
  let text = '';
  const pause = new TypingPause(() => keep(text));
  page.addEventListener('chat-draft', ({ detail }) => {
    text = detail;
    if (text === '') pause.now();
    else pause.begin();
  });
}
