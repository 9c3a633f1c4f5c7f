import { RelayError } from '../../relay/errors/relayError.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import { faultOf, longestSkip, mayBeOfOne } from '../playback/speechRetry.ts';
import type { SpeechCall, SpeechSource, SpokenAudio } from '../speech/speechSource.ts';

/** So many are on their way at once. */
const lookAhead = 2;

export interface UtterancesToFetch {
  readonly utterances: readonly Utterance[];
  readonly speech: SpeechSource;
  readonly signal: AbortSignal;
  /** A relay that asks for patience gets it where that is shown. */
  readonly onWait?: SpeechCall['onWait'];
}

export interface FetchedUtterance {
  readonly utterance: Utterance;
  /** Undefined where it can't be spoken, and others can. */
  readonly audio: SpokenAudio | undefined;
}

/** The sound of each utterance, in order. One that fails is left out, or all ends. */
export async function* fetchInOrder({
  utterances,
  speech,
  signal,
  onWait,
}: UtterancesToFetch): AsyncGenerator<FetchedUtterance> {
  const end = new AbortController();
  const call = {
    signal: AbortSignal.any([signal, end.signal]),
    onWait,
  };
  let hasSpoken = false;
  let gap = 0;

  /** Where nothing was ever spoken, the fault is hardly of one sentence. */
  function mayBeLeftOut(error: unknown): boolean {
    const isOfOne = mayBeOfOne(faultOf(error)) && gap + 1 < longestSkip;
    return isOfOne && (hasSpoken || utterances.some((utterance) => speech.isKept(utterance)));
  }

  async function take(coming: Promise<SpokenAudio> | undefined): Promise<SpokenAudio | undefined> {
    try {
      const audio = await coming;
      hasSpoken = true;
      gap = 0;
      return audio;
    } catch (error) {
      if (!mayBeLeftOut(error)) throw error;
      gap += 1;
      return undefined;
    }
  }

  const coming: Promise<SpokenAudio>[] = [];
  try {
    for (const [index, utterance] of utterances.entries()) {
      if (signal.aborted) throw new RelayError('cancelled');
      for (const next of utterances.slice(index + coming.length, index + lookAhead)) {
        const audio = speech.get(next, call);
        // It is waited for later, if at all.
        audio.catch(() => {});
        coming.push(audio);
      }
      yield { utterance, audio: await take(coming.shift()) };
    }
  } finally {
    end.abort();
  }
}
