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

/** The suggestion list below a field. The focus stays in the field, as in every combobox. */
export class Suggestions implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SuggestionsOptions;
  #matches: readonly Suggestion[] = [];
  #active = -1;
  #isOpen = false;
  #hasMoved = false;

  constructor(host: ReactiveControllerHost & HTMLElement, options: SuggestionsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#matches.length > 0;
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
    this.#show(
      this.#options.all().filter(({ value, description = '' }) => {
        const haystack = `${value} ${description}`.toLowerCase();
        return words.every((word) => haystack.includes(word));
      }),
      -1,
    );
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.#showAll(-1);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#host.requestUpdate();
  }

  /** Handles a key, and returns whether the list used it. */
  handleKey({ key, altKey }: KeyboardEvent): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (altKey && key === 'ArrowUp') this.close();
      else if (this.isOpen) this.#move(key === 'ArrowDown' ? 1 : -1);
      // A value in the field stays the choice until the person moves to a suggestion.
      else if (this.#options.current() !== '') this.#showAll(-1);
      else this.#showAll(key === 'ArrowDown' ? 0 : this.#options.all().length - 1);
      return true;
    }
    if (!this.isOpen) return false;
    if (key === 'PageDown' || key === 'PageUp') {
      const place = this.#active + (key === 'PageDown' ? pageSize : -pageSize);
      this.#activate(Math.min(Math.max(place, 0), this.#matches.length - 1));
      return true;
    }
    if (key === 'Escape') {
      this.close();
      return true;
    }
    const active = this.#matches[this.#active];
    if (key !== 'Enter' || !active) return false;
    this.#choose(active);
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
      @click=${this.#handleClick}
    >
      ${this.#matches.map(
        ({ value, description }, place) =>
          html`<li
            id=${this.#optionId(place)}
            role="option"
            aria-selected=${place === this.#active}
            data-place=${place}
          >
            <span class="suggestion-value">${value}</span
            >${description ? html` <span class="suggestion-description">${description}</span>` : nothing}
          </li>`,
      )}
    </ul>`;
  }

  readonly #handleClick = ({ target }: Event): void => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
    const chosen = this.#matches[Number(option?.dataset['place'] ?? -1)];
    if (chosen) this.#choose(chosen);
  };

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

  #show(matches: readonly Suggestion[], active: number): void {
    this.#matches = matches;
    this.#active = active;
    this.#isOpen = matches.length > 0;
    this.#hasMoved = true;
    this.#host.requestUpdate();
  }

  #move(step: 1 | -1): void {
    const count = this.#matches.length;
    if (this.#active === -1) this.#activate(step === 1 ? 0 : count - 1);
    else this.#activate((this.#active + step + count) % count);
  }

  #activate(place: number): void {
    this.#active = place;
    this.#hasMoved = true;
    this.#host.requestUpdate();
  }

  #optionId(place: number): string {
    return `${this.#options.id}-option-${place}`;
  }
}
