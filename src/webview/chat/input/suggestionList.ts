import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { HostMessage } from '../../../protocol/chatPageProtocol.ts';
import type { SuggestionView } from '../../../protocol/suggestedView.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { hasModifier } from '../../ui/listeners.ts';
import { announce, emitMessage } from '../pageEvents.ts';
import { shortenName } from '../shownNames.ts';

/** Maximum characters of a name or description in a row. */
const maximumLength = 300;

/** The suggestion list above the input, which keeps the focus. */
export class Suggestions {
  readonly #composer: ReactiveControllerHost & HTMLElement;
  readonly #choose: (suggestion: SuggestionView, query: Query) => void;
  #query: Query | undefined;
  #suggestions: readonly SuggestionView[] = [];
  #marked: number | undefined;
  #requestId = 0;
  /** Whether the host has not answered yet. */
  #isAsking = false;
  /** The query at which the person closed the list: it stays closed while this query is extended. */
  #closed: Query | undefined;

  constructor(
    composer: ReactiveControllerHost & HTMLElement,
    choose: (suggestion: SuggestionView, query: Query) => void,
  ) {
    this.#composer = composer;
    this.#choose = choose;
  }

  /** Id of the marked element, while there is one. */
  get markedId(): string | undefined {
    return this.#marked === undefined ? undefined : `suggestion-${this.#marked}`;
  }

  /** Id of the list, while there is one. */
  get listId(): string | undefined {
    return this.#suggestions.length > 0 ? 'composer-suggestions' : undefined;
  }

  /** Call it when the text or the caret changed: only typing opens the list. */
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
    this.#isAsking = true;
    // Earlier suggestions that still match stay until the host responds, so that the list does not flicker.
    this.#show(stays ? this.#suggestions.filter((suggestion) => matches(query, suggestion)) : []);
    const { kind, text: typed } = query;
    emitMessage(this.#composer, { type: 'suggest', requestId: this.#requestId, kind, text: typed });
  }

