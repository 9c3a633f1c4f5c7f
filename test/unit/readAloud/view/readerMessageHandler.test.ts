import { deepStrictEqual } from 'node:assert/strict';
import type { ReaderRequest } from '../../../../src/protocol/readerProtocol.ts';
import {
  handleReaderMessage,
  type ReaderIntentPorts,
} from '../../../../src/readAloud/view/readerPageMessages.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';

/** Everything behind the page fails: at once or later. */
function createPorts(fail: () => unknown) {
  const told: string[] = [];
  const broken = new Proxy({}, { get: () => fail }) as never;
  const log = (words: string) => void told.push(words);
  const ports: ReaderIntentPorts = {
    playback: broken,
    control: broken,
    sound: broken,
    sounds: broken,
    soundTest: broken,
    logger: { ...silentLogger, error: log },
    onReady: () => void fail(),
    show: async () => void (await fail()),
    save: async () => void (await fail()),
    selectVoice: async () => void (await fail()),
    runAction: async () => void (await fail()),
    onFailure: () => void told.push('the person is told'),
  };
  return { told, ports };
}

const gone = new Error('cannot open notes.md: the file is not there');

describe('what the page of a reading asks for, where it fails', () => {
  const asked: readonly ReaderRequest[] = [
    { type: 'showInEditor' },
    { type: 'save' },
    { type: 'selectVoice' },
    { type: 'testSound' },
    { type: 'playQueued', id: '1' },
    { type: 'action', action: 'selectModel' },
  ];
  for (const intent of asked) {
    it(`is logged, and told in words: ${intent.type}`, async () => {
      const later = createPorts(() => Promise.reject(gone));
      await handleReaderMessage(intent, later.ports);
      deepStrictEqual(later.told, [`Read Aloud view: ${intent.type}: ${String(gone)}`, 'the person is told']);
    });
  }

  it('is logged alone, where nobody asked for it', async () => {
    const { told, ports } = createPorts(() => {
      throw gone;
    });
    await handleReaderMessage({ type: 'soundTested', testId: 't' }, ports);
    deepStrictEqual(told, [`Read Aloud view: soundTested: ${String(gone)}`]);
  });
});
