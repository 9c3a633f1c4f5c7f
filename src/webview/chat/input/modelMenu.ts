import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ModelEntryView, ModelListView } from '../../../protocol/modelListView.ts';
import type { FailureAction } from '../../../protocol/protocolViews.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { isForInputMethod } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import { tellFocusLost } from '../focus.ts';
import { announce, emitMessage } from '../pageEvents.ts';
import { shortenModel } from '../shownNames.ts';
import { idOf, listRows, type MenuRow, type OptionRow, renderModelOption, stepFrom } from './modelRows.ts';

/** Number of rows that PageUp and PageDown move by. */
const pageRows = 10;

/** Number of rows that are drawn at first, and when the end of the drawn ones is near: a relay may list thousands. */
const rowsAtOnce = 300;

const rowId = (index: number) => `model-row-${index}`;

const noList: ModelListView = { sections: [], isLoading: true };

/** The menu of chat models, above the button that opens it: a search field that keeps the focus, and a list in groups. */
export class ChatModelMenu extends PageElement {
  static override readonly properties = drawnProperties('isOpen', 'selected', 'hasProfiles');

  isOpen = false;
  /** The conversation's model. */
  declare selected: string | undefined;
  /** Whether there are profiles to switch between. */
  declare hasProfiles: boolean;
  #list = noList;
  #rows: readonly MenuRow[] = [];
  /** Number of rows that are in the page. */
  #drawn = rowsAtOnce;
  /** Index of the row that Enter selects. */
  #active: number | undefined;
  #typed = '';
  /** The element that had the focus before. */
  #opener: HTMLElement | undefined;

  constructor() {
    super();
    this.addEventListener('focusout', ({ relatedTarget }) => {
      const target = relatedTarget instanceof Element ? relatedTarget : undefined;
      // A click on the button closes the menu itself.
      if (this.isOpen && !this.contains(target ?? null) && !target?.matches('.model-button'))
        this.isOpen = false;
    });
  }

  /** Opens the menu, or closes it if it is open. The focus returns to `opener`. */
  toggle(opener: HTMLElement): void {
    if (this.isOpen) return this.close();
    this.#opener = opener;
    this.#typed = '';
    this.#active = undefined;
    this.#takeRows();
    this.isOpen = true;
    this.#mark(this.#findSelected());
    this.#list = { ...this.#list, isLoading: true };
    emitMessage(this, { type: 'listModels' });
  }

