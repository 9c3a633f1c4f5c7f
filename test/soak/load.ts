import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import type { Editor, EditorWindow } from '../e2e/harness/editor.ts';
import type { SharedConversation } from './sharedConversation.ts';
import type { SoakRelay } from './soakRelay.ts';

/** What all loads have in common. */
export interface Soak {
  readonly minutes: number;
  readonly relay: SoakRelay;
  readonly editor: Editor;
  readonly chat: Frame;
  readonly otherWindow: EditorWindow;
  readonly otherChat: Frame;
  readonly conversation: SharedConversation;
  /** Numbers in [0, 1), the same ones for the same seed. */
  readonly random: () => number;
  /** Aborted when the time is over: a load then ends what it has begun. */
  readonly signal: AbortSignal;
}

export interface LoadReport {
  /** "143 messages" */
  readonly did: string;
  /** What must not be, in words; nothing where all is well. */
  readonly wrong: readonly string[];
}

/**
 * Something that is done all the time, beside everything else. It is prepared alone, with the keyboard's focus and a relay
 * that works; what it gives then runs until the soak is over.
 */
export type Load = (soak: Soak) => Promise<() => Promise<LoadReport>>;

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}

/** Waits, or until the soak is over. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
