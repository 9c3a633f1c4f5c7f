import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type { SuggestionView } from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { shortenName } from '../shownNames.ts';
import { findQuery, isFirstMeant, isSamePlace, matches, type Query } from './suggestionQuery.ts';

/** A response that takes no longer is not worth a word about waiting. */
const lateAfterMs = 400;

/** A line shows this much of a name or of what is said about it, and mostly less. */
const maximumLength = 300;

export interface SuggestionsOptions {
  /** Something to be drawn has changed. */
  readonly onChange: () => void;
  readonly ask: (intent: Extract<WebviewMessage, { type: 'suggest' }>) => void;
  readonly take: (suggestion: SuggestionView, query: Query) => void;
  readonly announce: (words: string) => void;
}

/** What is suggested while somebody types: a list above the input, whose focus stays in the input. */
export class Suggestions {
  readonly #options: SuggestionsOptions;
  #query: Query | undefined;
  #suggestions: readonly SuggestionView[] = [];
  #marked: number | undefined;
  #requestId = 0;
  #state: 'asked' | 'late' | 'answered' = 'answered';
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  /** The person closed the list here, and it stays closed while this is typed on. */
  #closed: Query | undefined;

  constructor(options: SuggestionsOptions) {
    this.#options = options;
  }

  /** Id of the marked element, while there is one. */
  get markedId(): string | undefined {
    return this.#marked === undefined ? undefined : `suggestion-${this.#marked}`;
  }

  /** Id of the list, while there is one. */
  get listId(): string | undefined {
    return this.#suggestions.length > 0 ? 'composer-suggestions' : undefined;
  }

  /** The text is another, or the caret is elsewhere: only what is typed opens the list. */
  note(text: string, caret: number, isTyped: boolean): void {
    const query = findQuery(text, caret);
    if (!query || !isSamePlace(this.#closed, query)) this.#closed = undefined;
    if (!query || this.#closed) return this.close();
    const before = this.#query;
    if (before?.text === query.text && isSamePlace(before, query)) return;
    if (!isTyped && !before) return;
    const stays = isSamePlace(before, query);
    this.#query = query;
    this.#requestId += 1;
    this.#state = 'asked';
    // What was suggested for less stays until the response is there, as far as it still fits: nothing flickers.
    this.#show(stays ? this.#suggestions.filter((suggestion) => matches(query, suggestion)) : []);
    clearTimeout(this.#lateTimer);
    this.#lateTimer = setTimeout(() => {
      this.#state = 'late';
      this.#options.onChange();
    }, lateAfterMs);
    this.#options.ask({ type: 'suggest', requestId: this.#requestId, kind: query.kind, text: query.text });
  }

  answer(requestId: number, suggestions: readonly SuggestionView[]): void {
    if (requestId !== this.#requestId || !this.#query || this.#state === 'answered') return;
    const isFirstTime = this.#suggestions.length === 0;
    const chosen = this.#suggestions[this.#marked ?? -1]?.value;
    clearTimeout(this.#lateTimer);
    this.#state = 'answered';
    this.#show(suggestions);
    const place = suggestions.findIndex(({ value }) => value === chosen);
    if (place !== -1) this.#marked = place;
    if (suggestions.length === 0) {
      if (this.#isWorthWords) this.#options.announce(nothingFound(this.#query));
    } else if (isFirstTime) {
      this.#options.announce(
        suggestions.length === 1 ? t('1 suggestion') : t('{0} suggestions', formatNumber(suggestions.length)),
      );
    }
  }

  /** Does what the key means to an open list, and tells whether it meant anything. */
  handleKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (!this.#isOpen || ctrlKey || metaKey || altKey || shiftKey) return false;
    if (key === 'Escape') {
      this.#closed = this.#query;
      this.close();
      return true;
    }
    if (key === 'ArrowDown' || key === 'ArrowUp') return this.#mark(key === 'ArrowDown' ? 1 : -1);
    if (key === 'Enter') return this.#take(this.#marked);
    if (key === 'Tab') return this.#take(this.#marked ?? 0);
    return false;
  }

  close(): void {
    if (!this.#query) return;
    clearTimeout(this.#lateTimer);
    this.#query = undefined;
    this.#state = 'answered';
    this.#show([]);
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isOpen || !this.#query) return nothing;
    const { kind } = this.#query;
    const keepFocus = (event: Event) => event.preventDefault();
    return html`<div class="suggestions" @mousedown=${keepFocus}>
      ${this.#suggestions.length === 0 ? this.#renderWords(this.#query) : this.#renderList(kind)}
    </div>`;
  }

  #renderWords(query: Query): TemplateResult {
    if (this.#state === 'answered') return html`<p class="suggestions-words">${nothingFound(query)}</p>`;
    return html`<p class="suggestions-words">
      ${renderIcon('loading', 'spinning')}
      ${query.kind === 'file' ? t('Looking for files…') : t('Looking for prompts…')}
    </p>`;
  }

  #renderList(kind: Query['kind']): TemplateResult {
    return html`<div
      class="suggestions-list"
      id="composer-suggestions"
      role="listbox"
      aria-label=${kind === 'file' ? t('Files') : t('Prompts')}
    >
      ${repeat(
        this.#suggestions,
        ({ value }) => value,
        ({ icon, ...words }, place) => {
          const [label, detail] = [words.label, words.detail].map((text) => shortenName(text, maximumLength));
          return html`<div
          class="suggestion"
          id="suggestion-${place}"
          role="option"
          aria-selected=${place === this.#marked}
          title=${detail === '' ? label : `${label}\n${detail}`}
          @click=${() => this.#take(place)}
        >
          ${renderIcon(icon ?? (kind === 'prompt' ? 'comment' : 'file'))}
          <span class="suggestion-label">${label}</span>
          <span class="suggestion-detail">${detail}</span>
        </div>`;
        },
      )}
    </div>`;
  }

  get #isOpen(): boolean {
    if (!this.#query) return false;
    if (this.#suggestions.length > 0) return true;
    return this.#state === 'late' || (this.#state === 'answered' && this.#isWorthWords);
  }

  /** That no file is called 12 is no news to somebody who writes about issue #12. */
  get #isWorthWords(): boolean {
    return this.#query?.kind === 'prompt' || !/^[\d\p{P}]+$/u.test(this.#query?.text ?? '');
  }

  #show(suggestions: readonly SuggestionView[]): void {
    this.#suggestions = suggestions;
    this.#marked = this.#query && isFirstMeant(this.#query, suggestions) ? 0 : undefined;
    this.#options.onChange();
  }

  #mark(step: -1 | 1): boolean {
    const count = this.#suggestions.length;
    if (count === 0) return false;
    const from = this.#marked ?? (step === 1 ? -1 : 0);
    this.#marked = (from + step + count) % count;
    this.#options.onChange();
    return true;
  }

  #take(place: number | undefined): boolean {
    const suggestion = this.#suggestions[place ?? -1];
    const query = this.#query;
    if (!suggestion || !query) return false;
    this.close();
    this.#options.take(suggestion, query);
    return true;
  }
}

function nothingFound({ kind }: Query): string {
  return kind === 'file' ? t('No files found') : t('No prompts found');
}
