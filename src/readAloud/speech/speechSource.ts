import type { RetryWait } from '../../relay/callOptions.ts';
import type { SpeechAudio, SpeechRequest } from '../../relay/speech/speech.ts';
import type { ScriptLanguage } from '../../text/scripts.ts';
import type { Utterance } from '../narration/plan/utterance.ts';

/** The speech of one utterance. */
export interface SpokenAudio extends Pick<SpeechAudio, 'bytes' | 'format'> {
  /** Its duration, if its bytes tell. */
  readonly seconds?: number;
  /** Whether it came from the cache. */
  readonly isKept?: boolean;
}

export interface SpeechCall {
  readonly signal: AbortSignal;
  /** Called at the start and end of each wait before a retry. Without it, nothing is retried. */
  readonly onWait?: ((wait: RetryWait | undefined) => void) | undefined;
  /** Called when the request is registered: until it ends, callers with the same request share it. */
  readonly onEntered?: () => void;
}

/** The source of a reading's audio: the cache, or else the relay. */
export interface SpeechSource {
  /**
   * The audio of an utterance. Cached audio is free and needs no network. Throws RelayErrors and
   * NotReadyErrors. Aborting closes the socket.
   */
  get(utterance: Utterance, call: SpeechCall): Promise<SpokenAudio>;
  /** Whether the audio is cached. Cheap: called for thousands of utterances at a time. */
  isKept(utterance: Utterance): boolean;
  /** Removes unplayable audio, so that it is requested again. */
  forget(utterance: Utterance): void;
  /** Chooses relay, model and voice again for the next utterances. */
  renew(): void;
}

/** Model, voice and fields of a reading, chosen once for all of it. Unset optional fields are absent. */
export interface SpeechChoice
  extends Pick<SpeechRequest, 'model' | 'speed' | 'volumeRatio' | 'pitchRatio' | 'emotion' | 'language'> {
  /** Origin of the relay: another relay may have another model with the same name. */
  readonly origin: string;
  /** The voice for a language; without one for text that has no letters. */
  voiceFor(language: ScriptLanguage | undefined): string;
}
