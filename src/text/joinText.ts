import type { Translate } from './translate.ts';

/** Joins sentences, and ends those before others. A full-width stop needs no space after it. */
export function joinSentences(...sentences: readonly (string | undefined)[]): string {
  return sentences.reduce<string>((text, next = '') => {
    if (text === '' || next === '') return text + next;
    const isEnded = /[.!?…:。！？：]["”’」）)]*$/u.test(text);
    const ended = isEnded ? text : text + (/\p{Script=Han}/u.test(text) ? '。' : '.');
    return ended + (/[。！？：][”’」）]*$/u.test(ended) ? '' : ' ') + next;
  }, '');
}

/** Joins the items of a list. */
export function joinItems(items: readonly string[], t: Translate): string {
  return items.reduce((text, next) => (text === '' ? next : t('{0}, {1}', text, next)), '');
}
