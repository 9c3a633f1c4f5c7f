import { createElement } from './dom.ts';

/** How long announcements stay in the page, where a person browsing it could encounter them. */
const shownMs = 30_000;
/** Maximum length of one message. */
const maximumLength = 3_000;
/** Maximum number of lines at once. */
const maximumLines = 30;

/**
 * Announces messages to screen readers. Each message is a separate line of a log, and screen readers queue additions:
 * no message overwrites another, and repeated messages are announced again.
 */
export class Announcer {
  readonly element = createElement('div', {
    class: 'visually-hidden announcements',
    role: 'log',
    'aria-live': 'polite',
    'aria-relevant': 'additions',
  });

  announce(words: string, lang?: string): void {
    if (words === '') return;
    const line = createElement(
      'p',
      { class: 'visually-hidden', ...(lang && { lang }) },
      words.slice(0, maximumLength),
    );
    this.element.append(line);
    if (this.element.childElementCount > maximumLines) this.element.firstElementChild?.remove();
    setTimeout(() => line.remove(), shownMs);
  }
}
