import { html, nothing, type TemplateResult } from 'lit';
import type { FoundView } from '../../../protocol/protocolViews.ts';
import { drawInNextFrame } from '../../ui/frames.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { isForInputMethod, valueIn } from '../../ui/listeners.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import type { ChatConversation } from '../conversation/conversationView.ts';
import { returnFocus, tellFocusLost } from '../focus.ts';
import { emitMessage } from '../pageEvents.ts';
import type { ChatTurn } from '../turn/turnElement.ts';
import { FindWalk, findMatches } from './matches.ts';

/** The search starts when typing pauses. */
const typingPauseMs = 120;

/** Maximum length of a selection that becomes the search text. */
const longestSelection = 100;

/** The find bar above the conversation: the host finds the turns, the bar the ranges in rendered turns. */
export class ChatFind extends PageElement {
  static override readonly properties = drawnProperties('isOpen');

  isOpen = false;
  readonly #walk = new FindWalk();
  readonly #observer = new MutationObserver(() => drawInNextFrame(this.#repaint));
  #text = '';
  #requestId = 0;
  #isSearching = false;
  /** Whether to go to the first result, because the person typed the text. */
  #isWanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #visits = 0;
  #visited: string | undefined;
  #before: Element | null = null;

  constructor() {
    super();
    this.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  /** Opens the bar with a text, or else with what is selected, or was typed. */
  async open(text?: string): Promise<void> {
    const selected = this.#conversation?.contains(getSelection()?.anchorNode ?? null)
      ? String(getSelection()).trim()
      : '';
    const active = document.activeElement;
    if (!this.contains(active)) this.#before = active;
    this.isOpen = true;
    await this.updateComplete;
    const list = this.#conversation?.querySelector('.turns');
    if (list) this.#observer.observe(list, { childList: true, characterData: true, subtree: true });
    const isUsable = selected.length <= longestSelection && !selected.includes('\n');
    const input = this.querySelector('input');
    if (!input) return;
    input.value = (text ?? (isUsable ? selected : '')) || this.#text;
    input.focus();
    input.select();
    this.#search(input.value);
  }

  /** Goes to the next or the previous match. */
  step(step: -1 | 1): void {
    if (this.#walk.total === 0) return;
    this.#walk.step(step);
    void this.#visit(step);
  }

  /** Searches again after the conversation changed. */
  refresh(): void {
    if (this.isOpen && this.#text !== '') this.#ask(false);
  }

  takeFound(requestId: number, found: readonly FoundView[]): void {
    if (requestId !== this.#requestId || this.#text === '') return;
    this.#isSearching = false;
    this.#walk.take(found, this.#conversation?.firstSeen ?? 0);
    this.#repaint();
    if (this.#isWanted) void this.#visit(1);
    this.#isWanted = false;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    const isEmpty = this.#walk.total === 0;
    const isNothingFound = this.#text !== '' && isEmpty && !this.#isSearching;
    const step = (icon: string, name: string, by: -1 | 1) =>
      renderIconButton(icon, name, () => this.step(by), { isDisabled: isEmpty });
    return html`<div class="find-bar" role="search" aria-label=${t('Find in the chat')}>
      <input
        type="text"
        class=${isNothingFound ? 'nothing-found' : ''}
        aria-label=${t('Find')}
        placeholder=${t('Find')}
        spellcheck="false"
        @input=${({ target }: Event) => this.#search(valueIn(target))}
      />
      <span class="find-count" role="status"
        >${this.#text === '' ? nothing : this.#describeCount()}</span
      >
      ${step('arrow-up', t('Previous match (Shift+Enter)'), -1)} ${step('arrow-down', t('Next match (Enter)'), 1)}
      ${renderIconButton('close', t('Close (Escape)'), () => this.#close())}
    </div>`;
  }

  get #conversation(): ChatConversation | null {
    return this.parentElement?.querySelector<ChatConversation>('chat-conversation') ?? null;
  }

  #describeCount(): string {
    const { number, total } = this.#walk;
    if (total > 0) return t('{0} of {1}', formatNumber(number), formatNumber(total));
    return this.#isSearching ? '' : t('No results');
  }

  #handleKey(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    if (event.key === 'Escape') {
      // Handled here: the same key must not also stop the response.
      event.preventDefault();
      this.#close();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      this.step(event.shiftKey ? -1 : 1);
    }
  }

  #close(): void {
    if (!this.isOpen) return;
    const before = this.#before;
    this.isOpen = false;
    this.#before = null;
    this.#visits += 1;
    this.#observer.disconnect();
    this.#search('');
    if (!returnFocus(before)) tellFocusLost(this);
  }

