import type { SoundCheckView, SoundFindings } from '../../protocol/readerProtocol.ts';
import type { Translate } from '../../text/translate.ts';
import type { SpokenAudio } from '../speech/speechSource.ts';

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
          detail: t('Select another speech model or voice. Player message: {0}', error ?? format),
        },
    isSilent
      ? {
          status: 'failed',
          label: t('The speech is silent.'),
          detail: t('The relay sent audio without a voice. Select another speech model or voice.'),
        }
      : { status: isDecoded ? 'ok' : 'unknown', label: t('The speech contains a voice.') },
    canStream
      ? { status: 'ok', label: t('Sentences play without gaps.') }
      : {
          status: 'unknown',
          label: t('This version of VS Code can’t play sentences without gaps.'),
          detail: t('Sentences are played one after the other.'),
        },
    isQuiet
      ? {
          status: 'failed',
          label: t('The volume is zero.'),
          detail: t('Turn it up with the volume slider in this view.'),
        }
      : { status: 'ok', label: t('The volume is above zero.'), detail: t('{0}%', Math.round(volume * 100)) },
    isGestureMissing
      ? {
          status: 'failed',
          label: t('VS Code is waiting for a click.'),
          detail: t('VS Code allows sound in this view only after a click or key press. Click to listen.'),
        }
      : { status: 'ok', label: t('VS Code allows sound in this view.') },
    hasPlayed
      ? {
          status: 'ok',
          label: t('The speech was played.'),
          detail: t(
            'If you heard nothing, check this computer’s volume and output device, and the sound of this window.',
          ),
        }
      : {
          status: isGestureMissing ? 'unknown' : 'failed',
          label: t('The speech was not played.'),
          detail: error,
        },
  ].map(
    ({ detail, ...check }): SoundCheckView => ({
      ...check,
      status: check.status as SoundCheckView['status'],
      ...(detail && { detail }),
    }),
  );
}
