import type { Logger } from '../../relay/logger.ts';
import type { AccountView } from '../../webview/readerProtocol.ts';
import type { Utterance } from '../plan/utterance.ts';
import { type AudioRequests, createAudioRequests, faultOf } from './audioRequests.ts';
import { fetchAudio, isWanted, slowDown, takeAudio, takeFault, takeUnplayable } from './fetching.ts';
import { createPlayerFeed } from './playerFeed.ts';
import type { PlayerReport, ReaderPlayer, UnplayableReport } from './readerPlayer.ts';
import { type ReaderState, type SleepAfter, SoundOutputError, UnplayableError } from './readerState.ts';
import { emptyAccount } from './reading/account.ts';
import { findStep, findUtterance, firstSpoken, forgetSkips } from './reading/places.ts';
import { createReading, planAheadOf, planTo, type Reading } from './reading/reading.ts';
import { describeReading, hasFailed, noteEnd } from './reading/readingState.ts';

export interface ReaderPorts {
  readonly player: ReaderPlayer;
  /** At every change. */
  onChange(state: ReaderState): void;
  readonly logger: Logger;
  /** How many utterances to fetch beyond the one that is heard; 2 unless given. */
  readonly lookAhead?: number;
  /** Most bytes of audio of one reading kept in memory; 64 MB unless given. */
  readonly maximumBytes?: number;
}

/** One reading at a time. Commands of the person come in, and what the player tells. */
export interface Reader {
  readonly state: ReaderState;
  /** Begins a reading in place of the one before. False when there is nothing to pronounce; then nothing changes. */
  start(reading: Pick<Reading, 'title' | 'source' | 'speech'>): boolean;
  pause(): void;
  /** Goes on at the exact place; after `failed` tries again; after `finished` begins anew. */
  resume(): void;
  /** Goes on at the utterance that failed. */
  retry(): void;
  /** Ends the reading at once: requests are aborted, later answers dropped. */
  stop(): void;
  /** Ends the wait that the relay asked for. */
  retryNow(): void;

  /** Goes on there, or stays paused there. Nothing happens where no utterance is. */
  jump(index: number): void;
  /** Goes to the first utterance that fits, planning on as far as needed. False when there is none. */
  jumpTo(fits: (utterance: Utterance) => boolean): boolean;
  /** Back goes to the own start first, once more than three seconds of it were heard. */
  step(unit: 'sentence' | 'paragraph', by: 1 | -1): void;
  /** For the present reading: the next one begins with `off`. */
  setSleepAfter(sleepAfter: SleepAfter): void;
  /** What is fetched from now on is spoken with what is chosen now. */
  renewSpeech(): void;
  account(): AccountView;

  /** The view is there, or there anew: a reading begins again where it was. */
  playerReady(): void;
  /** The view went away: the reading is paused, its place kept. */
  playerGone(): void;
  playerState(report: PlayerReport): void;
  playerUnplayable(report: UnplayableReport): void;
}