  /** Closes the menu, and restores the focus. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#opener?.focus();
  }

  take(list: ModelListView): void {
    const marked = this.#activeRow;
    const { isLoading } = this.#list;
    const isFirst = this.#list.sections.length === 0;
    this.#list = list;
    this.#takeRows();
    const place =
      marked && this.#rows.findIndex((row) => row.kind !== 'heading' && idOf(row) === idOf(marked));
    this.#mark(place === undefined || place === -1 || isFirst ? this.#findSelected() : place);
    if (this.isOpen && isLoading && !list.isLoading) announce(this, this.#describeState());
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('isOpen') || !this.isOpen) return;
    this.querySelector<HTMLElement>('.model-menu')?.showPopover();
    this.#input?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    const { isLoading, failure, notice } = this.#list;
    return html`<div
      class="model-menu"
      popover="manual"
      role="dialog"
      aria-label=${t('Select model')}
      @keydown=${this.#handleKey}
      @mousedown=${this.#keepFocus}
    >
      <div class="menu-search">
        <input
          type="text"
          role="combobox"
          spellcheck="false"
          autocomplete="off"
          aria-label=${t('Search models')}
          aria-description=${t('Press Shift+Enter to pin or unpin a model.')}
          placeholder=${t('Search or enter ID')}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls="model-list"
          aria-activedescendant=${this.#active === undefined ? nothing : rowId(this.#active)}
          @input=${this.#handleInput}
        />
        ${renderIconButton(isLoading ? 'loading' : 'refresh', t('Refresh'), () => this.#refresh(), {
          className: isLoading ? 'spinning' : '',
          isDisabled: isLoading,
        })}
      </div>
      ${this.#renderList()}
      ${
        failure
          ? html`<div class="menu-failure">
              ${renderIcon('warning')}
              <div>
                <p>${failure.title}</p>
                ${failure.actions.map(
                  ({ id, label }) =>
                    html`<button type="button" class="link-button" @click=${() => this.#act(id)}>${label}</button>`,
                )}
              </div>
            </div>`
          : nothing
      }
      ${notice === undefined ? nothing : html`<p class="menu-words">${notice}</p>`}
      <div class="menu-footer">
        ${this.#renderButton('split-horizontal', t('Compare…'), () => this.#leave({ type: 'compareModels' }))}
        ${
          this.hasProfiles
            ? this.#renderButton('account', t('Switch Profile…'), () =>
                this.#leave({ type: 'action', action: 'selectProfile' }),
              )
            : nothing
        }
        ${this.#renderButton('gear', t('Manage…'), () => this.#leave({ type: 'manageModels' }))}
      </div>
    </div>`;
  }

  #renderList(): TemplateResult {
    const { selected } = this;
    const count = this.#rows.filter(({ kind }) => kind !== 'heading').length;
    return html`
      <div class="model-list" id="model-list" role="listbox" aria-label=${t('Models')} ?hidden=${count === 0} @scroll=${this.#handleScroll}>
        ${repeat(
          this.#rows.slice(0, this.#drawn),
          (row, index) => (row.kind === 'heading' ? `heading ${index}` : `${row.kind} ${idOf(row)}`),
          (row, index) =>
            guard([row, index, count, index === this.#active, selected], () =>
              row.kind === 'heading'
                ? html`<div class="model-heading" role="presentation">${shortenModel(row.title)}</div>`
                : renderModelOption(row, {
                    id: rowId(index),
                    count,
                    isActive: index === this.#active,
                    isSelected: row.kind === 'model' && row.model.id === selected,
                    choose: () => this.#choose(row),
                    togglePin: (model) => this.#togglePin(model),
                  }),
            ),
        )}
      </div>
      ${count === 0 ? html`<p class="menu-words">${this.#describeState()}</p>` : nothing}
    `;
  }

  #renderButton(icon: string, label: string, act: () => void): TemplateResult {
    return html`<button type="button" class="menu-button" @click=${act}>${renderIcon(icon)} ${label}</button>`;
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector('input');
  }

  get #activeRow(): OptionRow | undefined {
    const row = this.#rows[this.#active ?? -1];
    return row?.kind === 'heading' ? undefined : row;
  }

  #takeRows(): void {
    this.#drawn = rowsAtOnce;
    this.#rows = listRows(this.#list.sections, this.#typed);
  }

  /** The conversation's model, or else the first one. */
  #findSelected(): number | undefined {
    const first = this.#rows.findIndex(({ kind }) => kind !== 'heading');
    const selected =
      this.#typed.trim() === ''
        ? this.#rows.findIndex((row) => row.kind === 'model' && row.model.id === this.selected)
        : -1;
    const place = selected === -1 ? first : selected;
    return place === -1 ? undefined : place;
  }

  /** Marks a row and scrolls it into view. */
  #mark(index: number | undefined): void {
    this.#active = index;
    this.#drawn = Math.max(this.#drawn, (index ?? 0) + pageRows);
    this.requestUpdate();
    void this.updateComplete.then(() =>
      this.querySelector('.model-option.active')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (isForInputMethod(event) || ctrlKey || metaKey || altKey) return;
    const isSearch = target === this.#input;
    const row = this.#activeRow;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: pageRows,
      PageUp: -pageRows,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const step = shiftKey ? undefined : steps[key];
    if (key === 'Escape') this.close();
    else if (!isSearch) return;
    else if (step !== undefined) this.#mark(stepFrom(this.#rows, this.#active, step));
    else if (key === 'Enter' && !event.repeat) {
      if (!shiftKey && row) this.#choose(row);
      else if (row?.kind === 'model') this.#togglePin(row.model);
    } else return;
    event.preventDefault();
  };

  readonly #handleInput = (): void => {
    this.#typed = this.#input?.value ?? '';
    this.#takeRows();
    this.#mark(this.#findSelected());
    announce(this, this.#describeState());
  };

  readonly #handleScroll = ({ currentTarget: list }: Event): void => {
    if (!(list instanceof HTMLElement) || this.#drawn >= this.#rows.length) return;
    if (list.scrollHeight - list.scrollTop > 3 * list.clientHeight) return;
    this.#drawn += rowsAtOnce;
    this.requestUpdate();
  };

  /** Keeps the focus in the search field when something else is pressed. */
  readonly #keepFocus = (event: Event): void => {
    if (event.target !== this.#input) event.preventDefault();
  };

  #describeState(): string {
    const count = this.#rows.filter(({ kind }) => kind === 'model').length;
    if (count > 0) return count === 1 ? t('1 model') : t('{0} models', formatNumber(count));
    if (this.#list.isLoading) return t('Loading models…');
    if (this.#typed.trim() !== '') return t('No models found');
    return this.#list.failure?.title ?? t('The relay lists no chat models. To use one, enter its ID.');
  }

  #choose(row: OptionRow): void {
    emitMessage(this, { type: 'selectModel', id: idOf(row) });
    this.close();
    // The next step is usually to type a prompt.
    tellFocusLost(this);
  }

  #togglePin({ id, name, isPinned = false }: ModelEntryView): void {
    emitMessage(this, { type: 'pinModel', id, isPinned: !isPinned });
    const label = shortenModel(name ?? id);
    announce(this, isPinned ? t('Unpinned: {0}', label) : t('Pinned: {0}', label));
  }

  #refresh(): void {
    this.#list = { sections: this.#list.sections, isLoading: true };
    emitMessage(this, { type: 'listModels' });
    this.requestUpdate();
  }

  #act(action: FailureAction['id']): void {
    if (action === 'tryAgain') this.#refresh();
    else this.#leave({ type: 'action', action });
  }

  /** Leaves the menu for another action; the focus returns to where it was. */
  #leave(message: Parameters<typeof emitMessage>[1]): void {
    this.close();
    emitMessage(this.#opener ?? this, message);
  }
}
