import { deepStrictEqual } from 'node:assert/strict';
import type { SoundFindings } from '../../../../src/protocol/readerProtocol.ts';
import { describeSoundChecks } from '../../../../src/readAloud/view/soundChecks.ts';

const good: SoundFindings = {
  canStream: true,
  decodedSeconds: 2.04,
  peak: 0.5,
  isGestureMissing: false,
  isMuted: false,
  volume: 1,
  playedSeconds: 2,
};
const unheard = { isGestureMissing: true, playedSeconds: 0, error: 'NotAllowedError' };
const { decodedSeconds: _, peak: __, ...undecoded } = good;

const t = (message: string, ...args: (string | number)[]) =>
  message.replace(/\{(\d)\}/g, (_, place) => String(args[Number(place)] ?? ''));

/** What is not in order, of what was found. */
const rows: Readonly<Record<string, readonly [SoundFindings, readonly string[]]>> = {
  'all in order': [good, []],
  'no sound in the bytes': [
    { ...undecoded, playedSeconds: 0, error: 'no decoder' },
    [
      'failed: VS Code can’t decode it.: Select another speech model or voice. Player message: no decoder',
      'unknown: The speech contains a voice.',
      'failed: The speech was not played.: no decoder',
    ],
  ],
  'a sound without a voice': [
    { ...good, peak: 0.001 },
    [
      'failed: The speech is silent.: The relay sent audio without a voice. Select another speech model or voice.',
    ],
  ],
  'no stream': [
    { ...good, canStream: false },
    [
      'unknown: This version of VS Code can’t play sentences without gaps.: Sentences are played one after the other.',
    ],
  ],
  'no volume': [
    { ...good, volume: 0 },
    ['failed: The volume is zero.: Turn it up with the volume slider in this view.'],
  ],
  muted: [
    { ...good, isMuted: true },
    ['failed: The volume is zero.: Turn it up with the volume slider in this view.'],
  ],
  'no click yet': [
    { ...good, ...unheard },
    [
      'failed: VS Code is waiting for a click.: VS Code allows sound in this view only after a click or key press. Click to listen.',
      'unknown: The speech was not played.: NotAllowedError',
    ],
  ],
  'a clock that stands': [{ ...good, playedSeconds: 0.05 }, ['failed: The speech was not played.']],
};

describe('the test of the sound', () => {
  for (const [name, [findings, expected]] of Object.entries(rows)) {
    it(`finds ${name}`, () => {
      const checks = describeSoundChecks({ bytes: new Uint8Array(7), format: 'mp3' }, findings, t);
      deepStrictEqual(checks[0], {
        status: 'ok',
        label: 'The relay sent speech.',
        detail: '7 bytes of mp3',
      });
      deepStrictEqual(
        checks
          .filter(({ status }) => status !== 'ok')
          .map(({ status, label, detail }) => [status, label, detail].filter(Boolean).join(': ')),
        expected,
      );
    });
  }
});
