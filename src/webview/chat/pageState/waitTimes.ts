import { writePageState } from '../../ui/host.ts';
import { type PageEntry, readPageEntries } from './pageEntries.ts';

/** Nothing is kept of more than these; the oldest are of what is gone. */
const maximumEntries = 20;

/** What the page knows and nobody else does, by ids: when VS Code builds it anew, it knows that again. */
class PageMemory<Value> {
  readonly #key: string;
  readonly #isValue: (value: unknown) => value is Value;

  constructor(key: string, isValue: (value: unknown) => value is Value) {
    this.#key = key;
    this.#isValue = isValue;
  }

  read(id: string): Value | undefined {
    return this.#entries.find(([known]) => known === id)?.[1];
  }

  keep(id: string, value: Value): void {
    this.#write([...this.#others(id), [id, value]]);
  }

  forget(id: string): void {
    if (this.read(id) !== undefined) this.#write(this.#others(id));
  }

  #others(id: string): PageEntry<Value>[] {
    return this.#entries.filter(([known]) => known !== id);
  }

  #write(entries: readonly PageEntry<Value>[]): void {
    writePageState(this.#key, entries.slice(-maximumEntries));
  }

  get #entries(): readonly PageEntry<Value>[] {
    return readPageEntries(this.#key, this.#isValue);
  }
}

/** Since when a response is waited for, or thinks, or a tool runs; in milliseconds. */
export const waits = new PageMemory('waits', (value) => typeof value === 'number');
