import type { ReaderHostMessage, SoundCheckView } from '../../protocol/readerProtocol.ts';
import { languageOf } from '../../text/scripts.ts';
import type { Translate } from '../../text/translate.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import type { SpeechSource } from '../speech/speechSource.ts';
import type { PageSounds } from './pageSounds.ts';
import { describeSoundChecks } from './soundChecks.ts';
import type { Trials } from './trials.ts';

/** Has a short sentence spoken and played, and finds the link of the chain that fails. */
export interface SoundTest {
  start(): Promise<void>;
  /** Silence at once, and nothing is shown any more. */
  close(): void;
}

export interface SoundTestPorts {
  readonly t: Translate;
  /** Where sound comes from, as a reading has it now. */
  readonly createSpeech: () => SpeechSource;
  readonly post: (fact: ReaderHostMessage) => void;
  readonly trials: Trials;
  readonly sounds: PageSounds;
  /** Brings the view to the screen. */
  readonly reveal: () => Promise<void>;
  readonly pause: () => void;
  /** In words, why the relay did not speak. */
  readonly describe: (error: unknown) => string;
}

export function createSoundTest(ports: SoundTestPorts): SoundTest {
  const { t, post } = ports;
  let abort: AbortController | undefined;

  function close(): void {
    abort?.abort();
    post({ type: 'soundChecks', isRunning: false });
  }

  /** Every link of the chain; nothing where something else was heard before the end. */
  async function check(signal: AbortSignal): Promise<SoundCheckView[] | undefined> {
    try {
      const sentence = toUtterance(t('If you can hear this, the sound works.'));
      const audio = await ports.createSpeech().get(sentence, { signal });
      const findings = await ports.sounds.play(audio, signal);
      return findings && describeSoundChecks(audio, findings, t);
    } catch (error) {
      return [{ status: 'failed', label: t('The relay sent no speech.'), detail: ports.describe(error) }];
    }
  }

  return {
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

/** A sentence on its own, in the language that its words are in. */
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
