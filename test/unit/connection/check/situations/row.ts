import type { ReferenceRelay } from '../../../../relay/referenceRelay.ts';
import type { Situation } from '../runCheck.ts';

/** Registers a function that undoes something after the check. */
export type OnEnd = (undo: () => unknown) => void;

/** A situation, and all messages that the user sees. */
export interface Row {
  readonly name: string;
  /** Sets up the situation. */
  readonly arrange: (relay: ReferenceRelay, onEnd: OnEnd) => Situation | Promise<Situation>;
  /** The status of each stage: address, name, connect, certificate, key, model lists, chat, speech. */
  readonly stages: string;
  readonly english: readonly string[];
}

/** A reachable relay and a valid key, with these changes. */
export function at(relay: ReferenceRelay, change: Partial<Situation> = {}): Situation {
  return { address: relay.baseUrl, apiKey: relay.keys.good, voice: 'BV700_streaming', ...change };
}

/** An editor whose network reaches the relay when ours does not. */
export function editorFor(baseUrl: string): typeof fetch {
  return (input, init) => fetch(`${baseUrl}${new URL(String(input)).pathname}`, init);
}
