import { createHash } from 'node:crypto';
import type { CallOptions } from '../../relay/callOptions.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import type { Logger } from '../../relay/logger.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import type { SpeechAudio, SpeechRequest } from '../../relay/speech/speech.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import { retrySpeech, type Wait, waitByClock } from '../playback/speechRetry.ts';
import type { Mp3Encoding } from './mp3.ts';
import { createSharedRequests, type SharedCall, type SharedRequests } from './sharedRequests.ts';
import type { SpeechCache } from './speechCache.ts';
import { longestSpeechSeconds, measureSound, shortestSpeechSeconds } from './speechLength.ts';
import type { SpeechCall, SpeechChoice, SpeechSource, SpokenAudio } from './speechSource.ts';

/** What all readings of a window share. */
export interface SpeechWorkshop {
  readonly cache: SpeechCache;
  readonly encoding: Mp3Encoding;
  readonly logger: Logger;
  readonly requests: SharedRequests<SpokenAudio>;
  /** Seconds of audio that seemed too short for its text, by key: the same duration again is accepted. */
  readonly doubted: Map<string, number>;
  /** Delays of retries. */
  readonly wait: Wait;
}

/** A model and voice, with the relay that speaks them. */
interface ConnectedChoice extends SpeechChoice {
  speak(request: SpeechRequest, call: CallOptions): Promise<SpeechAudio>;
}

interface CachedSpeechPorts {
  readonly workshop: SpeechWorkshop;
  /** Called at first use, and again after a failure or `renew`. May throw NotReadyErrors. */
  readonly choice: () => Promise<ConnectedChoice>;
}

export interface CachedSpeech extends SpeechSource {
  /** Chooses model and voice and reads the cache's index: until then nothing counts as cached. Never rejects. */
  prepare(): Promise<void>;
}

export function createSpeechWorkshop(
  parts: Pick<SpeechWorkshop, 'cache' | 'encoding' | 'logger'> & Partial<Pick<SpeechWorkshop, 'wait'>>,
): SpeechWorkshop {
  return { wait: waitByClock, ...parts, requests: createSharedRequests(), doubted: new Map() };
}

/** The speech of one reading: from the cache, or else from the relay and then cached. */
export function createCachedSpeech({ workshop, choice }: CachedSpeechPorts): CachedSpeech {
  const { cache, requests, doubted, wait } = workshop;
  let choosing: Promise<ConnectedChoice> | undefined;
  let chosen: ConnectedChoice | undefined;
  /** Cache keys by request: each costs a checksum. */
  let keys = new WeakMap<Utterance, string>();

  function choose(): Promise<ConnectedChoice> {
    if (choosing) return choosing;
    const making = Promise.all([choice(), cache.open()]).then(([made]) => made);
    choosing = making;
    making.then(
      (made) => {
        // The choice may have been renewed in the meantime.
        if (choosing === making) chosen = made;
      },
      () => {
        if (choosing === making) choosing = undefined;
      },
    );
    return making;
  }

  function keyOf(utterance: Utterance, made: ConnectedChoice): string {
    const known = keys.get(utterance);
    if (known !== undefined) return known;
    const key = speechKey(made.origin, toRequest(made, utterance));
    keys.set(utterance, key);
    return key;
  }

  /** The complete, cached audio of an utterance. */
  function obtain(made: ConnectedChoice, utterance: Utterance, call: SpeechCall): Promise<SpokenAudio> {
    const request = toRequest(made, utterance);
    const key = speechKey(made.origin, request);

    async function ask({ signal, finish }: SharedCall): Promise<SpokenAudio> {
      const spoken = await made.speak(request, { signal });
      const audio = toWholeSpeech(key, request, spoken);
      // Pass the promise at once: a closing window waits for everything that will be cached.
      void cache.keep(key, audio);
      return finish(audio);
    }

    return requests.run(
      key,
      async (shared) => {
        const kept = await cache.read(key);
        if (kept) return { ...withSeconds(kept), isKept: true };
        return retrySpeech(() => ask(shared), shared, wait);
      },
      call,
    );
  }

  /** Throws if the audio is too short or too long for the text. */
  async function toWholeSpeech(
    key: string,
    request: SpeechRequest,
    spoken: SpokenAudio,
  ): Promise<SpokenAudio> {
    const measured = withSeconds(spoken);
    checkLength(key, request, measured);
    return withSeconds(await toPlayable(measured));
  }

  async function toPlayable(spoken: SpokenAudio): Promise<SpokenAudio> {
    const { bytes, format } = spoken;
    if (format !== 'wav') return spoken;
    try {
      const mp3 = await workshop.encoding.encode(bytes);
      if (mp3) return { bytes: mp3, format: 'mp3' };
    } catch (error) {
      // The WAV file can be played, too.
      workshop.logger.warn(`Speech cache: failed to encode MP3, keeping WAV: ${String(error)}`);
    }
    return spoken;
  }

  /** Throws `interrupted` for audio that is far too short, unless it had the same duration before. */
  function checkLength(key: string, request: SpeechRequest, audio: SpokenAudio): void {
    const { input, speed } = request;
    const { seconds } = audio;
    if ((seconds ?? 0) > longestSpeechSeconds(input, speed)) throw new RelayError('invalidResponse');
    if (seconds === undefined || seconds >= shortestSpeechSeconds(input, speed)) {
      doubted.delete(key);
      return;
    }
    const before = doubted.get(key);
    if (before !== undefined && Math.abs(before - seconds) <= Math.max(0.1, before / 10)) return;
    doubted.set(key, seconds);
    throw new RelayError('interrupted');
  }

  return {
    async prepare() {
      await choose().catch(() => {});
    },
    async get(utterance, { onEntered, ...call }) {
      const made = await retrySpeech(() => raceAbort(choose(), call.signal), call, wait);
      const audio = obtain(made, utterance, call);
      onEntered?.();
      return audio;
    },
    forget(utterance) {
      if (chosen) void cache.remove(keyOf(utterance, chosen));
    },
    isKept: (utterance) => chosen !== undefined && cache.has(keyOf(utterance, chosen)),
    renew() {
      choosing = undefined;
      chosen = undefined;
      keys = new WeakMap();
    },
  };
}

function toRequest(
  { origin: _, voiceFor, speak: __, ...fields }: ConnectedChoice,
  { text, language }: Utterance,
): SpeechRequest {
  return { ...fields, input: text, voice: voiceFor(language) };
}

function withSeconds(audio: SpokenAudio): SpokenAudio {
  const { bytes, format } = audio;
  const seconds = audio.seconds ?? measureSound(audio);
  return { bytes, format, ...(seconds !== undefined && { seconds }) };
}

/** Incremented when the same request must produce different audio. */
const keyVersion = 1;

/**
 * The cache key of a request: a hash of everything that shapes its audio. The text is included, but can't be recovered
 * from it. The playback speed is not included: the player applies it.
 */
export function speechKey(origin: string, request: SpeechRequest): string {
  const { model, input, voice, speed, volumeRatio, pitchRatio, emotion, language } = request;
  const parts = [origin, model, voice, 'mp3', speed, volumeRatio, pitchRatio, emotion, language, input];
  return createHash('sha256')
    .update(JSON.stringify([keyVersion, ...parts.map((part) => part ?? null)]))
    .digest('hex');
}
