import type { Utterance, UtteranceSource } from '../../src/readAloud/plan/utterance.ts';
import { createReader, type Reader } from '../../src/readAloud/reader/reader.ts';
import { createPagePlayer } from '../../src/readAloud/view/pagePlayer.ts';
import { createViewFacts } from '../../src/readAloud/view/viewFacts.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { ReaderFact, ReaderIntent } from '../../src/webview/readerProtocol.ts';
import type { ReaderPage } from './readerPage.ts';

export const words = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Sentences in paragraphs of so many. */
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

/** A host around the real reader, with the messages that the protocol has, and no more. */
export function createHost(view: ReaderPage): Reader {
  // A page that is gone, or is being built anew, misses it, as in VS Code.
  const post = (fact: ReaderFact) => void view.send(fact).catch(() => undefined);
  const facts = createViewFacts({
    post,
    account: () => reader.account(),
    queue: () => [],
    sound: () => ({ speed: 1, volume: 1, usesMediaKeys: false }),
    describeNotice: () => undefined,
    describeWait: () => 'The relay is busy.',
  });
  const reader = createReader({
    player: createPagePlayer(post),
    onChange(state) {
      facts.update(state);
      if (state.status === 'failed') post({ type: 'failed', readingId: state.readingId ?? '', failure });
    },
    logger: silentLogger,
  });
  view.onIntent = (intent: ReaderIntent) => {
    switch (intent.type) {
      case 'ready':
        facts.forget();
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
      case 'jump':
        return reader.jump(intent.index);
      case 'step':
        return reader.step(intent.unit, intent.by);
      case 'setSleep':
        return reader.setSleepAfter(intent.sleepAfter);
      case 'action':
        return reader.retry();
      case 'log':
        throw new Error(intent.message);
    }
  };
  reader.playerReady();
  return reader;
}
