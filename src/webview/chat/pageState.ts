import { readPageState, writePageState } from '../ui/host.ts';

/** An entry of the page's persisted state. */
type PageEntry<Value> = readonly [id: string, value: Value];

/** What the page kept, as far as it is what it should be: another version of it may have been there before. */
function readPageEntries<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
): PageEntry<Value>[] {
  const isEntry = (entry: unknown): entry is PageEntry<Value> =>
    Array.isArray(entry) && typeof entry[0] === 'string' && isValue(entry[1]);
  const entries = readPageState(key);
  return Array.isArray(entries) ? entries.filter(isEntry) : [];
}

/** The length of a pause in typing. */
const pauseMs = 300;

/**
 * Puts off what is to be done about each key until typing pauses; or until the person goes elsewhere, since the page
 * may then be gone before the pause is over.
 */
export class TypingPause {
  readonly #act: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: () => void) {
    this.#act = act;
    for (const type of ['focusout', 'visibilitychange']) document.addEventListener(type, this.end);
    for (const type of ['blur', 'pagehide']) window.addEventListener(type, this.end);
  }

  /** One begins with each key. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.end, pauseMs);
  }

  /** Does it now, where a key is waited for. */
  readonly end = (): void => {
    if (this.#timer !== undefined) this.now();
  };

  /** Does it now in any case. */
  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#act();
  }
}

/** Nothing is kept of more than these; the oldest are of what is gone. */
const maximumEntries = 20;

/** Since when an answer is waited for, or thinks, or a tool runs, by ids; in milliseconds. Nobody but the page knows. */
export const waits = {
  read: (id: string) => readWaits().get(id),
  keep(id: string, since: number): void {
    const others = [...readWaits()].filter(([known]) => known !== id);
    writePageState('waits', [...others, [id, since]].slice(-maximumEntries));
  },
  forget(id: string): void {
    const known = readWaits();
    if (known.delete(id)) writePageState('waits', [...known]);
  },
};

function readWaits(): Map<string, number> {
  return new Map(readPageEntries('waits', (value) => typeof value === 'number'));
}

/** An unsaved edit of an existing text. */
interface PersistedText {
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
    // A person who leaves an edit is told that it is kept as a draft: write it now.
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

/** What the person unfolded in responses: a turn that was scrolled out of the page and comes back has it open again. */
const open = new Set<string>();

export const openDetails = {
  has: (answerId: string, what: string) => open.has(`${answerId} ${what}`),
  note(answerId: string, what: string, isOpen: boolean): void {
    if (isOpen) open.add(`${answerId} ${what}`);
    else open.delete(`${answerId} ${what}`);
  },
  /** Another conversation is shown. */
  clear: () => open.clear(),
};
