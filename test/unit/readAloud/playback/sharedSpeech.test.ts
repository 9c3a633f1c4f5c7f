import { deepStrictEqual } from 'node:assert/strict';
import { Playback } from '../../../../src/readAloud/playback/playback.ts';
import type { SpeechSource } from '../../../../src/readAloud/speech/speechSource.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import type { SpeechAudio } from '../../../../src/relay/speech/speech.ts';
import { createSpeechParts, createToneMp3, type SpeechParts, utteranceOf } from '../speech/speechParts.ts';
import { useFolder } from '../speech/useFolder.ts';
import { sourceOf } from './playbackParts.ts';

const utterance = utteranceOf('Hello there.');

describe('a reading whose first sentence is being requested', () => {
  const folder = useFolder();
  let parts: SpeechParts;
  let playback: Playback;
  let answer: (audio: SpeechAudio) => void;

  beforeEach(async () => {
    parts = createSpeechParts(folder.path);
    playback = new Playback({ post() {}, logger: silentLogger, onChange() {} });
    playback.playerReady();
    const called = Promise.withResolvers<void>();
    parts.relay.answer = () => {
      called.resolve();
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    start(parts.read());
    await called.promise;
  });
  afterEach(async () => {
    playback.stop();
    await parts.written();
  });

  const start = (speech: SpeechSource) =>
    playback.start({ title: 'Text', source: sourceOf([utterance]), speech });
  /** The numbers of all requests to the relay, and of aborted ones. */
  const asked = () => [parts.relay.asked.length, parts.relay.aborted];

  it('shares that request when it is started again', async () => {
    start(parts.read());
    start(parts.read());
    const { signal } = new AbortController();
    const shared = parts.read().get(utterance, { signal });
    answer({ bytes: await createToneMp3({ seconds: 1 }), format: 'mp3' });
    await shared;
    deepStrictEqual(asked(), [1, 0]);
  });

  it('aborts it if it is stopped while another one replaces it, and sends no more', () => {
    // Its voice is never chosen, for example while the user is asked for the key.
    start(parts.read(() => new Promise(() => {})));
    deepStrictEqual(asked(), [1, 0]);
    playback.stop();
    deepStrictEqual(asked(), [1, 1]);
  });
});
