import type { SoundFindings } from '../../protocol/readerProtocol.ts';
import type { SpeechSource } from '../speech/speechSource.ts';
import type { VoicePreviewPort } from '../speech/voices/voicePreview.ts';
import type { PageSounds } from './pageSounds.ts';
import { toUtterance } from './soundTest.ts';
import type { Trials } from './trials.ts';

export interface SamplePlayerPorts {
  readonly createSpeech: (fixed: { readonly model: string; readonly voice: string }) => SpeechSource;
  readonly trials: Trials;
  readonly sounds: PageSounds;
  /** Brings the view to the screen: without it there is no sound. */
  readonly reveal: () => Promise<void>;
  readonly pause: () => void;
  readonly describe: (error: unknown) => string;
  /** Words for a sample that came, and can't be heard. */
  readonly describeFindings: (findings: SoundFindings) => string | undefined;
}

/** The page could not play a sample, in words. */
class SampleError extends Error {}

/** Plays voices to choose from, in the view. */
export function createSamplePlayer(ports: SamplePlayerPorts): VoicePreviewPort {
  return {
    async play({ model, voice, text }, options) {
      ports.pause();
      const findings = await ports.trials.run(async (signal) => {
        const audio = await ports.createSpeech({ model, voice }).get(toUtterance(text), { signal });
        await ports.reveal();
        const played = ports.sounds.play(audio, signal);
        options.onPlaying();
        return played;
      }, options.signal);
      const words = findings && ports.describeFindings(findings);
      if (words) throw new SampleError(words);
    },
    describeFailure: (error) => (error instanceof SampleError ? error.message : ports.describe(error)),
  };
}
