import { readPageState, writePageState } from '../ui/host.ts';

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

/** Start times of waits, thinking and tool runs, by id, in milliseconds. */
export const waits = new Map<string, number>();

/** The whole seconds since the start of a wait. */
export function secondsSince(id: string): number {
  const now = Date.now();
  return Math.floor((now - (waits.get(id) ?? now)) / 1000);
}

/** An unsaved edit of an existing text. */
interface PersistedText {
  readonly text: string;
  /** Whether the person is editing it; otherwise, it is a draft. */
  readonly isOpen: boolean;
}

/** Maximum characters of stored edits, the oldest of which are left out: VS Code stores a page's state as a whole. */
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
    this.#texts ??= readTexts(this.#key);
    return this.#texts;
  }

  #write(): void {
    const entries = [...this.#known];
    let room = mostCharacters;
    const tooOld = entries.findLastIndex(([, { text }], place) => {
      room -= text.length;
      return room < 0 && place < entries.length - 1;
    });
    writePageState(this.#key, entries.slice(tooOld + 1));
  }
}

function readTexts(key: string): Map<string, PersistedText> {
  const stored = readPageState(key);
  return new Map(Array.isArray(stored) ? stored.filter(isEntry) : []);
}

/** Whether an entry is valid: another version of the page may have written it. */
function isEntry(entry: unknown): entry is [id: string, kept: PersistedText] {
  const [id, kept] = Array.isArray(entry) ? entry : [];
  return typeof id === 'string' && typeof kept?.text === 'string' && typeof kept.isOpen === 'boolean';
}

/** Unsaved edits of prompts, by id. */
export const keptQuestions = new PersistedTexts('edits');

/** Unsaved edits of system prompts, by conversation id. */
export const keptSystems = new PersistedTexts('systems');

/** Whether an edit differs from the original text. */
export function isOther(text: string, original: string): boolean {
  return text.trim() !== original.trim();
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
