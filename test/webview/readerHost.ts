import type { ReaderHostMessage } from '../../src/protocol/readerProtocol.ts';
import type { Utterance, UtteranceSource } from '../../src/readAloud/narration/plan/utterance.ts';
import { Playback } from '../../src/readAloud/playback/playback.ts';
import { createReaderUpdates } from '../../src/readAloud/view/readerPageMessages.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { ReaderPage } from './readerPage.ts';

/** Sentences in paragraphs of this many. */
export function createSource(count: number, perParagraph = count): UtteranceSource {
  const utterances = Array.from({ length: count }, (_, index): Utterance => {
    const text = `This is sentence ${index}.`;
    const place = { index, start: index * 30, end: index * 30 + text.length, bytes: text.length };
    const paragraph = Math.floor(index / perParagraph);
    return { ...place, paragraph, text, kind: 'paragraph', language: 'en' };
  });
  return { next: () => utterances.shift() };
}

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
    onChange: (state) => facts.update(state),
    logger: silentLogger,
  });
  view.onMessage = (intent) => {
    switch (intent.type) {
      case 'ready':
        facts.forget();
        return playback.playerReady();
      case 'state':
        return playback.session?.playerState(intent);
      case 'pause':
        return playback.session?.pause();
      case 'resume':
        return playback.session?.resume();
      case 'log':
        throw new Error(intent.message);
    }
  };
  playback.playerReady();
  return playback;
}
