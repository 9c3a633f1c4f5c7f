import { deepStrictEqual, ok } from 'node:assert/strict';
import type { ReaderHostMessage } from '../../src/protocol/readerProtocol.ts';
import type { Utterance } from '../../src/readAloud/narration/plan/utterance.ts';
import { Playback } from '../../src/readAloud/playback/playback.ts';
import type { SpokenAudio } from '../../src/readAloud/speech/speechSource.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { sourceOf, utterancesOf } from '../unit/readAloud/playback/playbackParts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3, makeWav } from './readerSounds.ts';

const pitches = [400, 800, 1200];
const toneSeconds = 0.3;
/** The silence at both ends of a sentence, as in speech: a busy machine pauses a moment late. */
const silentSeconds = 0.15;

describe('the reader goes to sleep', () => {
  let view: ReaderPage;
  let playback: Playback;
  let sounds: Record<'mp3' | 'wav', Uint8Array[]>;

  before(async () => {
    sounds = {
      mp3: await Promise.all(pitches.map((hertz) => makeMp3(hertz, toneSeconds, silentSeconds))),
      wav: pitches.map((hertz) => makeWav(hertz, toneSeconds, silentSeconds)),
    };
  });
  afterEach(() => view.close());

  /**
   * All speech is on the disk, so the page gets each sentence before it is due. Paragraphs have two sentences. The
   * sound is held in the first one.
   */
  async function start(format: 'mp3' | 'wav' = 'mp3'): Promise<void> {
    view = await openReaderPage();
    await view.unlock();
    // A page that is gone misses the message, as in VS Code.
    const post = (fact: ReaderHostMessage) => void view.send(fact).catch(() => undefined);
    playback = new Playback({ post, onChange() {}, logger: silentLogger });
    view.onMessage = (intent) => {
      if (intent.type === 'state') playback.session?.playerState(intent);
      else if (intent.type === 'pause' || intent.type === 'resume') playback.session?.[intent.type]();
    };
    playback.playerReady();
    const get = async ({ index }: Utterance): Promise<SpokenAudio> => ({
      bytes: sounds[format][index] ?? new Uint8Array(),
      format,
      seconds: toneSeconds + 2 * silentSeconds,
    });
    const speech = { get, isKept: () => true, forget() {}, renew() {} };
    const utterances = utterancesOf(3).map((each, index) => ({ ...each, paragraph: Math.floor(index / 2) }));
    ok(playback.start({ title: 'notes.md', source: sourceOf(utterances), speech }));
    await view.hearUntil('time > 0.3');
  }

  for (const [format, sleepAfter, place] of [
    ['mp3', 'sentence', 1],
    ['wav', 'sentence', 1],
    ['mp3', 'paragraph', 2],
  ] as const) {
    it(`after this ${sleepAfter} of ${format}, and nothing of the next is heard`, async () => {
      await start(format);
      playback.session?.setSleepAfter(sleepAfter);
      await view.send();
      await view.hearOn();
      await view.state('paused', place);
      deepStrictEqual(await view.heardPitches(200), pitches.slice(0, place));
      const whole = (await view.heard()).every(({ milliseconds }) => milliseconds > 220);
      const { status, current, sleepAfter: left } = playback.state;
      deepStrictEqual([whole, status, current, left], [true, 'paused', place, 'off']);
      await view.click('.toggle');
      deepStrictEqual(await view.heardToEnd(2, 200), pitches);
    });
  }

  it('even after a pause, but not if that was canceled', async () => {
    await start();
    await view.click('.toggle');
    await view.state('paused', 0);
    await view.hearOn();
    playback.session?.setSleepAfter('sentence');
    await view.click('.toggle');
    await view.state('paused', 1);
    deepStrictEqual(await view.heardPitches(200), [400]);
    await view.click('.toggle');
    await view.state('playing', 1);
    playback.session?.setSleepAfter('sentence');
    playback.session?.setSleepAfter('off');
    deepStrictEqual(await view.heardToEnd(2, 200), pitches);
  });
});
