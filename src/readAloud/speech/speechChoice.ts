import type { SpeechRequest } from '../../relay/speech/speech.ts';
import type { SpeechLanguage } from '../narration/plan/utterance.ts';

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
