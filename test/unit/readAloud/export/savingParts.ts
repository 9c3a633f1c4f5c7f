import type { Utterance } from '../../../../src/readAloud/narration/plan/utterance.ts';
import type { SpeechSource, SpokenAudio } from '../../../../src/readAloud/speech/speechSource.ts';
import { utteranceOf } from '../speech/speechParts.ts';

export const heading = (text: string, depth = 1): Utterance => ({
  ...utteranceOf(text),
  kind: 'heading',
  heading: { depth, title: text },
});

/** Speech by text; what each `get` does is up to the test. */
export function speechOf(
  get: (utterance: Utterance, signal: AbortSignal) => Promise<Uint8Array | SpokenAudio>,
  isKept: SpeechSource['isKept'] = () => false,
): SpeechSource {
  return {
    isKept,
    forget: () => {},
    renew: () => {},
    get: async (utterance, { signal }) => {
      const audio = await get(utterance, signal);
      return 'bytes' in audio ? audio : { bytes: audio, format: 'mp3' };
    },
  };
}
