import { RelayError, type RelayErrorKind } from '../../../relay/relayError.ts';
import type { Utterance } from '../../plan/utterance.ts';
import type { SpokenAudio } from '../../reader/speechSource.ts';
import type { ReadingToSave } from './saveReading.ts';

/** So many are on their way at once. */
const lookAhead = 2;
/** What may be better the next time. */
const passing: ReadonlySet<RelayErrorKind> = new Set([
  'interrupted',
  'invalidResponse',
  'server',
  'timeout',
  'connection',
]);

/** The sound of each utterance, in order. One that fails is tried once more; then all ends. */
export async function* fetchInOrder({
  utterances,
  speech,
  signal,
  onRetryWait,
}: ReadingToSave): AsyncGenerator<{ readonly utterance: Utterance; readonly audio: SpokenAudio }> {
  const end = new AbortController();
  const call = {
    signal: AbortSignal.any([signal, end.signal]),
    // The progress is seen, so that a relay which asks for a moment's patience gets it.
    onRetryWait: (wait: Parameters<NonNullable<typeof onRetryWait>>[0]) => onRetryWait?.(wait),
  };

  async function fetch(utterance: Utterance): Promise<SpokenAudio> {
    try {
      return await speech.get(utterance, call);
    } catch (error) {
      const isPassing = error instanceof RelayError && passing.has(error.kind);
      if (!isPassing || call.signal.aborted) throw error;
      return speech.get(utterance, call);
    }
  }

  const coming: Promise<SpokenAudio>[] = [];
  try {
    for (const [index, utterance] of utterances.entries()) {
      if (signal.aborted) throw new RelayError('cancelled');
      for (const next of utterances.slice(index + coming.length, index + lookAhead)) {
        const audio = fetch(next);
        // It is waited for later, if at all.
        audio.catch(() => {});
        coming.push(audio);
      }
      const audio = await coming.shift();
      if (audio) yield { utterance, audio };
    }
  } finally {
    end.abort();
  }
}
