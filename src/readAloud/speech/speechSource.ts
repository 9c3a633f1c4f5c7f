import type { RetryWait } from '../../relay/callOptions.ts';
import type { SpeechAudio, SpeechRequest } from '../../relay/speech/speech.ts';
import type { SpeechLanguage, Utterance } from '../narration/plan/utterance.ts';

/** The speech of one utterance. */
export interface SpokenAudio extends Pick<SpeechAudio, 'bytes' | 'format'> {
  /** How long it lasts at its own speed, where that can be told from the bytes. */
  readonly seconds?: number;
  /** It was there already: the relay was not asked. */
  readonly isKept?: boolean;
}

export interface SpeechCall {
  readonly signal: AbortSignal;
  /** Told of each wait before the relay is asked again, and of its end. Without it the relay is asked once. */
  readonly onWait?: ((wait: RetryWait | undefined) => void) | undefined;
  /** It is known now what is asked for: until it is there, who else asks for the same shares it. */
  readonly onEntered?: () => void;
}

/** Where a reading's audio comes from: the disk, or else the relay. */
export interface SpeechSource {
  /**
   * The audio of an utterance. What is on the disk costs nothing and needs no network. Throws RelayErrors and
   * NotReadyErrors. Aborting closes the socket.
   */
  get(utterance: Utterance, call: SpeechCall): Promise<SpokenAudio>;
  /** Whether `get` would need no relay now. Cheap: asked for thousands at a time. */
  isKept(utterance: Utterance): boolean;
  /** What came for it can't be played: the relay is asked anew next time. */
  forget(utterance: Utterance): void;
  /** What follows is spoken with what is chosen then: relay, model and voice may have been mended meanwhile. */
  renew(): void;
}

/** With what a reading is spoken: chosen once for all of it. Optional fields are left out where nothing is set. */
export interface SpeechChoice
  extends Pick<
    SpeechRequest,
    'model' | 'format' | 'speed' | 'volumeRatio' | 'pitchRatio' | 'emotion' | 'language'
  > {
  /** Of the relay's address: another relay may mean another model by the same name. */
  readonly origin: string;
  /** Family B takes text and voice alone, so that no other field makes a difference to its sound. */
  readonly isFamilyB: boolean;
  /** The voice for a text of a language; of none in particular where it has no letters. */
  voiceFor(language: SpeechLanguage | undefined): string;
}
