import type { SoundCheckView, SoundFindings } from '../../protocol/readerProtocol.ts';
import type { Translate } from '../../text/translate.ts';
import type { SpokenAudio } from '../speech/speechSource.ts';

/** A sample quieter than this is no speech, however long it lasts. */
const silentPeak = 0.01;
/** The clock of an element that really plays goes further than this. */
const leastPlayedSeconds = 0.1;

/** Every link of the chain from the relay to the ear, in order, and where it is broken, what to do. */
export function describeSoundChecks(
  { bytes, format }: SpokenAudio,
  findings: SoundFindings,
  t: Translate,
): SoundCheckView[] {
  const { canStream, decodedSeconds, peak, isGestureMissing, isMuted, volume, playedSeconds, error } =
    findings;
  const isDecoded = decodedSeconds !== undefined;
  const isSilent = isDecoded && (peak ?? 0) < silentPeak;
  const isQuiet = isMuted || volume === 0;
  const hasPlayed = playedSeconds >= leastPlayedSeconds;
  return [
    {
      status: 'ok',
      label: t('The relay sent speech.'),
      detail: t('{0} bytes of {1}', bytes.byteLength, format),
    },
    isDecoded
      ? {
          status: 'ok',
          label: t('VS Code can decode it.'),
          detail: t('{0} seconds', decodedSeconds.toFixed(1)),
        }
      : {
          status: 'failed',
          label: t('VS Code can’t decode it.'),
          detail: t('Choose another speech model or voice. The player said: {0}', error ?? format),
        },
    isSilent
      ? {
          status: 'failed',
          label: t('The speech is silent.'),
          detail: t('The relay sent a sound without a voice in it. Choose another speech model or voice.'),
        }
      : { status: isDecoded ? 'ok' : 'unknown', label: t('There is a voice in it.') },
    canStream
      ? { status: 'ok', label: t('Sentences are joined without gaps.') }
      : {
          status: 'unknown',
          label: t('This VS Code can’t join sentences without gaps.'),
          detail: t('They are played one after the other.'),
        },
    isQuiet
      ? {
          status: 'failed',
          label: t('The volume is zero.'),
          detail: t('Turn it up with the slider of this view.'),
        }
      : { status: 'ok', label: t('The volume is up.'), detail: t('{0} %', Math.round(volume * 100)) },
    isGestureMissing
      ? {
          status: 'failed',
          label: t('VS Code waits for a click.'),
          detail: t('It lets this view make a sound only after a click or a key in it: click to listen.'),
        }
      : { status: 'ok', label: t('VS Code lets this view sound.') },
    hasPlayed
      ? {
          status: 'ok',
          label: t('It was played.'),
          detail: t(
            'If you heard nothing, look at the volume of this computer, at its output device, and at the sound of this window.',
          ),
        }
      : { status: isGestureMissing ? 'unknown' : 'failed', label: t('It was not played.'), detail: error },
  ].map(
    ({ detail, ...check }): SoundCheckView => ({
      ...check,
      status: check.status as SoundCheckView['status'],
      ...(detail && { detail }),
    }),
  );
}
