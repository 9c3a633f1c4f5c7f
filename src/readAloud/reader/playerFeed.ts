import type { ReaderPlayer } from './readerPlayer.ts';
import { firstSpoken, sleepPlace } from './reading/places.ts';
import { planAheadOf, planTo, type Reading } from './reading/reading.ts';

/** What the player gets of a reading, while there is one. */
export interface PlayerFeed {
  /** Whether there is a player. */
  isOn: boolean;
  /** Has the player begin at an utterance, with no audio of what it had before. */
  place(reading: Reading, index: number, startSeconds?: number): void;
  /** More of the text became known. */
  showPlan(reading: Reading): void;
  /** Gives it the audio that is due, as far as there is any. */
  feed(reading: Reading): void;
  /** Pauses at the start of what follows, once the end that was set is reached. */
  fallAsleep(reading: Reading): void;
}

export function createPlayerFeed(player: ReaderPlayer, lookAhead: number): PlayerFeed {
  let placeCount = 0;

  function begin(reading: Reading): void {
    planAheadOf(reading);
    const { id: readingId, title, utterances, isWhole, skipped, current, seconds, isPaused } = reading;
    player.begin({
      readingId,
      title,
      sentences: utterances,
      isWhole,
      skipped,
      current,
      startSeconds: seconds,
      paused: isPaused,
    });
    reading.isShown = true;
    reading.shownCount = utterances.length;
    reading.isShownWhole = isWhole;
  }

  function showPlan(reading: Reading): void {
    const { id: readingId, utterances, isWhole, shownCount } = reading;
    if (!feed.isOn || !reading.isShown) return;
    if (shownCount === utterances.length && reading.isShownWhole === isWhole) return;
    player.sentences({ readingId, sentences: utterances.slice(shownCount), isWhole });
    reading.shownCount = utterances.length;
    reading.isShownWhole = isWhole;
  }

  function place(reading: Reading, index: number, startSeconds = 0): void {
    // It must know the sentence that it is to jump to.
    planTo(reading, index + 1);
    showPlan(reading);
    placeCount += 1;
    reading.id = `reading-${placeCount}`;
    reading.current = index;
    reading.seconds = startSeconds;
    reading.begunAt = index;
    reading.next = index;
    reading.sleepFrom = index;
    reading.deferred = undefined;
    reading.reported = 'loading';
    reading.isEndSent = false;
    reading.shownSleep = undefined;
    if (!feed.isOn) return;
    const { id: readingId, isShown, isPaused: paused } = reading;
    if (isShown) player.jump({ readingId, current: index, startSeconds, paused });
    else begin(reading);
  }

  const feed: PlayerFeed = {
    isOn: false,
    showPlan,

    place,

    feed(reading) {
      if (!feed.isOn) return;
      const { id: readingId, utterances, audios, skips } = reading;
      const sleepAt = sleepPlace(reading);
      // By the time that its end is told here, the next sentence would be heard too.
      if (reading.shownSleep !== sleepAt) player.sleepBefore({ readingId, index: sleepAt });
      reading.shownSleep = sleepAt;
      const end = Math.min(
        firstSpoken(reading, reading.current) + lookAhead + 1,
        sleepAt ?? Infinity,
        utterances.length,
      );
      for (; reading.next < end; reading.next += 1) {
        const index = reading.next;
        const audio = audios.get(index);
        if (skips.has(index)) player.skipped({ readingId, index });
        else if (audio) player.audio({ readingId, index, ...audio });
        else return;
      }
      if (reading.isWhole && reading.next >= utterances.length && !reading.isEndSent) {
        reading.isEndSent = true;
        player.audioEnd(readingId);
      }
    },

    fallAsleep(reading) {
      const sleepAt = sleepPlace(reading);
      if (sleepAt === undefined || reading.current < sleepAt || reading.reported === 'finished') return;
      reading.sleepAfter = 'off';
      reading.isPaused = true;
      place(reading, firstSpoken(reading, sleepAt));
    },
  };
  return feed;
}
