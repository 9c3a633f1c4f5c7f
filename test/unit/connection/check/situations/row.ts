import type { ReferenceRelay } from '../../../../relay/referenceRelay.ts';
import type { Situation } from '../runCheck.ts';

/** Takes what is to be undone after the check. */
export type OnEnd = (undo: () => unknown) => void;

/** A situation, and all that a person reads of it. */
export interface Row {
  readonly name: string;
  /** Makes it so. */
  readonly arrange: (relay: ReferenceRelay, onEnd: OnEnd) => Situation | Promise<Situation>;
  /** The status of each stage: address, name, connect, certificate, key, both model lists, chat, speech. */
  readonly stages: string;
  readonly english: readonly string[];
}

/** A relay that is reached and a key that is right, with this changed. */
export function at(relay: ReferenceRelay, change: Partial<Situation> = {}): Situation {
  return { address: relay.baseUrl, apiKey: relay.keys.good, voice: 'BV700_streaming', ...change };
}

/** An editor whose network leads to the relay where ours does not. */
export function editorFor(baseUrl: string): typeof fetch {
  return (input, init) => fetch(`${baseUrl}${new URL(String(input)).pathname}`, init);
}