  #search(text: string): void {
    clearTimeout(this.#timer);
    this.#text = text;
    this.#isSearching = text !== '';
    this.#isWanted = text !== '';
    // Results for an earlier text are outdated.
    this.#requestId += 1;
    if (text === '') this.#walk.clear();
    else this.#timer = setTimeout(() => this.#ask(true), typingPauseMs);
    this.#repaint();
  }

  #ask(isWanted: boolean): void {
    this.#requestId += 1;
    this.#isWanted ||= isWanted;
    emitMessage(this, { type: 'find', requestId: this.#requestId, text: this.#text });
  }

  /** Scrolls to the current match, or to the next one if it does not exist in the rendered text. */
  async #visit(step: -1 | 1): Promise<void> {
    this.#visits += 1;
    const visit = this.#visits;
    const conversation = this.#conversation;
    for (let match = this.#walk.current; match && conversation; match = this.#walk.current) {
      this.#visited = match.turnId;
      const turn = await conversation.reveal(match.place);
      if (turn) await whenStill(turn);
      if (visit !== this.#visits) return;
      this.#visited = undefined;
      // Another branch is shown now; the host will send its matches.
      if (!turn || turn.turn.id !== match.turnId) break;
      const ranges = findMatches(turn, this.#text);
      this.#walk.count(match.turnId, match.place, ranges.length, step);
      const range = ranges[this.#walk.current?.within ?? 0];
      if (ranges.length > 0 && range) {
        await showRange(range, turn, conversation);
        break;
      }
    }
    this.#repaint();
  }

  /** Counts and highlights matches in rendered turns. */
  readonly #repaint = (): boolean => {
    this.requestUpdate();
    if (!this.isOpen || this.#text === '') {
      clearHighlights();
      return false;
    }
    const marked: Range[] = [];
    let current: Range | undefined;
    for (const turn of this.#conversation?.turnElements ?? []) {
      const ranges = findMatches(turn, this.#text);
      const { id } = turn.turn;
      // A turn that is still being drawn for a visit is counted when it is complete.
      if (id !== this.#visited && !this.#isSearching) {
        this.#walk.count(id, Number(turn.dataset['place']), ranges.length, 1);
      }
      if (id === this.#walk.current?.turnId) current = ranges[this.#walk.current.within];
      for (const range of ranges) marked.push(range);
    }
    showHighlights(marked, current);
    return false;
  };
}

/** Names of the highlights in the style sheet. */
const all = 'chat-match';
const current = 'chat-current-match';

/** Highlights matches without changing the DOM. */
function showHighlights(ranges: readonly Range[], currentRange: Range | undefined): void {
  const highlight = new Highlight(...(currentRange ? [currentRange] : []));
  highlight.priority = 1;
  CSS.highlights.set(all, new Highlight(...ranges));
  CSS.highlights.set(current, highlight);
}

function clearHighlights(): void {
  CSS.highlights.delete(all);
  CSS.highlights.delete(current);
}

/** A turn counts as drawn after this many frames without a change, or after the maximum number of frames. */
const stillFrames = 2;
const mostFrames = 120;

/** Waits until a turn is rendered, which takes some frames if it is long. */
function whenStill(turn: Element): Promise<void> {
  const observer = new MutationObserver(() => {
    still = 0;
  });
  let still = 0;
  let frames = 0;
  observer.observe(turn, { childList: true, characterData: true, subtree: true });
  return new Promise((resolve) => {
    drawInNextFrame(() => {
      still += 1;
      frames += 1;
      if (still <= stillFrames && frames < mostFrames) return true;
      observer.disconnect();
      resolve();
      return false;
    });
  });
}

/** Scrolls a range into view, expanding folded parents. */
async function showRange(range: Range, turn: ChatTurn, conversation: ChatConversation): Promise<void> {
  const element = range.startContainer.parentElement;
  const column = element?.closest('.answer-column[hidden]');
  const answer = turn.answerElements.find((one) => column?.contains(one));
  if (answer) {
    turn.selectedId = answer.answer.id;
    await turn.updateComplete;
  }
  for (let at = element; at && at !== turn; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    scrollInto(at, range);
  }
  conversation.showPiece(range);
}

/** Scrolls a code block or a table that is wider or longer than its frame. */
function scrollInto(frame: Element, range: Range): void {
  const { overflowX, overflowY } = getComputedStyle(frame);
  const [piece, view] = [range.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (/auto|scroll/.test(overflowX) && (piece.left < view.left || piece.right > view.right)) {
    frame.scrollLeft += piece.left - view.left - frame.clientWidth / 3;
  }
  if (/auto|scroll/.test(overflowY) && (piece.top < view.top || piece.bottom > view.bottom)) {
    frame.scrollTop += piece.top - view.top - frame.clientHeight / 3;
  }
}
