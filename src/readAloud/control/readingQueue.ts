import type { Readable } from '../sources/readable.ts';

export interface QueuedReading {
  readonly id: string;
  readonly readable: Readable;
}

/** What is read after the present reading, in order. */
export interface ReadingQueue {
  readonly items: readonly QueuedReading[];
  add(readable: Readable): void;
  /** Takes an item out: the first one, or the one that is named. It is the caller's from then on. */
  take(id?: string): Readable | undefined;
  /** Takes an item out for good. */
  drop(id: string): void;
  clear(): void;
}

/** Calls back after every change. */
export function createReadingQueue(onChange: () => void): ReadingQueue {
  let items: readonly QueuedReading[] = [];
  let count = 0;

  function take(id = items[0]?.id): Readable | undefined {
    const found = items.find((item) => item.id === id);
    if (!found) return undefined;
    items = items.filter((item) => item !== found);
    onChange();
    return found.readable;
  }

  return {
    get items() {
      return items;
    },
    add(readable) {
      count += 1;
      items = [...items, { id: String(count), readable }];
      onChange();
    },
    take,
    drop: (id) => take(id)?.dispose?.(),
    clear() {
      for (const { readable } of items) readable.dispose?.();
      items = [];
      onChange();
    },
  };
}