  /** Shows the host's suggestions. With `isPartial`, more will follow. */
  answer({ requestId, suggestions, isPartial = false }: Extract<HostMessage, { type: 'suggestions' }>): void {
    if (requestId !== this.#requestId || !this.#query || !this.#isAsking) return;
    const isFirstTime = this.#suggestions.length === 0;
    const chosen = this.#suggestions[this.#marked ?? -1]?.value;
    this.#isAsking = isPartial;
    this.#show(suggestions);
    const place = suggestions.findIndex(({ value }) => value === chosen);
    if (place !== -1) this.#marked = place;
    if (suggestions.length === 0) {
      if (!isPartial) announce(this.#composer, nothingFound(this.#query));
    } else if (isFirstTime) {
      announce(
        this.#composer,
        suggestions.length === 1 ? t('1 suggestion') : t('{0} suggestions', formatNumber(suggestions.length)),
      );
    }
  }

  /** Handles a key of an open list, and returns whether it was handled. */
  handleKey(event: KeyboardEvent): boolean {
    if (!this.#query || hasModifier(event)) return false;
    const { key } = event;
    if (key === 'Escape') {
      if (!this.#isSeen) return false;
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
    this.#query = undefined;
    this.#isAsking = false;
    this.#show([]);
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#query) return nothing;
    const isEmpty = this.#suggestions.length === 0;
    const keepFocus = (event: Event) => event.preventDefault();
    return html`<div class="suggestions ${isEmpty && this.#isAsking ? 'late' : ''}" @mousedown=${keepFocus}>
      ${isEmpty ? this.#renderWords(this.#query) : this.#renderList(this.#query)}
    </div>`;
  }

  #renderWords(query: Query): TemplateResult {
    if (!this.#isAsking) return html`<p class="suggestions-words">${nothingFound(query)}</p>`;
    return html`<p class="suggestions-words">
      ${renderIcon('loading', 'spinning')}
      ${query.kind === 'context' ? t('Searching…') : t('Looking for prompts…')}
    </p>`;
  }

  #renderList({ kind }: Query): TemplateResult {
    return html`<div
      class="suggestions-list"
      id="composer-suggestions"
      role="listbox"
      aria-label=${kind === 'context' ? t('Context') : t('Prompts')}
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

  /** Whether the list can be seen: at first, one that waits for the host can not. */
  get #isSeen(): boolean {
    const list = this.#composer.querySelector('.suggestions');
    return list?.checkVisibility({ visibilityProperty: true }) ?? false;
  }

  #show(suggestions: readonly SuggestionView[]): void {
    this.#suggestions = suggestions;
    this.#marked = this.#query && isFirstMeant(this.#query, suggestions) ? 0 : undefined;
    this.#composer.requestUpdate();
  }

  #mark(step: -1 | 1): boolean {
    const count = this.#suggestions.length;
    if (count === 0) return false;
    const from = this.#marked ?? (step === 1 ? -1 : 0);
    this.#marked = (from + step + count) % count;
    this.#composer.requestUpdate();
    return true;
  }

  #take(place: number | undefined): boolean {
    const suggestion = this.#suggestions[place ?? -1];
    const query = this.#query;
    if (!suggestion || !query) return false;
    this.close();
    this.#choose(suggestion, query);
    return true;
  }
}

function nothingFound({ kind }: Query): string {
  return kind === 'context' ? t('No matches') : t('No prompts found');
}

/** The typed text that suggestions are for: context to attach after `#`, a prompt after `/`. */
export interface Query {
  readonly kind: 'context' | 'prompt';
  /** Without the `#` or `/`. */
  readonly text: string;
  /** Index of the sign in the whole text. */
  readonly start: number;
}

/** Nobody types more than this to search, and pasted text is not searched for. */
const maximumQueryLength = 100;

/**
 * A `#` counts at the beginning of a word, and not within one (C#, a URL with a fragment, a second heading sign).
 * Chinese, Japanese and Korean have no spaces between words, so it counts after any of their characters.
 */
const fileQuery = /(?:^|[\s([{"'“‘,;\u3000-\u9fff\uac00-\ud7af\uff00-\uffef])#([^\s#]*)$/u;

/** Someone who writes about issue #12 does not look for a file. */
const isNumber = /^\d+$/;

/** A `/` counts only as the first character of the input, and not if a path follows. */
const promptQuery = /^\/([^\s/]*)$/;

function findQuery(text: string, caret: number): Query | undefined {
  const before = text.slice(Math.max(0, caret - maximumQueryLength - 2), caret);
  const name = caret <= maximumQueryLength ? promptQuery.exec(before)?.[1] : undefined;
  if (name !== undefined) return { kind: 'prompt', text: name, start: 0 };
  const file = fileQuery.exec(before)?.[1];
  if (file === undefined || file.length > maximumQueryLength || isNumber.test(file)) return undefined;
  return { kind: 'context', text: file, start: caret - file.length - 1 };
}

/** Whether both queries belong to the same sign in the text. */
function isSamePlace(one: Query | undefined, other: Query): boolean {
  return one?.kind === other.kind && one.start === other.start;
}

/** Whether a suggestion contains the typed text, rather than being merely similar. */
function matches({ text }: Query, { value, label }: SuggestionView): boolean {
  const wanted = text.toLowerCase();
  return label.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted);
}

/**
 * Whether Enter accepts the first suggestion even if it was not selected. Otherwise, Enter sends: if plain text was
 * likely meant, or if the name of a prompt is already complete.
 */
function isFirstMeant(query: Query, suggestions: readonly SuggestionView[]): boolean {
  const first = suggestions[0];
  if (!first) return false;
  if (query.kind === 'prompt') return suggestions.every(({ value }) => value !== query.text);
  return matches(query, first);
}

/** A sentence with a longer name in it becomes unreadable. */
const maximumMentionLength = 100;

/** Replaces the typed text with a prompt's name, or an attachment's mention. */
export function insertSuggestion(
  input: HTMLTextAreaElement,
  { value, mention = '' }: SuggestionView,
  { kind, text, start }: Query,
): void {
  const end = start + text.length + 1;
  const after = input.value.slice(end);
  const words = kind === 'prompt' ? `/${value}` : shortenName(mention, maximumMentionLength);
  // Without a space, text typed after the insertion would extend it and open the list again.
  const needsSpace = words !== '' && !/^[\s\p{P}]/u.test(after);
  replaceText(input, start, end, needsSpace ? `${words} ` : words);
}

/** Replaces a range of the input as if typed, so that Undo reverts it. */
function replaceText(input: HTMLTextAreaElement, start: number, end: number, text: string): void {
  input.focus();
  input.setSelectionRange(start, end);
  // The only way to keep the undo history. `execCommand` is deprecated, but has no replacement.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
