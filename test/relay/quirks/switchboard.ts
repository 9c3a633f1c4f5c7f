import type { RequestRecord } from '../wire/journal.ts';
import type { Quirk } from './quirk.ts';
import { RequestQuirks } from './requestQuirks.ts';

/** Where quirks count, and how often. */
export interface QuirkScope {
  /** As a request has it, without the query; a `*` at the end stands for any rest. Otherwise the quirk's own. */
  readonly path?: string;
  /** Requests until the quirks are switched off; without end when not given. */
  readonly times?: number;
}

interface Entry {
  readonly quirks: readonly Quirk[];
  readonly path: string | undefined;
  /** Waits until the entries queued before it, for the same path, are used up. */
  readonly isQueued: boolean;
  timesLeft: number;
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** Which quirks count now. */
export class Switchboard {
  readonly #entries = new Set<Entry>();

  /** Switches quirks on; the returned function switches them off again. */
  add(quirks: readonly Quirk[], { path, times = Number.POSITIVE_INFINITY }: QuirkScope = {}): () => void {
    const entry = { quirks, path, isQueued: false, timesLeft: times };
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }

  /** For one request to a path, after those that wait already. */
  queue(quirk: Quirk, path: string): void {
    this.#entries.add({ quirks: [quirk], path, isQueued: true, timesLeft: 1 });
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The quirks of a request that has come in. */
  take(record: Readonly<RequestRecord>): RequestQuirks {
    const matching = [...this.#entries]
      .map((entry) => ({ entry, quirks: this.#quirksFor(entry, record.path) }))
      .filter(({ quirks }) => quirks.length > 0);
    const firstQueued = matching.find(({ entry }) => entry.isQueued);
    const taken = matching.filter((match) => !match.entry.isQueued || match === firstQueued);
    for (const { entry } of taken) {
      entry.timesLeft--;
      if (entry.timesLeft <= 0) this.#entries.delete(entry);
    }
    return new RequestQuirks(
      taken.flatMap(({ quirks }) => quirks),
      record,
    );
  }

  #quirksFor({ quirks, path }: Entry, requested: string): readonly Quirk[] {
    return path === undefined
      ? quirks.filter(({ on }) => on?.test(requested) ?? true)
      : quirks.filter(() => matchesPath(path, requested));
  }
}
