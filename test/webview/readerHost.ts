import type { ReaderHostMessage } from '../../src/protocol/readerProtocol.ts';
import type { Utterance, UtteranceSource } from '../../src/readAloud/narration/plan/utterance.ts';
import { Playback } from '../../src/readAloud/playback/playback.ts';
import { createReaderUpdates } from '../../src/readAloud/view/readerPageMessages.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { ReaderPage } from './readerPage.ts';

export const words = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Sentences in paragraphs of this many. */
export function createSource(count = words.length, perParagraph = count): UtteranceSource {
  const utterances = words.slice(0, count).map((word, index): Utterance => {
    const text = `The ${word} one.`;
    const start = index * 20;
    const place = {
      index,
      start,
      end: start + text.length,
      paragraph: Math.floor(index / perParagraph),
      bytes: text.length,
    };
    return { ...place, text, kind: 'paragraph', language: 'en' };
  });
  return { next: () => utterances.shift() };
}

const failure = {
  title: 'The relay refused: the balance is too low.',
  advice: ['Top up your wallet, then try again.'],
  actions: [{ id: 'tryAgain' as const, label: 'Try Again' }],
};

/** A host around the real playback, with only the messages of the protocol. */
export function createHost(view: ReaderPage): Playback {
  // A page that is gone, or is being rebuilt, misses the message, as in VS Code.
  const post = (fact: ReaderHostMessage) => void view.send(fact).catch(() => undefined);
  const facts = createReaderUpdates({
    post,
    account: () => playback.account(),
    queue: () => [],
    sound: () => ({ speed: 1, volume: 1, usesMediaKeys: false }),
    describeNotice: () => undefined,
    describeWait: () => 'The relay is busy.',
  });
  const playback = new Playback({
    post,
    onChange(state) {
      facts.update(state);
      if (state.status === 'failed') post({ type: 'failed', readingId: state.readingId ?? '', failure });
    },
    logger: silentLogger,
  });
  view.onMessage = (intent) => {
    switch (intent.type) {
      case 'ready':
        facts.forget();
        return playback.playerReady();
      case 'state':
        return playback.session?.playerState(intent);
      case 'unplayable':
        return playback.session?.playerUnplayable(intent);
      case 'pause':
        return playback.session?.pause();
      case 'resume':
        return playback.session?.resume();
      case 'stop':
        return playback.stop();
      case 'jump':
        return playback.session?.jump(intent.index);
      case 'step':
        return playback.session?.step(intent.unit, intent.by);
      case 'setSleep':
        return playback.session?.setSleepAfter(intent.sleepAfter);
      case 'action':
        return playback.session?.retry();
      case 'log':
        throw new Error(intent.message);
    }
  };
  playback.playerReady();
  return playback;
}
