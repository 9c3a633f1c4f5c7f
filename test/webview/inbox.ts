import { setTimeout as delay } from 'node:timers/promises';

/** The longest wait for anything: shorter than a test's time-out, so that the error names what was missing. */
export const patienceMs = 20_000;

/** What a page told its host. */
export class Inbox<Intent> {
  /** In order. */
  readonly intents: Intent[] = [];
  readonly #waiting = new Set<() => void>();
  #waitedFor = 0;

  take(intent: Intent): void {
    this.intents.push(intent);
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  /** Nobody waits for what the page has told so far. */
  skip(): void {
    this.#waitedFor = this.intents.length;
  }

  /** Waits for an intent after those that were already waited for. */
  async next(matches: (intent: Intent) => boolean): Promise<Intent> {
    const isLate = delay(patienceMs, 'late' as const, { ref: false });
    for (;;) {
      const found = this.intents.findIndex((intent, at) => at >= this.#waitedFor && matches(intent));
      const intent = this.intents[found];
      if (intent) {
        this.#waitedFor = found + 1;
        return intent;
      }
      const told = new Promise<undefined>((resolve) => this.#waiting.add(() => resolve(undefined)));
      if ((await Promise.race([told, isLate])) === 'late') {
        const behind = this.intents.slice(this.#waitedFor).map((each) => JSON.stringify(each));
        throw new Error(`Waited in vain for ${matches}; told were: ${behind.join(', ') || 'none'}`);
      }
    }
  }
}
