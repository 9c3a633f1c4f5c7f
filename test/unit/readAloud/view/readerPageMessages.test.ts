import { deepStrictEqual } from 'node:assert/strict';
import { mock } from 'node:test';
import type { ReaderHostMessage, ReaderRequest } from '../../../../src/protocol/readerProtocol.ts';
import {
  createReaderUpdates,
  handleReaderMessage,
  type ReaderMessagePorts,
} from '../../../../src/readAloud/view/readerPageMessages.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import { createParts, type PlaybackParts } from '../playback/playbackParts.ts';

describe('a wait that the relay asked for', () => {
  let parts: PlaybackParts;
  let posted: Extract<ReaderHostMessage, { type: 'waiting' }>[];
  let facts: ReturnType<typeof createReaderUpdates>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'] });
    parts = createParts();
    posted = [];
    facts = createReaderUpdates({
      post(fact) {
        if (fact.type === 'waiting') posted.push(fact);
      },
      account: () => parts.playback.account(),
      queue: () => [],
      sound: () => ({ speed: 1, volume: 1, usesMediaKeys: false }),
      describeNotice: () => undefined,
      describeWait: () => 'The relay is busy.',
    });
    parts.playback.playerReady();
    parts.start(5);
    parts.speaker.wait(30_000);
    tell();
  });

  afterEach(() => mock.timers.reset());

  const tell = () => facts.update(parts.playback.state);
  const shown = () => posted.map(({ readingId, wait }) => `${readingId}: ${wait?.title ?? 'none'}`);
  const busy = (readingId: string) => `${readingId}: The relay is busy.`;

  it('is posted to the view once, and again when it is over', async () => {
    tell();
    await parts.speaker.answer();
    tell();
    tell();
    deepStrictEqual(shown(), [busy('reading-1'), 'reading-1: none']);
  });

  it('is posted again with the remaining time after a jump or when the page is new', () => {
    mock.timers.tick(10_000);
    parts.playback.session?.jump(0);
    tell();
    tell();
    mock.timers.tick(25_000);
    facts.forget();
    tell();
    deepStrictEqual(shown(), [busy('reading-1'), busy('reading-2'), busy('reading-2')]);
    deepStrictEqual(
      posted.map(({ wait }) => wait?.remainingMs),
      [30_000, 20_000, 0],
    );
  });
});

/** Ports that all fail, immediately or later. */
function createPorts(fail: () => unknown) {
  const told: string[] = [];
  const log = (words: string) => void told.push(words);
  const own = { logger: { ...silentLogger, error: log }, onFailure: () => log('the person is told') };
  const broken = new Proxy(() => fail(), { get: () => fail });
  const ports = new Proxy(own as Partial<ReaderMessagePorts> as ReaderMessagePorts, {
    get: (_, name) => Reflect.get(own, name) ?? broken,
  });
  return { told, ports };
}

const gone = new Error('cannot open notes.md: the file is not there');

describe('a failed request of the reader page', () => {
  const asked: readonly ReaderRequest[] = [
    { type: 'showInEditor' },
    { type: 'save' },
    { type: 'selectVoice' },
    { type: 'testSound' },
    { type: 'playQueued', id: '1' },
    { type: 'action', action: 'selectModel' },
  ];
  for (const message of asked) {
    it(`is logged and shown to the user: ${message.type}`, async () => {
      const { told, ports } = createPorts(() => Promise.reject(gone));
      await handleReaderMessage(message, ports);
      deepStrictEqual(told, [`Read Aloud view: ${message.type}: ${String(gone)}`, 'the person is told']);
    });
  }

  it('is only logged if the user did not ask for it', async () => {
    const { told, ports } = createPorts(() => {
      throw gone;
    });
    await handleReaderMessage({ type: 'soundTested', testId: 't' }, ports);
    deepStrictEqual(told, [`Read Aloud view: soundTested: ${String(gone)}`]);
  });
});
