import { deepStrictEqual } from 'node:assert/strict';
import type { ReaderStatus } from '../../../../src/protocol/readerProtocol.ts';
import { Playback } from '../../../../src/readAloud/playback/playback.ts';
import type { SpeechSource } from '../../../../src/readAloud/speech/speechSource.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import type { SpeechAudio } from '../../../../src/relay/speech/speech.ts';
import { createSpeechParts, createToneMp3, type SpeechParts, utteranceOf } from '../speech/speechParts.ts';
import { useFolder } from '../speech/useFolder.ts';
import { sourceOf } from './playbackParts.ts';
import { createTestPage, type TestPage } from './testPage.ts';

const texts = ['The first one.', 'The second one.', 'The third one.', 'The fourth one.'];

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
});
