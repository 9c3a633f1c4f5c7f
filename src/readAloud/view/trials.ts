import type { ReaderHostMessage, SoundCheckView, SoundFindings } from '../../protocol/readerProtocol.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import { languageOf } from '../../text/scripts.ts';
import type { Translate } from '../../text/translate.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import { toSound } from '../playback/playerFeed.ts';
import type { SpeechSource, SpokenAudio } from '../speech/speechSource.ts';
import type { PlaySample } from '../speech/voices/voicePreview.ts';

/** Sound tests and voice previews beside a reading, one at a time, from request to end. */
export type Trials = ReturnType<typeof createTrials>;

/** Calls the listener when one begins and ends. */
export function createTrials(
  post: (fact: ReaderHostMessage) => void,
  onChange: (isRunning: boolean) => void,
) {
  let running: AbortController | undefined;
  let count = 0;
  /** The sound that the page plays. */
  let sound: { readonly testId: string; resolve(findings: SoundFindings | undefined): void } | undefined;

  function finish(): void {
    running = undefined;
    onChange(false);
  }

  function end(): void {
    if (!running) return;
    running.abort();
    finish();
  }

  return {
    /** Stops at once, and drops pending speech. */
    end,
    /**
     * Runs a trial in place of any other. Resolves with the result of the work, or undefined if the trial was ended
     * before; then the signal aborts the work, which is no longer awaited.
     */
    async run<Result>(
      work: (signal: AbortSignal) => Promise<Result>,
      signal: AbortSignal,
    ): Promise<Result | undefined> {
      end();
      const own = new AbortController();
      running = own;
      onChange(true);
      const either = AbortSignal.any([own.signal, signal]);
      try {
        return await raceAbort(work(either), either);
      } catch (error) {
        if (either.aborted) return undefined;
        throw error;
      } finally {
        if (running === own) finish();
      }
    },
    /**
     * Plays a sound once in the view, and resolves with the page's findings; undefined if another sound interrupted it
     * or the signal was aborted, which stops it at once.
     */
    async play(audio: SpokenAudio, signal: AbortSignal): Promise<SoundFindings | undefined> {
      if (signal.aborted) return undefined;
      count += 1;
      const testId = `sound-${count}`;
      const { promise, resolve } = Promise.withResolvers<SoundFindings | undefined>();
      sound = { testId, resolve };
      const stop = () => {
        post({ type: 'stopTest', testId });
        resolve(undefined);
      };
      signal.addEventListener('abort', stop, { once: true });
      post({ type: 'testSound', testId, ...toSound(audio) });
      return promise.finally(() => signal.removeEventListener('abort', stop));
    },
    /** Called when the page reports its findings. */
    tested(testId: string, findings: SoundFindings | undefined) {
      if (sound?.testId === testId) sound.resolve(findings);
    },
  };
}

/** Generates and plays a short sentence, and finds the step that fails. */
export type SoundTest = ReturnType<typeof createSoundTest>;

/** Dependencies of all trials. */
interface TrialPorts {
  /** The speech source: the one of a reading, unless a voice is given. */
  readonly createSpeech: (fixed?: { readonly model: string; readonly voice: string }) => SpeechSource;
  readonly trials: Trials;
  /** Reveals the view: without it, there is no sound. */
  readonly reveal: () => Promise<void>;
  readonly pause: () => void;
  /** Describes why the relay did not generate speech. */
  readonly describe: (error: unknown) => string;
}

interface SoundTestPorts extends TrialPorts {
  readonly t: Translate;
  readonly post: (fact: ReaderHostMessage) => void;
}

