import type { SentenceView } from '../../../protocol/readerProtocol.ts';
import { createElement, createIcon } from '../../ui/dom.ts';
import { isForInputMethod } from '../../ui/inputMethod.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import type { ReaderModel } from './readerModel.ts';
import { createFollower, type Follower } from './readingFollower.ts';
import { createParagraph, createSentence, markSkipped, separatorAfter } from './readingParagraphs.ts';

/**
 * The text of the reading. It may have ten thousand sentences, of which a step changes two: so it is built once,
 * grows at its end, and only what changes is touched.
 */
export class ReadingText {
  readonly element = createElement('div', { class: 'text' });
  readonly #list = createElement('div', { class: 'sentences', role: 'group' });
  readonly #back = createElement('button', { type: 'button', class: 'back-to-current' });
  readonly #follower: Follower;
  #shown: readonly SentenceView[] = [];
  #spans: HTMLElement[] = [];
  #isWhole = true;
  #skipped: ReadonlySet<number> = new Set();
  /** So many sentences count as heard. */
  #heard = 0;
  #current: HTMLElement | undefined;
  /** The one sentence in the order of the focus. */
  #reachable: HTMLElement | undefined;

  constructor(jump: (index: number) => void) {
    this.#list.setAttribute('aria-label', t('Sentences'));
    this.#back.append(createIcon('location'), t('Back to Current Sentence'));
    this.#back.hidden = true;
    this.element.append(this.#list, this.#back);
    this.#follower = createFollower(this.#list, (isFollowing) => {
      this.#back.hidden = isFollowing;
    });
    this.#back.addEventListener('click', () => {
      this.#follower.resume();
      (this.#current ?? this.#reachable)?.focus({ preventScroll: true });
    });
    this.#list.addEventListener('click', ({ target }) => {
      // A selection of text, for copying, is no click.
      const sentence = isSelecting() ? undefined : findSentence(target);
      if (sentence) jump(indexOf(sentence));
    });
    this.#list.addEventListener('keydown', (event) => this.#handleKey(event, jump));
    this.#list.addEventListener('focusin', ({ target }) => this.#reach(findSentence(target)));
  }

  show({ sentences, isWhole, index, status, skipped }: ReaderModel): void {
    this.#isWhole = isWhole;
    if (sentences !== this.#shown) this.#showSentences(sentences);
    if (skipped !== this.#skipped) this.#showSkipped(skipped);
    this.#showHeard(status === 'finished' ? sentences.length : index);
    this.#showCurrent(status === 'finished' ? undefined : this.#spans[index]);
  }

  #showSentences(sentences: readonly SentenceView[]): void {
    const isMore = this.#shown.length > 0 && this.#shown[0] === sentences[0];
    if (!isMore) this.#clear();
    const added = document.createDocumentFragment();
    let paragraph = isMore ? this.#list.lastElementChild : null;
    let last = this.#shown.at(isMore ? -1 : this.#shown.length);
    for (const sentence of sentences.slice(this.#spans.length)) {
      if (!paragraph || sentence.paragraph !== last?.paragraph) {
        paragraph = added.appendChild(createParagraph(sentence));
      } else {
        paragraph.append(separatorAfter(last.text));
      }
      const span = createSentence(sentence);
      paragraph.append(span);
      this.#spans.push(span);
      last = sentence;
    }
    this.#list.append(added);
    this.#shown = sentences;
    if (!this.#reachable) this.#reach(this.#spans[0]);
  }

  #clear(): void {
    this.#list.replaceChildren();
    this.#spans = [];
    this.#heard = 0;
    this.#skipped = new Set();
    this.#current = undefined;
    this.#reachable = undefined;
    this.#follower.follow(undefined);
  }

  #showSkipped(skipped: ReadonlySet<number>): void {
    for (const index of [...skipped, ...this.#skipped]) {
      const span = this.#spans[index];
      if (span) markSkipped(span, skipped.has(index));
    }
    this.#skipped = skipped;
  }

  #showHeard(count: number): void {
    const from = Math.min(count, this.#heard);
    const to = Math.max(count, this.#heard);
    for (const span of this.#spans.slice(from, to)) span.classList.toggle('heard', count > from);
    this.#heard = count;
  }

  #showCurrent(current: HTMLElement | undefined): void {
    if (current === this.#current) return;
    this.#current?.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'true');
    this.#current = current;
    // Where the focus is elsewhere, Tab leads to what is heard.
    if (current && !this.#list.contains(document.activeElement)) this.#reach(current);
    this.#follower.follow(current);
  }

  #reach(sentence: HTMLElement | undefined): void {
    if (!sentence) return;
    if (this.#reachable !== sentence) {
      if (this.#reachable) this.#reachable.tabIndex = -1;
      sentence.tabIndex = 0;
      this.#reachable = sentence;
    }
    const total = this.#isWhole ? formatNumber(this.#spans.length) : `${formatNumber(this.#spans.length)}+`;
    const place = t('Sentence {0} of {1}', formatNumber(indexOf(sentence) + 1), total);
    sentence.setAttribute('aria-description', place);
  }

  #handleKey(event: KeyboardEvent, jump: (index: number) => void): void {
    const sentence = findSentence(event.target);
    if (!sentence || event.altKey || event.ctrlKey || event.metaKey || isForInputMethod(event)) return;
    if (event.key === 'Enter') jump(indexOf(sentence));
    else if (event.key === 'ArrowDown') this.#spans[indexOf(sentence) + 1]?.focus();
    else if (event.key === 'ArrowUp') this.#spans[indexOf(sentence) - 1]?.focus();
    else return;
    event.preventDefault();
  }
}

function findSentence(target: EventTarget | null): HTMLElement | undefined {
  const sentence = target instanceof Element ? target.closest<HTMLElement>('.sentence') : null;
  return sentence ?? undefined;
}

function indexOf(sentence: HTMLElement): number {
  return Number(sentence.dataset['index']);
}

function isSelecting(): boolean {
  return getSelection()?.isCollapsed === false;
}
