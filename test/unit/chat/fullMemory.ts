import type { Memory } from '../../../src/chat/storage/persistence.ts';

/** VS Code's memory on a disk that may be full. */
export interface FullMemory extends Memory {
  isFull: boolean;
  readonly stored: Map<string, unknown>;
  /** The values that a restart would find. */
  readonly onDisk: ReadonlyMap<string, unknown>;
  readonly attempts: number;
  /** Settles when every update has succeeded or failed. */
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
      // Like VS Code, the memory has the value even if writing it to disk fails.
      if (value === undefined) stored.delete(key);
      else stored.set(key, value);
      return tried;
    },
    tried: () => Promise.allSettled(tries),
  };
}
