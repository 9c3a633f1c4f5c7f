/** What the person unfolded in responses: a turn that was scrolled out of the page and comes back has it open again. */
class OpenDetails {
  readonly #open = new Map<string, Set<string>>();

  has(answerId: string, what: string): boolean {
    return this.#open.get(answerId)?.has(what) ?? false;
  }

  note(answerId: string, what: string, isOpen: boolean): void {
    const open = this.#open.get(answerId) ?? new Set();
    if (isOpen) open.add(what);
    else open.delete(what);
    this.#open.set(answerId, open);
  }

  /** Another conversation is shown. */
  clear(): void {
    this.#open.clear();
  }
}

export const openDetails = new OpenDetails();
