import { readPageState, writePageState } from '../ui/host.ts';

/** An entry of the page's persisted state. */
type PageEntry<Value> = readonly [id: string, value: Value];

/** The valid entries of the persisted state: another version of the page may have written it. */
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
 * Delays an action until typing pauses, or until the focus leaves the field or the page, because the page may be closed
 * before the pause is over.
 */
export class TypingPause {
  readonly #act: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: () => void) {
    this.#act = act;
    for (const type of ['focusout', 'visibilitychange']) document.addEventListener(type, this.end);
    for (const type of ['blur', 'pagehide']) window.addEventListener(type, this.end);
  }

  /** Call it at each key: restarts the pause. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.end, pauseMs);
  }

  /** Runs the action now if a pause is pending. */
  readonly end = (): void => {
    if (this.#timer !== undefined) this.now();
  };

  /** Runs the action now in any case. */
  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#act();
  }
}

/** Maximum number of persisted entries; the oldest ones are no longer needed. */
const maximumEntries = 20;

/** Start times of waits, thinking and tool runs, by id, in milliseconds. Only the page knows them. */
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
  /** Whether the person is editing it; otherwise, it is a draft. */
  readonly isOpen: boolean;
}

/** VS Code stores a page's state as a whole. Limits its size: the oldest texts are not written. */
const mostCharacters = 2_000_000;

/** Unsaved edits by id, which survive when VS Code recreates the page. */
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

  /** Stores the edit if it differs from the original text; otherwise, removes it. */
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

  /** Read on first use, because the page does not have its state earlier. */
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

/** Unsaved edits of prompts, by id. */
export const keptQuestions = new PersistedTexts('edits');

/** Unsaved edits of system prompts, by conversation id. */
export const keptSystems = new PersistedTexts('systems');

/** Whether an edit differs from the original text. */
export function isOther(text: string, original: string): boolean {
  return text.trim() !== original.trim();
}

function isPersistedText(value: unknown): value is PersistedText {
  if (typeof value !== 'object' || value === null) return false;
  const { text, isOpen } = value as Readonly<Record<string, unknown>>;
  return typeof text === 'string' && typeof isOpen === 'boolean';
}

/** Details that the person opened: a turn that is rendered again after scrolling has them open. */
const open = new Set<string>();

export const openDetails = {
  has: (answerId: string, what: string) => open.has(`${answerId} ${what}`),
  note(answerId: string, what: string, isOpen: boolean): void {
    if (isOpen) open.add(`${answerId} ${what}`);
    else open.delete(`${answerId} ${what}`);
  },
  /** Call it when another conversation is shown. */
  clear: () => open.clear(),
};
