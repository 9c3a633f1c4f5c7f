import { writePageState } from '../../ui/host.ts';
import { readPageEntries } from './pageEntries.ts';
import { TypingPause } from './typingPause.ts';

/** What was written into a text that is there already, and neither sent nor saved. */
export interface PersistedText {
  readonly text: string;
  /** The person is at it; else it was left, and waits. */
  readonly isOpen: boolean;
}

/** VS Code holds what a page keeps in one piece. More than this is not written: what is left out is oldest. */
const mostCharacters = 2_000_000;

/** Such texts by ids: when VS Code builds the page anew, it knows them again. */
class PersistedTexts {
  readonly #key: string;
  /** In the order in which they were written. */
  #texts: Map<string, PersistedText> | undefined;
  readonly #pause = new TypingPause(() => this.#write());

  constructor(key: string) {
    this.#key = key;
  }

  read(id: string): PersistedText | undefined {
    return this.#known.get(id);
  }

  /** Keeps what is other than the text that is there; else there is nothing to keep. */
  keep(id: string, kept: PersistedText, original: string): void {
    if (!isOther(kept.text, original)) return this.forget(id);
    const before = this.read(id);
    if (before?.text === kept.text && before.isOpen === kept.isOpen) return;
    this.#known.delete(id);
    this.#known.set(id, kept);
    if (kept.isOpen) this.#pause.begin();
    // Who left it is told that it is kept.
    else this.#pause.now();
  }

  forget(id: string): void {
    if (this.#known.delete(id)) this.#pause.now();
  }

  /** Not before it is asked for: by then the page has its state. */
  get #known(): Map<string, PersistedText> {
    this.#texts ??= new Map(readPageEntries(this.#key, isPersistedText));
    return this.#texts;
  }

  #write(): void {
    let room = mostCharacters;
    const entries = [...this.#known].toReversed();
    const written = entries.filter(([, { text }], place) => {
      room -= text.length;
      return room >= 0 || place === 0;
    });
    writePageState(this.#key, written.toReversed());
  }
}

/** In other words: what is written into questions, by their ids. */
export const keptQuestions = new PersistedTexts('edits');

/** What is written into the system prompts of conversations, by their ids. */
export const keptSystems = new PersistedTexts('systems');

/** Whether this is worth keeping beside the text that is there. */
export function isOther(text: string, original: string): boolean {
  return text.trim() !== original.trim();
}

function isPersistedText(value: unknown): value is PersistedText {
  if (typeof value !== 'object' || value === null) return false;
  const { text, isOpen } = value as Readonly<Record<string, unknown>>;
  return typeof text === 'string' && typeof isOpen === 'boolean';
}
