import type { SentenceView } from '../../../protocol/readerProtocol.ts';
import { wideCharacter } from '../../../text/scripts.ts';
import { createElement } from '../../ui/dom.ts';
import { t } from '../../ui/l10n.ts';
import { withLanguage } from '../../ui/writtenLanguage.ts';

const tags: Partial<Record<SentenceView['kind'], 'h2' | 'blockquote'>> = {
  heading: 'h2',
  quote: 'blockquote',
};

/** A paragraph that its sentences go into. Its direction is that of its own text. */
export function createParagraph({ kind }: SentenceView): HTMLElement {
  return createElement(tags[kind] ?? 'p', { class: `paragraph ${kind}`, dir: 'auto' });
}

/**
 * A sentence is a link to its place in the reading: Enter goes there, and Space stays the key that pauses. Only one
 * of all is in the order of the focus.
 */
export function createSentence({ index, text }: SentenceView): HTMLElement {
  return withLanguage(
    createElement(
      'span',
      { class: 'sentence', role: 'link', tabindex: '-1', 'data-index': String(index) },
      text,
    ),
  );
}

/** Where no space stands between sentences: behind wide characters, and signs that wide and narrow texts share. */
const unspaced = new RegExp(`(?:${wideCharacter.source}|[…”])$`, 'u');

/** What stands between two sentences of one paragraph. */
export function separatorAfter(text: string): string {
  return /\s$/u.test(text) || unspaced.test(text) ? '' : ' ';
}

/** Marks a sentence that is passed over, for the eye and the ear; or takes the mark away. */
export function markSkipped(sentence: HTMLElement, isSkipped: boolean): void {
  const words = t('Could not be synthesized');
  const mark = sentence.querySelector('.skip-mark');
  sentence.classList.toggle('skipped', isSkipped);
  if (isSkipped && !mark) {
    sentence.title = words;
    sentence.prepend(
      createElement('span', { class: 'skip-mark codicon codicon-warning', role: 'img', 'aria-label': words }),
    );
  }
  if (!isSkipped && mark) {
    sentence.removeAttribute('title');
    mark.remove();
  }
}
