import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { FieldView } from '../../../protocol/settingsProtocol.ts';
import { t } from '../../ui/l10n.ts';

type Suggestion = NonNullable<FieldView['suggestions']>[number];

/** Number of options that Page Up and Page Down move by. */
const pageSize = 10;

interface SuggestionsOptions {
  /** Prefix of the ids of the list and its options. */
  readonly id: string;
  readonly all: () => readonly Suggestion[];
  readonly current: () => string;
  readonly choose: (value: string) => void;
}

/**
 * The suggestion list below a field. The focus stays in the field, as in every combobox. Not a `datalist`: VS Code
 * shows that beside the field, and without a scroll bar.
 */
export class Suggestions implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SuggestionsOptions;
  /** The shown suggestions; none while the list is closed. */
  #shown: readonly Suggestion[] = [];
  /** Index of the active one; -1 for none. */
  #active = -1;
  #hasMoved = false;

  constructor(host: ReactiveControllerHost & HTMLElement, options: SuggestionsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#shown.length > 0;
  }

  get listId(): string {
    return `${this.#options.id}-list`;
  }

  get activeId(): string | undefined {
    return this.isOpen && this.#active >= 0 ? this.#optionId(this.#active) : undefined;
  }

  hostUpdated(): void {
    // Only when something moved: otherwise, a person who scrolls the page would be pulled back.
    if (!this.#hasMoved) return;
    this.#hasMoved = false;
    for (const id of [this.listId, this.activeId]) {
      if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
    }
  }

  /** Shows the suggestions that contain every typed word. */
  filter(text: string): void {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = this.#options.all().filter(({ value, description = '' }) => {
      const haystack = `${value} ${description}`.toLowerCase();
      return words.every((word) => haystack.includes(word));
    });
    this.#show(matches, -1);
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.#showAll(-1);
  }

  close(): void {
    if (this.isOpen) this.#show([], -1);
  }

  /** Handles a key, and returns whether the list used it. */
  handleKey({ key, altKey }: KeyboardEvent): boolean {
    const last = this.#shown.length - 1;
    const active = this.#active;
    if (!this.isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      // A value in the field stays the choice until the person moves to a suggestion.
      const isEmpty = this.#options.current() === '';
      if (!altKey || key === 'ArrowDown')
        this.#showAll(!isEmpty ? -1 : key === 'ArrowDown' ? 0 : this.#options.all().length - 1);
      return true;
    }
    const places: Readonly<Record<string, number>> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(active + pageSize, last),
      PageUp: Math.max(active - pageSize, 0),
    };
    const place = places[key];
    const chosen = this.#shown[active];
    if (key === 'Escape' || (altKey && key === 'ArrowUp')) this.close();
    else if (place !== undefined) this.#show(this.#shown, place);
    else if (key === 'Enter' && chosen) this.#choose(chosen);
    else return false;
    return true;
  }

  render(label: string): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    return html`<ul
      class="suggestions"
      id=${this.listId}
      role="listbox"
      aria-label=${t('Suggestions for {0}', label)}
      @mousedown=${(event: Event) => event.preventDefault()}
    >
      ${this.#shown.map(
        (suggestion, place) =>
          html`<li
            id=${this.#optionId(place)}
            role="option"
            aria-selected=${place === this.#active}
            @click=${() => this.#choose(suggestion)}
          >
            <span class="suggestion-value">${suggestion.value}</span
            >${
              suggestion.description
                ? html` <span class="suggestion-description">${suggestion.description}</span>`
                : nothing
            }
          </li>`,
      )}
    </ul>`;
  }

  #choose({ value }: Suggestion): void {
    this.close();
    this.#options.choose(value);
  }

  /** Shows all suggestions, with the field's current value marked if it is among them. */
  #showAll(otherwise: number): void {
    const all = this.#options.all();
    const current = all.findIndex(({ value }) => value === this.#options.current());
    this.#show(all, current === -1 ? otherwise : current);
  }

  #show(shown: readonly Suggestion[], active: number): void {
    this.#shown = shown;
    this.#active = active;
    this.#hasMoved = true;
    this.#host.requestUpdate();
  }

  #optionId(place: number): string {
    return `${this.#options.id}-option-${place}`;
  }
}
