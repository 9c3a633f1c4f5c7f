import { createElement } from './dom.ts';

/** How long words stay in the page, where who browses it would come upon them. */
const shownMs = 30_000;
/** Nobody listens to more of one message. */
const maximumLength = 3_000;
/** More lines at once are not listened to. */
const maximumLines = 30;

/**
 * Says words to those who don't see the page. Each message is a line of its own in a log, and screen readers queue what
 * is added: no message overwrites another, and the same words are said again.
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

/** Sentences in a row, each with its end. */
export function joinSentences(sentences: readonly (string | undefined)[]): string {
  return sentences
    .filter((sentence) => sentence !== undefined)
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?…:。！？：]$/u.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