export function createSoundTest(ports: SoundTestPorts) {
  const { t, post } = ports;
  let abort: AbortController | undefined;

  function close(): void {
    abort?.abort();
    post({ type: 'soundChecks', isRunning: false });
  }

  /** Checks every step from the relay to the speaker; undefined if another sound interrupted the test. */
  async function check(signal: AbortSignal): Promise<SoundCheckView[] | undefined> {
    try {
      const sentence = toUtterance(t('If you can hear this, sound is working.'));
      const audio = await ports.createSpeech().get(sentence, { signal });
      const findings = await ports.trials.play(audio, signal);
      return findings && describeSoundChecks(audio, findings, t);
    } catch (error) {
      return [{ status: 'failed', label: t('The relay sent no speech.'), detail: ports.describe(error) }];
    }
  }

  return {
    /** Stops the sound at once, and clears the results. */
    close,
    async start() {
      close();
      ports.pause();
      const own = new AbortController();
      abort = own;
      const checks = await ports.trials.run(async (signal) => {
        await ports.reveal();
        if (signal.aborted) return undefined;
        post({ type: 'soundChecks', isRunning: true, checks: [] });
        return check(signal);
      }, own.signal);
      if (!own.signal.aborted) post({ type: 'soundChecks', isRunning: false, ...(checks && { checks }) });
    },
  };
}

/** A single sentence as an utterance, with its detected language. */
export function toUtterance(text: string): Utterance {
  return {
    index: 0,
    start: 0,
    end: 0,
    text,
    bytes: Buffer.byteLength(text),
    paragraph: 0,
    kind: 'paragraph',
    language: languageOf(text),
  };
}

interface SamplePlayerPorts extends TrialPorts {
  /** Describes why a received sample can't be played. */
  readonly describeFindings: (findings: SoundFindings) => string | undefined;
}

/** Plays voice samples in the view. */
export function createSamplePlayer(ports: SamplePlayerPorts): PlaySample {
  return async ({ model, voice, text }, { signal, onPlaying }) => {
    ports.pause();
    try {
      const findings = await ports.trials.run(async (either) => {
        const audio = await ports.createSpeech({ model, voice }).get(toUtterance(text), { signal: either });
        await ports.reveal();
        const played = ports.trials.play(audio, either);
        onPlaying();
        return played;
      }, signal);
      return findings && ports.describeFindings(findings);
    } catch (error) {
      return ports.describe(error);
    }
  };
}

/** A sound whose loudest sample is below this is silent. */
const silentPeak = 0.01;
/** Minimum playback position of an element that really played. */
const leastPlayedSeconds = 0.1;

/** The steps of the sound test, in order, with advice for the failed one. */
export function describeSoundChecks(
  { bytes, format }: SpokenAudio,
  findings: SoundFindings,
  t: Translate,
): SoundCheckView[] {
  const { decodedSeconds, peak, isGestureMissing, volume, playedSeconds, error } = findings;
  const isDecoded = decodedSeconds !== undefined;
  const isSilent = isDecoded && (peak ?? 0) < silentPeak;
  const hasPlayed = playedSeconds >= leastPlayedSeconds;
  return [
    toCheck('ok', t('The relay sent speech.'), t('{0} bytes of {1}', bytes.byteLength, format)),
    isDecoded
      ? toCheck('ok', t('VS Code can decode the audio.'), t('{0} seconds', decodedSeconds.toFixed(1)))
      : toCheck(
          'failed',
          t('VS Code can’t decode the audio.'),
          t('Select another speech model or voice. Playback error: {0}', error ?? format),
        ),
    isSilent
      ? toCheck(
          'failed',
          t('The audio is silent.'),
          t('The relay sent audio without speech. Select another speech model or voice.'),
        )
      : toCheck(isDecoded ? 'ok' : 'unknown', t('The audio contains speech.')),
    volume === 0
      ? toCheck('failed', t('The volume is zero.'), t('Turn up the volume with the slider in this view.'))
      : toCheck('ok', t('The volume is above zero.'), t('{0}%', Math.round(volume * 100))),
    isGestureMissing
      ? toCheck(
          'failed',
          t('VS Code is waiting for a click.'),
          t('VS Code allows sound in this view only after a click or key press. Click to listen.'),
        )
      : toCheck('ok', t('VS Code allows sound in this view.')),
    hasPlayed
      ? toCheck(
          'ok',
          t('The speech was played.'),
          t(
            'If you heard nothing, check this computer’s volume and output device, and that this window is not muted.',
          ),
        )
      : toCheck(isGestureMissing ? 'unknown' : 'failed', t('The speech was not played.'), error),
  ];
}

function toCheck(status: SoundCheckView['status'], label: string, detail?: string): SoundCheckView {
  return { status, label, ...(detail && { detail }) };
}
