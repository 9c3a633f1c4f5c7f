import type { SentenceView } from '../../../protocol/readerProtocol.ts';
import { wideCharacter } from '../../../text/scripts.ts';
import { createElement, createIcon } from '../../ui/dom.ts';
import { formatNumber, t, withLanguage } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import type { ReaderModel } from './readerModel.ts';

/**
 * The text of the reading. It may have ten thousand sentences, of which a step changes two: so it is built once, is
 * extended at its end, and only changes are applied.
 */
export class ReadingText {
  readonly #list = createElement('div', { class: 'sentences', role: 'group', 'aria-label': t('Sentences') });
  readonly #back = createElement(
    'button',
    { type: 'button', class: 'back-to-current', hidden: '' },
    createIcon('location'),
    t('Back to Current Sentence'),
  );
  readonly element = createElement('div', { class: 'text' }, this.#list, this.#back);
  readonly #follower: ReturnType<typeof createFollower>;
  #shown: readonly SentenceView[] = [];
  #spans: HTMLElement[] = [];
  #isWhole = true;
  #skipped: ReadonlySet<number> = new Set();
  /** Number of sentences that are marked as heard. */
  #heard = 0;
  #current: HTMLElement | undefined;
  /** The one sentence in the tab order. */
  #reachable: HTMLElement | undefined;

  constructor(jump: (index: number) => void) {
    this.#follower = createFollower(this.#list, (isFollowing) => {
      this.#back.hidden = isFollowing;
    });
    this.#back.addEventListener('click', () => {
      this.#follower.resume();
      (this.#current ?? this.#reachable)?.focus({ preventScroll: true });
    });
    this.#list.addEventListener('click', ({ target }) => {
      // Selecting text to copy it is not a click.
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
    let last = isMore ? this.#shown.at(-1) : undefined;
    for (const sentence of sentences.slice(this.#spans.length)) {
      const before = last?.paragraph === sentence.paragraph ? [separatorAfter(last.text)] : [];
      if (before.length === 0) this.#list.append(createParagraph(sentence));
      const span = createSentence(sentence);
      this.#list.lastElementChild?.append(...before, span);
      this.#spans.push(span);
      last = sentence;
    }
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
    // While the focus is elsewhere, Tab leads to the current sentence.
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

const tags: Partial<Record<SentenceView['kind'], 'h2' | 'blockquote'>> = {
  heading: 'h2',
  quote: 'blockquote',
};

/** A paragraph, for its sentences. Its direction follows its own text. */
function createParagraph({ kind }: SentenceView): HTMLElement {
  return createElement(tags[kind] ?? 'p', { class: `paragraph ${kind}`, dir: 'auto' });
}

/**
 * A sentence is a link to its position in the reading: Enter goes there, and Space still pauses. Only one sentence is
 * in the tab order.
 */
function createSentence({ index, text }: SentenceView): HTMLElement {
  return withLanguage(
    createElement(
      'span',
      { class: 'sentence', role: 'link', tabindex: '-1', 'data-index': String(index) },
      text,
    ),
  );
}

/** No space follows these between sentences: wide characters, and signs that wide and narrow texts share. */
const unspaced = new RegExp(`(?:${wideCharacter.source}|[…”])$`, 'u');

/** The separator between two sentences of a paragraph. */
function separatorAfter(text: string): string {
  return /\s$/u.test(text) || unspaced.test(text) ? '' : ' ';
}

/** Marks a sentence as skipped, also for screen readers; or removes the mark. */
function markSkipped(sentence: HTMLElement, isSkipped: boolean): void {
  sentence.querySelector('.skip-mark')?.remove();
  sentence.classList.toggle('skipped', isSkipped);
  sentence.title = isSkipped ? t('Could not be synthesized') : '';
  if (!isSkipped) return;
  const attributes = {
    class: 'skip-mark codicon codicon-warning',
    role: 'img',
    'aria-label': sentence.title,
  };
  sentence.prepend(createElement('span', attributes));
}

/**
 * Content that was never rendered has only an estimated height, and moves when it is rendered. So the sentence is kept
 * in view for this many frames.
 */
const settlingFrames = 6;

/**
 * Keeps the current sentence in view, until the person scrolls elsewhere; scrolling back to it resumes. `onChange` is
 * called when following stops or resumes.
 */
function createFollower(list: HTMLElement, onChange: (isFollowing: boolean) => void) {
  let current: HTMLElement | undefined;
  let isFollowing = true;
  let height = list.clientHeight;
  let framesLeft = 0;

  function set(value: boolean): void {
    if (value === isFollowing) return;
    isFollowing = value;
    onChange(value);
  }

  function reveal(): void {
    const isSettling = framesLeft > 0;
    framesLeft = settlingFrames;
    if (!isSettling) settle();
  }

  function settle(): void {
    if (!current || !isFollowing) framesLeft = 0;
    else bringIntoSight(list, current);
    if (framesLeft === 0) return;
    framesLeft -= 1;
    requestAnimationFrame(settle);
  }

  function noteScroll(): void {
    // Ignore a scroll caused by a resize that the observer has not reported yet: the person did not scroll.
    if (framesLeft > 0 || list.clientHeight !== height) return;
    if (current) set(isInSight(list, current));
  }

  // Input from the person ends automatic scrolling.
  for (const type of ['wheel', 'pointerdown', 'keydown']) {
    list.addEventListener(
      type,
      () => {
        framesLeft = 0;
      },
      { passive: true },
    );
  }
  // Content that appears above the list, or a smaller view, must not push the sentence out of sight.
  new ResizeObserver(() => {
    height = list.clientHeight;
    reveal();
  }).observe(list);
  list.addEventListener('scroll', noteScroll, { passive: true });

  return {
    /** Call it whenever the current sentence may have changed. */
    follow(newCurrent: HTMLElement | undefined): void {
      if (newCurrent === current) return;
      current = newCurrent;
      if (!current) set(true);
      reveal();
    },
    /** Goes back to the current sentence. */
    resume(): void {
      set(true);
      reveal();
    },
  };
}

/** The position of an element within the list's viewport. */
function placeOf(list: HTMLElement, element: HTMLElement): { readonly top: number; readonly bottom: number } {
  const origin = list.getBoundingClientRect().top;
  const { top, bottom } = element.getBoundingClientRect();
  return { top: top - origin, bottom: bottom - origin };
}

function isInSight(list: HTMLElement, element: HTMLElement): boolean {
  const { top, bottom } = placeOf(list, element);
  return bottom > 0 && top < list.clientHeight;
}

/** In a list lower than this, there is no room for text that was heard. */
const lowHeight = 160;

/** Scrolls only the list; `scrollIntoView` would scroll its ancestors, too. Leaves a third of the list above. */
function bringIntoSight(list: HTMLElement, element: HTMLElement): void {
  const { top, bottom } = placeOf(list, element);
  const above = list.clientHeight < lowHeight ? 4 : list.clientHeight / 3;
  if (top < 0 || bottom > list.clientHeight) list.scrollTop += top - above;
}
