import { html, nothing, type TemplateResult } from 'lit';
import { renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';

/** Handlers for the input and the buttons of the bar. */
export interface FindActions {
  search(text: string): void;
  /** Goes to the next or the previous match. */
  step(step: -1 | 1): void;
  close(): void;
}

/** The find bar above the conversation. */
export class ChatFind extends PageElement {
  static override readonly properties = drawnProperties('actions', 'number', 'total', 'isSearching', 'text');

  declare actions: FindActions;
  /** Number of the current match, from one. */
  declare number: number;
  declare total: number;
  /** Whether results are pending. */
  declare isSearching: boolean;
  declare text: string;

  constructor() {
    super();
    this.number = 0;
    this.total = 0;
    this.isSearching = false;
    this.text = '';
    this.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  /** Focuses the input and selects its text; `text` replaces it. */
  async begin(text: string): Promise<void> {
    if (text !== '') this.text = text;
    await this.updateComplete;
    const input = this.querySelector('input');
    if (!input) return;
    input.value = this.text;
    input.focus();
    input.select();
    this.actions.search(this.text);
  }

  protected override render(): TemplateResult {
    const isEmpty = this.total === 0;
    const step = (icon: string, name: string, by: -1 | 1) =>
      renderIconButton(icon, name, () => this.#step(by), { isDisabled: isEmpty });
    return html`<div class="find-bar" role="search" aria-label=${t('Find in the conversation')}>
      <input
        type="text"
        class=${this.#isNothingFound ? 'nothing-found' : ''}
        aria-label=${t('Find')}
        placeholder=${t('Find')}
        spellcheck="false"
        @input=${this.#noteInput}
      />
      <span class="find-count" role="status"
        >${this.text === '' ? nothing : this.#describe()}</span
      >
      ${step('arrow-up', t('Previous match (Shift+Enter)'), -1)} ${step('arrow-down', t('Next match (Enter)'), 1)}
      ${renderIconButton('close', t('Close (Escape)'), () => this.actions.close())}
    </div>`;
  }

  get #isNothingFound(): boolean {
    return this.text !== '' && this.total === 0 && !this.isSearching;
  }

  #describe(): string {
    if (this.total > 0) return t('{0} of {1}', formatNumber(this.number), formatNumber(this.total));
    return this.isSearching ? '' : t('No results');
  }

  readonly #noteInput = (): void => {
    this.text = this.querySelector('input')?.value ?? '';
    this.actions.search(this.text);
  };

  #step(step: -1 | 1): void {
    if (this.total > 0) this.actions.step(step);
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Escape') {
      // Handled here: the same key must not also stop the response.
      event.preventDefault();
      this.actions.close();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      this.#step(event.shiftKey ? -1 : 1);
    }
  }
}
