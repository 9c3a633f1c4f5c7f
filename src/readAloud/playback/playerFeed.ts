import type { ReaderHostMessage, SentenceView } from '../../protocol/readerProtocol.ts';
import type { Utterance } from '../narration/plan/utterance.ts';
import type { SpokenAudio } from '../speech/speechSource.ts';
import type { UtteranceList } from './utteranceList.ts';

/** A position at which the page's player starts, at speed 1. */
interface Start {
  readonly current: number;
  readonly startSeconds: number;
  readonly paused: boolean;
}

interface PlayerFeedOptions {
  readonly title: string;
  readonly utterances: UtteranceList;
  readonly post: (fact: ReaderHostMessage) => void;
  /** Creates an id for what the page plays after a start. */
  readonly createId: () => string;
  readonly audioOf: (index: number) => SpokenAudio | undefined;
}

/** Sends one reading to the page, each message once and in order. */
export class PlayerFeed {
  readonly #options: PlayerFeedOptions;
  readonly #utterances: UtteranceList;
  #readingId = '';
  /** What the page knows of this reading, so that it only needs changes. */
  #shown: Pick<UtteranceList, 'length' | 'isWhole'> | undefined;
  /** Index of the next utterance to send. */
  #next = 0;
  #isEndSent = false;
  #shownSleep: number | undefined;

  constructor(options: PlayerFeedOptions) {
    this.#options = options;
    this.#utterances = options.utterances;
  }

  get readingId(): string {
    return this.#readingId;
  }

  /** Whether the page has all audio. */
  get isEndSent(): boolean {
    return this.#isEndSent;
  }

  hasSent(index: number): boolean {
    return index < this.#next;
  }

  /** Makes the next start send everything, because the page is new or skipped utterances are tried again. */
  forget(): void {
    this.#shown = undefined;
  }

  /** Starts the page there, without earlier audio. */
  start({ current, ...start }: Start): void {
    // The page must know the sentence that it will jump to.
    this.#utterances.planTo(current + 1);
    this.showPlan();
    this.#readingId = this.#options.createId();
    this.#next = current;
    this.#isEndSent = false;
    this.#shownSleep = undefined;
    const text = this.#shown ? undefined : this.#showText(current);
    this.#options.post({
      type: 'begin',
      readingId: this.#readingId,
      current,
      ...start,
      ...(text && { text }),
    });
  }

  /** The text, for a page that doesn't show it yet. */
  #showText(current: number) {
    this.#utterances.planAheadOf(current);
    const { items, isWhole, skipped } = this.#utterances;
    this.#shown = { length: items.length, isWhole };
    return { title: this.#options.title, sentences: items.map(toSentence), isWhole, skipped };
  }

  /** Called when more of the text is known. */
  showPlan(): void {
    const { items, length, isWhole } = this.#utterances;
    const shown = this.#shown;
    if (!shown || (shown.length === length && shown.isWhole === isWhole)) return;
    const sentences = items.slice(shown.length).map(toSentence);
    this.#options.post({ type: 'sentences', readingId: this.#readingId, sentences, isWhole });
    this.#shown = { length, isWhole };
  }

  /** Sends the audio that has arrived, up to `end`, and where the sleep timer stops. */
  feed(end: number, sleepAt: number | undefined): void {
    const readingId = this.#readingId;
    if (this.#shownSleep !== sleepAt)
      this.#options.post({
        type: 'sleepBefore',
        readingId,
        ...(sleepAt !== undefined && { index: sleepAt }),
      });
    this.#shownSleep = sleepAt;
    const { length, isWhole } = this.#utterances;
    const last = Math.min(end, sleepAt ?? Infinity, length);
    for (; this.#next < last; this.#next += 1) {
      const index = this.#next;
      const audio = this.#options.audioOf(index);
      if (this.#utterances.isSkipped(index)) this.#options.post({ type: 'skipped', readingId, index });
      else if (audio) this.#options.post({ type: 'audio', readingId, index, ...toSound(audio) });
      else return;
    }
    if (!isWhole || this.#next < length || this.#isEndSent) return;
    this.#isEndSent = true;
    this.#options.post({ type: 'audioEnd', readingId });
  }

  pause(): void {
    this.#options.post({ type: 'pause', readingId: this.#readingId });
  }

  resume(): void {
    this.#options.post({ type: 'resume', readingId: this.#readingId });
  }
}

/** Audio as the page gets it. VS Code serializes typed arrays by constructor name: a Buffer has another one. */
export function toSound({
  format,
  bytes,
  seconds,
}: SpokenAudio): Pick<Extract<ReaderHostMessage, { type: 'audio' }>, 'format' | 'bytes' | 'seconds'> {
  return { format, bytes: new Uint8Array(bytes), ...(seconds !== undefined && { seconds }) };
}

export function toSentence({ index, text, paragraph, kind }: Utterance): SentenceView {
  return { index, text, paragraph, kind };
}