export function createReader(ports: ReaderPorts): Reader {
  const { player, logger, lookAhead = 2, maximumBytes = 64 * 1024 * 1024 } = ports;
  let reading: Reading | undefined;
  /** Of readings that were replaced: the new one shares what it asks for too, so they end once it has asked. */
  const replaced = new Set<AudioRequests>();
  const feed = createPlayerFeed(player, lookAhead);
  let state = describeReading(undefined, feed.isOn);

  function announce(): void {
    state = describeReading(reading, feed.isOn);
    ports.onChange(state);
  }

  /** Gives the player what is due, asks for what is missing, and tells of it. */
  function goOn(reading: Reading): void {
    planAheadOf(reading);
    feed.showPlan(reading);
    if (reading.isWhole && reading.current >= reading.utterances.length) noteEnd(reading);
    if (reading.failure && hasFailed(reading)) {
      // What lies between was not heard.
      if (reading.current > reading.failure.index) reading.seconds = 0;
      reading.current = reading.failure.index;
    } else {
      feed.fallAsleep(reading);
      feed.feed(reading);
      fetchAudio(reading, lookAhead);
      reading.hasPassedOver ||= (reading.skipped[0] ?? Infinity) < firstSpoken(reading, reading.current);
    }
    announce();
  }

  function pauseReading(pausing: Reading): void {
    pausing.isPaused = true;
    if (feed.isOn) player.pause(pausing.id);
  }

  function goTo(reading: Reading, index: number): void {
    const utterance = reading.utterances[index];
    if (!utterance) return;
    if (state.status === 'failed' || state.status === 'finished') reading.isPaused = false;
    if (hasFailed(reading)) renew(reading);
    reading.failure = undefined;
    forgetSkips(reading, (skipped) => skipped === index);
    const { requests, audios, speech } = reading;
    // What was asked for is paid for, so it may come, unless it is in the way of what is waited for now.
    if (!audios.has(index) && !speech.isKept(utterance)) requests.keepOnly(index, index + lookAhead);
    feed.place(reading, index);
    goOn(reading);
  }

  /** Whatever stood in the way there is tried again. */
  function beginAgain(reading: Reading, index: number, startSeconds: number): void {
    reading.failure = undefined;
    reading.isPaused = false;
    renew(reading);
    feed.place(reading, index, startSeconds);
    goOn(reading);
  }

  /** What was in the way may be mended: another voice, another relay. */
  function renew(reading: Reading): void {
    reading.speech.renew();
    reading.account.recheck();
  }

  /** Of another reading in its place, or of none. */
  function replace(next: Reading | undefined): void {
    reading?.unsubscribe();
    if (reading) replaced.add(reading.requests);
    reading = next;
  }

  function endReplaced(): void {
    for (const requests of replaced) requests.abort();
    replaced.clear();
  }

  function stop(): void {
    if (!reading) return;
    replace(undefined);
    endReplaced();
    if (feed.isOn) player.stop();
    announce();
  }

  function retry(): void {
    if (!reading || !hasFailed(reading)) return;
    const { current, seconds } = reading;
    const end = firstSpoken(reading, current);
    forgetSkips(reading, (index) => index >= current && index < end);
    beginAgain(reading, current, seconds);
  }

  return {
    get state() {
      return state;
    },

    start({ title, source, speech }) {
      const requests = createAudioRequests({
        speech,
        isWanted: (index) =>
          starting === reading && !hasFailed(starting) && isWanted(starting, index, lookAhead),
        onEntered() {
          if (starting === reading) endReplaced();
        },
        onAudio(utterance, audio) {
          if (starting !== reading) return;
          takeAudio(starting, utterance, audio, lookAhead);
          goOn(starting);
        },
        onFault(utterance, error) {
          if (starting !== reading) return;
          logger.warn(`Reading aloud: sentence ${utterance.index + 1} failed: ${String(error)}`);
          takeFault(starting, utterance, error);
          // Who ended the request knows why: nothing is shown, and nothing asked for until told to go on.
          if (hasFailed(starting) && faultOf(error) === 'cancelled') pauseReading(starting);
          goOn(starting);
        },
        onWait(retryWait) {
          if (starting !== reading) return;
          if (retryWait && faultOf(retryWait.error) === 'limited') slowDown(starting);
          announce();
        },
      });
      const starting = createReading({ title, source, speech, requests }, maximumBytes);
      planTo(starting, 1);
      if (starting.isWhole) return false;
      replace(starting);
      feed.place(starting, 0);
      const unsubscribe = source.onMore?.(() => {
        if (starting !== reading) return;
        starting.isLater = false;
        goOn(starting);
      });
      if (unsubscribe) starting.unsubscribe = unsubscribe;
      goOn(starting);
      if (starting.requests.count === 0) endReplaced();
      return true;
    },

    pause() {
      if (!reading || reading.isPaused || state.status === 'finished' || state.status === 'failed') return;
      pauseReading(reading);
      announce();
    },

    resume() {
      if (!reading) return;
      if (hasFailed(reading)) return retry();
      if (state.status === 'finished') {
        forgetSkips(reading, () => true);
        return beginAgain(reading, 0, 0);
      }
      reading.isPaused = false;
      if (feed.isOn) player.resume(reading.id);
      goOn(reading);
    },

    retry,
    stop,
    retryNow: () => reading?.requests.retryNow(),

    jump(index) {
      if (!reading || !Number.isSafeInteger(index) || index < 0) return;
      planTo(reading, index + 1);
      goTo(reading, index);
    },

    jumpTo(fits) {
      if (!reading) return false;
      const found = findUtterance(reading, fits);
      if (found !== undefined) goTo(reading, found);
      return found !== undefined;
    },

    step(unit, by) {
      const target = reading && findStep(reading, unit, by);
      if (reading && target !== undefined) goTo(reading, target);
    },

    setSleepAfter(sleepAfter) {
      if (!reading) return;
      reading.sleepAfter = sleepAfter;
      reading.sleepFrom = firstSpoken(reading, reading.current);
      goOn(reading);
    },

    renewSpeech() {
      if (!reading) return;
      renew(reading);
      announce();
    },

    account: () => reading?.account.read(reading.current) ?? emptyAccount,

    playerReady() {
      feed.isOn = true;
      if (!reading) return announce();
      if (state.status === 'finished') return stop();
      reading.isShown = false;
      feed.place(reading, reading.current, reading.seconds);
      goOn(reading);
    },

    playerGone() {
      feed.isOn = false;
      if (reading && state.status !== 'finished') reading.isPaused = true;
      announce();
    },

    playerState({ readingId, status, index, seconds }) {
      if (!reading || reading.id !== readingId || hasFailed(reading)) return;
      if (!Number.isSafeInteger(index) || index < 0) return;
      const { utterances, isEndSent } = reading;
      // Until it sounds, the player may not know how far into it the place is.
      const isKnown = index !== reading.current || (status !== 'loading' && reading.next > index);
      if (isKnown) reading.seconds = seconds;
      reading.current = Math.min(index, utterances.length);
      reading.reported = status;
      if (status === 'finished') {
        if (isEndSent) noteEnd(reading);
        else reading.reported = 'loading';
      }
      goOn(reading);
    },

    playerUnplayable({ readingId, index, isOutputFault, message }) {
      const utterance = reading?.utterances[index];
      if (!reading || reading.id !== readingId || !utterance) return;
      logger.warn(`Reading aloud: the audio of sentence ${index + 1} can't be played: ${message}`);
      const error = isOutputFault ? new SoundOutputError(message) : new UnplayableError(message);
      takeUnplayable(reading, utterance, error);
      goOn(reading);
    },
  };
}
