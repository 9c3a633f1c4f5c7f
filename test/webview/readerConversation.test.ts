import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Utterance } from '../../src/readAloud/narration/plan/utterance.ts';
import type { Playback } from '../../src/readAloud/playback/playback.ts';
import type { SpokenAudio } from '../../src/readAloud/speech/speechSource.ts';
import { RelayError } from '../../src/relay/errors/relayError.ts';
import { createHost, createSource, words } from './readerHost.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3, makeWav } from './readerSounds.ts';

describe('the reader and its host', () => {
  let view: ReaderPage;
  let asked: string[];

  beforeEach(async () => {
    view = await openReaderPage();
    asked = [];
  });
  afterEach(() => view.close());

  /** Every sentence has its pitch; every other one is a WAV. */
  async function speak({ text }: Utterance, seconds = 0.3): Promise<SpokenAudio> {
    asked.push(text);
    const place = words.findIndex((word) => text.includes(word));
    const hertz = 400 * (place + 1);
    return place % 2 === 0
      ? { bytes: await makeMp3(hertz, seconds), format: 'mp3' }
      : { bytes: makeWav(hertz, seconds), format: 'wav' };
  }

  function start(playback: Playback, { count = words.length, get = speak } = {}): void {
    const speech = {
      get: (utterance: Utterance) => get(utterance),
      isKept: () => false,
      forget() {},
      renew() {},
    };
    ok(playback.start({ title: 'notes.md', source: createSource(count), speech }));
  }

  it('read a text to its end after one click, fetching two sentences ahead', async () => {
    const playback = createHost(view);
    start(playback);
    await view.state('blocked', 0);
    await view.until('document.querySelector(".listen vscode-button") !== null');
    ok(asked.length <= 3, `no more is paid for while nobody can hear it: ${asked.length}`);
    await view.click('.listen vscode-button');
    await view.state('finished', 4);
    deepStrictEqual(asked, [
      'The first one.',
      'The second one.',
      'The third one.',
      'The fourth one.',
      'The fifth one.',
    ]);
    deepStrictEqual(await view.heardPitches(), [400, 800, 1200, 1600, 2000]);
    deepStrictEqual(playback.state.status, 'finished');
  });

  it('stop where a sentence fails, and continue from there', async () => {
    let hasBalance = false;
    const playback = createHost(view);
    await view.press('a');
    start(playback, {
      async get(utterance) {
        if (utterance.index === 2 && !hasBalance) {
          asked.push(utterance.text);
          throw new RelayError('insufficientBalance');
        }
        return speak(utterance);
      },
    });
    await view.state('failed', 2);
    deepStrictEqual(await view.heardPitches(), [400, 800]);
    hasBalance = true;
    await view.click('.failure vscode-button');
    await view.state('finished', 4);
    deepStrictEqual(await view.heardPitches(), [400, 800, 1200, 1600, 2000]);
    const paid = asked.filter((input) => !input.includes('third'));
    deepStrictEqual(paid.toSorted(), [...new Set(paid)].toSorted());
  });

  it('stop a blocked reading silently by its stop button', async () => {
    const playback = createHost(view);
    start(playback);
    await view.state('blocked', 0);
    await view.click('.stop');
    await view.intent(({ type }) => type === 'stop');
    deepStrictEqual([playback.state.status, await view.heard()], ['idle', []]);
  });

  it('jump to a clicked sentence, and step from there, without paying twice', async () => {
    const playback = createHost(view);
    await view.unlock();
    await view.hold();
    start(playback);
    await view.state('playing', 0);
    await view.click('[data-index="3"]');
    await view.state('playing', 3);
    await view.press('ArrowLeft');
    await view.state('playing', 2);
    await view.click('.forward');
    await view.state('playing', 3);
    await view.hearOn();
    await view.state('finished', 4);
    deepStrictEqual((await view.heardPitches()).slice(-2), [1600, 2000]);
    deepStrictEqual(asked.toSorted(), [...new Set(asked)].toSorted());
  });

  it('continue at the exact position after the page is rebuilt', async () => {
    const playback = createHost(view);
    await view.unlock();
    start(playback, { count: 1, get: (utterance) => speak(utterance, 1.2) });
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
