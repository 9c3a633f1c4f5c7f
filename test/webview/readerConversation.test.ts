import { ok } from 'node:assert/strict';
import type { SpokenAudio } from '../../src/readAloud/speech/speechSource.ts';
import { createHost, createSource } from './readerHost.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3 } from './readerSounds.ts';

describe('the reader and its host', () => {
  let view: ReaderPage;
  beforeEach(async () => {
    view = await openReaderPage();
  });
  afterEach(() => view.close());

  it('continue at the exact position after the page is rebuilt', async () => {
    const playback = createHost(view);
    await view.unlock();
    const bytes = await makeMp3(400, 1.2);
    const get = async (): Promise<SpokenAudio> => ({ bytes, format: 'mp3' });
    const speech = { get, isKept: () => false, forget() {}, renew() {} };
    ok(playback.start({ title: 'notes.md', source: createSource(1), speech }));
    await view.hearUntil('time > 0.7');
    await view.reload();
    await view.state('blocked', 0);
    const { seconds } = playback.state;
    ok(seconds > 0.3 && seconds < 1, `${seconds} s`);
    await view.click('.listen vscode-button');
    await view.state('finished', 0);
    await view.heardPitches();
    const rest = (await view.heard())[0]?.milliseconds ?? 0;
    ok(Math.abs(rest - (1.2 - seconds) * 1000) < 100, `${rest} ms from ${seconds} s on`);
  });
});
