/** How long a pause of typing is. */
const pauseMs = 300;

/**
 * Has the host keep what is typed: in pauses of typing; and at once when the input is emptied, and when the person
 * goes elsewhere, since the page may then be gone before the pause is over.
 */
export function keepDraft(page: HTMLElement, keep: (text: string) => void): void {
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepNow(): void {
    clearTimeout(timer);
    if (waiting === undefined) return;
    const text = waiting;
    waiting = undefined;
    keep(text);
  }

  page.addEventListener('chat-draft', ({ detail }) => {
    waiting = detail;
    clearTimeout(timer);
    if (detail === '') keepNow();
    else timer = setTimeout(keepNow, pauseMs);
  });
  page.addEventListener('focusout', keepNow);
  for (const type of ['blur', 'pagehide']) window.addEventListener(type, keepNow);
  document.addEventListener('visibilitychange', keepNow);
}
