import type { ReaderFact, SentenceView } from '../../webview/readerProtocol.ts';
import type { Utterance } from '../plan/utterance.ts';
import type { ReaderPlayer } from '../reader/readerPlayer.ts';
import type { SpokenAudio } from '../reader/speechSource.ts';

/** The player in the view: every call is a fact for its page. */
export function createPagePlayer(post: (fact: ReaderFact) => void): ReaderPlayer {
  return {
    begin: ({ sentences, skipped, ...reading }) =>
      post({ type: 'begin', ...reading, sentences: sentences.map(toSentence), skipped: [...skipped] }),
    jump: (start) => post({ type: 'jump', ...start }),
    sentences: ({ sentences, ...more }) =>
      post({ type: 'sentences', ...more, sentences: sentences.map(toSentence) }),
    audio: ({ readingId, index, ...audio }) => post({ type: 'audio', readingId, index, ...toSound(audio) }),
    skipped: ({ readingId, index }) => post({ type: 'skipped', readingId, index }),
    sleepBefore: ({ readingId, index }) =>
      post({ type: 'sleepBefore', readingId, ...(index !== undefined && { index }) }),
    audioEnd: (readingId) => post({ type: 'audioEnd', readingId }),
    pause: (readingId) => post({ type: 'pause', readingId }),
    resume: (readingId) => post({ type: 'resume', readingId }),
    stop: () => post({ type: 'stop' }),
  };
}

/** A sound as the page gets it. VS Code passes typed arrays on by their constructor's name: a Buffer has another one. */
export function toSound({
  format,
  bytes,
  seconds,
}: SpokenAudio): Pick<Extract<ReaderFact, { type: 'audio' }>, 'format' | 'bytes' | 'seconds'> {
  return { format, bytes: new Uint8Array(bytes), ...(seconds !== undefined && { seconds }) };
}

function toSentence({ index, text, paragraph, kind }: Utterance): SentenceView {
  return { index, text, paragraph, kind };
}
