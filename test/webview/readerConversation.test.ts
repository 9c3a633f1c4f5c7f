import { deepStrictEqual, ok } from 'node:assert/strict';
import { planUtterances } from '../../src/readAloud/plan.ts';
import { createReader, type Reader, type ReaderPorts } from '../../src/readAloud/reader.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { ReaderFact, ReaderIntent } from '../../src/webview/protocol.ts';
import { closeBrowsers } from '../e2e/harness/browser.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3, makeWav } from './readerSounds.ts';

const text = 'The first one. The second one. The third one. The fourth one. The fifth one.';
const failure = {
  title: 'The relay refused: the balance is too low.',
  advice: ['Top up your wallet, then try again.'],
  actions: [{ id: 'tryAgain' as const, label: 'Try Again' }],
};

/** A host around the real reader, with the messages that the protocol has, and no more. */
function createHost(view: ReaderPage, speak: ReaderPorts['speak']): Reader {
  const post = (fact: ReaderFact) => void view.send(fact);
  const reader = createReader({
    speak,
    player: {
      begin: (reading) => post({ type: 'begin', ...reading, sentences: [...reading.sentences] }),
      sentences: (more) => post({ type: 'sentences', ...more, sentences: [...more.sentences] }),
      audio: (audio) => post({ type: 'audio', ...audio }),
      audioEnd: (readingId) => post({ type: 'audioEnd', readingId }),
      pause: (readingId) => post({ type: 'pause', readingId }),
      resume: (readingId) => post({ type: 'resume', readingId }),
      stop: () => post({ type: 'stop' }),
    },
    onChange({ status, readingId = '' }) {
      if (status === 'failed') post({ type: 'failed', readingId, failure });
    },
    logger: silentLogger,
  });
  view.onIntent = (intent: ReaderIntent) => {
    switch (intent.type) {
      case 'ready':
        return reader.playerReady();
      case 'state':
        return reader.playerState(intent);
      case 'unplayable':
        return reader.playerUnplayable(intent);
      case 'pause':
        return reader.pause();
      case 'resume':
        return reader.resume();
      case 'stop':
        return reader.stop();
      case 'action':
        return reader.retry();
      case 'log':
        throw new Error(intent.message);
    }
  };
  reader.playerReady();
  return reader;
}

describe('the reader and its host', () => {
  let view: ReaderPage;
  let asked: string[];

  beforeEach(async () => {
    view = await openReaderPage();
    asked = [];
  });
  afterEach(() => view.close());
  after(closeBrowsers);

  /** Every sentence has its pitch; every other one is a WAV. */
  async function speak(input: string) {
    asked.push(input);
    const place = ['first', 'second', 'third', 'fourth', 'fifth'].findIndex((word) => input.includes(word));
    const hertz = 400 * (place + 1);
    return place % 2 === 0
      ? { bytes: await makeMp3(hertz, 0.3), format: 'mp3' as const }
      : { bytes: makeWav(hertz, 0.3), format: 'wav' as const };
  }

  async function heardPitches(): Promise<number[]> {
    await view.until('globalThis.heardHertz.slice(-5).every((hertz) => hertz === 0)');
    return (await view.heard()).map(({ hertz }) => hertz);
  }

  it('read a text to its end after one click, one sentence ahead', async () => {
    const reader = createHost(view, speak);
    reader.start({ title: 'notes.md', utterances: planUtterances(text) });
    await view.state('blocked', 0);
    await view.until('document.querySelector(".listen vscode-button") !== null');
    ok(asked.length <= 2, `nothing is paid for while nobody can hear it: ${asked.length}`);
    await view.click('.listen vscode-button');
    await view.state('finished', 4);
    deepStrictEqual(asked, [
      'The first one.',
      'The second one.',
      'The third one.',
      'The fourth one.',
      'The fifth one.',
    ]);
    deepStrictEqual(await heardPitches(), [400, 800, 1200, 1600, 2000]);
    deepStrictEqual(reader.state.status, 'finished');
  });

  it('stop where a sentence fails, and go on from there', async () => {
    let failures = 0;
    const reader = createHost(view, async (input) => {
      if (input.includes('third') && failures++ === 0) {
        asked.push(input);
        throw new Error('no balance');
      }
      return speak(input);
    });
    await view.press('a');
    reader.start({ title: 'notes.md', utterances: planUtterances(text) });
    await view.state('failed', 2);
    deepStrictEqual(await heardPitches(), [400, 800]);
    await view.click('.failure vscode-button');
    await view.state('finished', 4);
    deepStrictEqual(await heardPitches(), [400, 800, 1200, 1600, 2000]);
    deepStrictEqual(asked.filter((input) => input.includes('third')).length, 2);
    deepStrictEqual(asked.length, 6);
  });

  it('go on where they were after the page was built anew', async () => {
    const reader = createHost(view, speak);
    await view.press('a');
    reader.start({ title: 'notes.md', utterances: planUtterances(text) });
    await view.state('playing', 1);
    await view.reload();
    await view.state('blocked', 1);
    deepStrictEqual(asked.length, 3);
    await view.click('.listen vscode-button');
    await view.state('finished', 4);
    deepStrictEqual(await heardPitches(), [800, 1200, 1600, 2000]);
    deepStrictEqual(asked.length, 5);
  });

  it('obey the controls and the keys', async () => {
    const reader = createHost(view, speak);
    await view.press('a');
    reader.start({ title: 'notes.md', utterances: planUtterances(text) });
    await view.state('playing', 0);
    await view.click('.toggle');
    await view.state('paused', 0);
    await view.click('.toggle');
    await view.state('playing', 0);
    // With the focus on a button, Space is the button's; the list is not one.
    await view.click('.sentences');
    await view.press(' ');
    await view.state('paused', 0);
    await view.press(' ');
    await view.state('playing', 0);
    await view.press('Escape');
    await view.intent(({ type }) => type === 'stop');
    deepStrictEqual(reader.state.status, 'idle');
    deepStrictEqual(await view.inspect('document.querySelector("audio").paused'), true);
    reader.start({ title: 'notes.md', utterances: planUtterances(text) });
    await view.state('playing', 0);
    await view.click('.stop');
    await view.intent(({ type }) => type === 'stop');
    deepStrictEqual(reader.state.status, 'idle');
  });

  it('stop without a sound by the stop button of a blocked reading', async () => {
    const reader = createHost(view, speak);
    reader.start({ title: 'notes.md', utterances: planUtterances(text) });
    await view.state('blocked', 0);
    await view.click('.stop');
    await view.intent(({ type }) => type === 'stop');
    deepStrictEqual([reader.state.status, await view.heard()], ['idle', []]);
  });

  it('read again from memory', async () => {
    const reader = createHost(view, speak);
    await view.press('a');
    reader.start({ title: 'notes.md', utterances: planUtterances('The first one. The second one.') });
    await view.state('finished', 1);
    await view.click('.toggle');
    await view.state('finished', 1);
    deepStrictEqual([asked.length, await heardPitches()], [2, [400, 800, 400, 800]]);
  });
});
