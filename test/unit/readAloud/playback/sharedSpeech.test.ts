import { deepStrictEqual } from 'node:assert/strict';
import type { ReaderStatus } from '../../../../src/protocol/readerProtocol.ts';
import { Playback } from '../../../../src/readAloud/playback/playback.ts';
import type { SpeechSource } from '../../../../src/readAloud/speech/speechSource.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import type { SpeechAudio } from '../../../../src/relay/speech/speech.ts';
import {
  createSpeechParts,
  createToneMp3,
  familyA,
  type SpeechParts,
  utteranceOf,
} from '../speech/speechParts.ts';
import { useFolder } from '../speech/useFolder.ts';
import { sourceOf } from './playbackParts.ts';
import { createTestPage, type TestPage } from './testPage.ts';

const texts = ['The first one.', 'The second one.', 'The third one.', 'The fourth one.'];
const refusal = new RelayError('invalidRequest', { status: 400, relayMessage: 'voice not found' });

describe('a reading with speech from the cache and a relay', () => {
  const folder = useFolder();
  let parts: SpeechParts;
  let playback: Playback;
  let player: TestPage;
  let changed: () => void;

  beforeEach(() => {
    parts = createSpeechParts(folder.path);
    changed = () => {};
    player = createTestPage(() => playback);
    playback = new Playback({ post: player.post, logger: silentLogger, onChange: () => changed() });
    playback.playerReady();
  });
  afterEach(async () => {
    playback.stop();
    await parts.written();
  });

  const start = (speech: SpeechSource) =>
    playback.start({ title: 'Text', source: sourceOf(texts.map(utteranceOf)), speech });

  async function until(...statuses: readonly ReaderStatus[]): Promise<void> {
    while (!statuses.includes(playback.state.status))
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
  }

  const inputs = () => parts.relay.asked.map(({ input }) => input);

  it('started again while its first sentence is being requested shares that request', async () => {
    const gate = Promise.withResolvers<SpeechAudio>();
    const called = Promise.withResolvers<void>();
    parts.relay.answer = () => {
      called.resolve();
      return gate.promise;
    };
    start(parts.read());
    await called.promise;
    start(parts.read());
    start(parts.read());
    gate.resolve({ bytes: await createToneMp3({ seconds: 1 }), format: 'mp3' });
    await until('playing');
    deepStrictEqual(
      [inputs()[0], inputs().indexOf(texts[0] ?? '', 1), parts.relay.aborted],
      [texts[0], -1, 0],
    );
  });

  it('stopped while another one replaces it aborts its request and sends no more', async () => {
    const called = Promise.withResolvers<void>();
    parts.relay.answer = (_, signal) => {
      called.resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new RelayError('cancelled'))),
      );
    };
    start(parts.read());
    await called.promise;
    // Its voice is never chosen, for example while the user is asked for the key.
    start(parts.read(() => new Promise(() => {})));
    const before = parts.relay.aborted;
    playback.stop();
    deepStrictEqual([before, parts.relay.aborted, inputs()], [0, 1, [texts[0]]]);
  });

  for (const [how, tryAgain] of [
    ['retried', () => playback.session?.retry()],
    ['resumed', () => playback.session?.resume()],
    ['continued after a jump', () => playback.session?.jump(1)],
  ] as const) {
    it(`${how} uses the voice that was chosen after it failed`, async () => {
      const { answer } = parts.relay;
      parts.relay.answer = (request, signal) => {
        if (request.voice === 'refused') throw refusal;
        return answer(request, signal);
      };
      let voice = 'refused';
      start(
        parts.read(async () => {
          const chosen = voice;
          return { ...familyA, voiceFor: () => chosen };
        }),
      );
      await until('failed');
      voice = 'mended';
      tryAgain();
      await until('playing', 'failed');
      deepStrictEqual(
        parts.relay.asked.slice(0, 2).map((request) => request.voice),
        ['refused', 'mended'],
      );
    });
  }

  it('fails after cached speech if the relay refuses two sentences in a row', async () => {
    await parts.read().get(utteranceOf('The first one.'), { signal: new AbortController().signal });
    await parts.written();
    parts = createSpeechParts(folder.path);
    parts.relay.answer = () => {
      throw refusal;
    };
    start(parts.read());
    await until('playing');
    await player.hearOut();
    await until('failed');
    deepStrictEqual(
      [playback.state.current, playback.state.skipped, playback.state.error],
      [1, [1], refusal],
    );
  });
});
