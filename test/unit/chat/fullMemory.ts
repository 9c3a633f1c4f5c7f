import type { Memory } from '../../../src/chat/storage/persistence.ts';

/** VS Code's memory on a disk that may be full. */
export interface FullMemory extends Memory {
  isFull: boolean;
  readonly stored: Map<string, unknown>;
  /** What a restart would find. */
  readonly onDisk: ReadonlyMap<string, unknown>;
  readonly attempts: number;
  /** Settles when all that was to be kept is, or is not. */
  tried(): Promise<unknown>;
}

export function createFullMemory(): FullMemory {
  const stored = new Map<string, unknown>();
  const tries: Promise<void>[] = [];
  let onDisk: ReadonlyMap<string, unknown> = new Map();
  return {
    isFull: false,
    stored,
    get onDisk() {
      return onDisk;
    },
    get attempts() {
      return tries.length;
    },
    get: (key) => stored.get(key),
    update(key, value) {
      const { isFull } = this;
      const tried = (async () => {
        await undefined;
        if (isFull) throw new Error('the disk is full');
        onDisk = new Map(stored);
      })();
      tries.push(tried);
      // As VS Code does, whether it gets onto the disk or not.
      if (value === undefined) stored.delete(key);
      else stored.set(key, value);
      return tried;
    },
    tried: () => Promise.allSettled(tries),
  };
}
