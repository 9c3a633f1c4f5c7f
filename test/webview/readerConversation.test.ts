import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Utterance } from '../../src/readAloud/narration/plan/utterance.ts';
import type { Playback } from '../../src/readAloud/playback/playback.ts';
import type { SpokenAudio } from '../../src/readAloud/speech/speechSource.ts';
import { createHost, createSource } from './readerHost.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3, makeWav } from './readerSounds.ts';

describe('the reader and its host', () => {
  let view: ReaderPage;
  beforeEach(async () => {
    view = await openReaderPage();
  });
  afterEach(() => view.close());

  /** Reads so many sentences. Every one has its pitch; every other one is a WAV. Returns what is asked for. */
  function start(playback: Playback, count: number, seconds: number): readonly number[] {
    const asked: number[] = [];
    const get = async ({ index }: Utterance): Promise<SpokenAudio> => {
      asked.push(index);
      const hertz = 400 * (index + 1);
      return index % 2 === 0
        ? { bytes: await makeMp3(hertz, seconds), format: 'mp3' }
        : { bytes: makeWav(hertz, seconds), format: 'wav' };
    };
    const speech = { get, isKept: () => false, forget() {}, renew() {} };
    ok(playback.start({ title: 'notes.md', source: createSource(count), speech }));
    return asked;
  }

  it('read a text to its end after one click, fetching two sentences ahead', async () => {
    const playback = createHost(view);
    const asked = start(playback, 5, 0.3);
    await view.state('blocked', 0);
    await view.until('document.querySelector(".listen vscode-button") !== null');
    ok(asked.length <= 3, `no more is paid for while nobody can hear it: ${asked.length}`);
    await view.click('.listen vscode-button');
    await view.state('finished', 4);
    deepStrictEqual(asked, [0, 1, 2, 3, 4]);
    deepStrictEqual(await view.heardPitches(), [400, 800, 1200, 1600, 2000]);
    deepStrictEqual(playback.state.status, 'finished');
  });

  it('continue at the exact position after the page is rebuilt', async () => {
    const playback = createHost(view);
    await view.unlock();
    start(playback, 1, 1.2);
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
