import * as vscode from 'vscode';
import { notify, notifyBriefly } from '../../platform/notifications.ts';
import type { Granularity } from '../narration/plan/plan.ts';
import type { Playback } from '../playback/playback.ts';
import type { PlaybackState } from '../playback/playbackState.ts';
import type { Readable } from '../sources/readable.ts';
import type { CachedSpeech } from '../speech/cachedSpeech.ts';
import { askAboutCost } from './costQuestion.ts';

/** The current reading and the queue. */
export type ReadingControl = ReturnType<typeof createReadingControl>;

export interface CurrentReading {
  readonly readable: Readable;
  readonly speech: CachedSpeech;
  readonly granularity: Granularity;
}

interface ReadingControlPorts {
  readonly playback: Playback;
  readonly createSpeech: () => CachedSpeech;
  readonly granularity: () => Granularity;
  /** Opens the view if needed: it plays the sound. */
  readonly ensureView: () => Promise<void>;
  readonly onQueueChange: () => void;
  readonly endTrials: () => void;
}

export function createReadingControl(ports: ReadingControlPorts) {
  const { playback } = ports;
  const { t } = vscode.l10n;
  const queue = createReadingQueue(ports.onQueueChange);
  let current: CurrentReading | undefined;
  let lastStatus: PlaybackState['status'] = 'idle';
  /** Counts requests, so that an outdated one starts nothing. */
  let attempt = 0;
  /** Whether a reading is being prepared. */
  let isStarting = false;
  /** Whether the previous reading ended while another one was being prepared: the queue is next. */
  let isNextDue = false;

  /** Starts a reading. Another one may supersede it while this one is being prepared. */
  async function begin(readable: Readable): Promise<'began' | 'nothing' | 'refused' | 'superseded'> {
    attempt += 1;
    const ownAttempt = attempt;
    isStarting = true;
    try {
      const granularity = ports.granularity();
      const speech = ports.createSpeech();
      const plan = readable.plan(granularity);
      const source = await askAboutCost(readable.title, plan, speech);
      if (attempt !== ownAttempt) return 'superseded';
      if (!source) return 'refused';
      const previous = current;
      // Set before `start` reports the first sentence, which is highlighted in this text.
      current = { readable, speech, granularity };
      if (playback.start({ title: readable.title, source, speech })) {
        previous?.readable.dispose?.();
        return 'began';
      }
      current = previous;
      return 'nothing';
    } finally {
      if (current?.readable !== readable) readable.dispose?.();
      if (attempt === ownAttempt) isStarting = false;
    }
  }

  async function read(readable: Readable): Promise<void> {
    const outcome = await begin(readable);
    if (outcome === 'began') return ports.ensureView();
    if (outcome === 'nothing') void notify('info', t('There is nothing to read aloud.'));
    // The previous reading ended in the meantime, and the queue waited for this one.
    if (outcome !== 'superseded' && isNextDue) await readNext();
  }

  /** Skips texts without anything to pronounce, and those that the person declined. */
  async function readNext(): Promise<void> {
    isNextDue = false;
    for (let next = queue.take(); next; next = queue.take()) {
      const outcome = await begin(next);
      if (outcome === 'began') return ports.ensureView();
      if (outcome === 'superseded') return;
    }
  }

  return {
    /** The current or last reading. */
    get current() {
      return current;
    },
    queue,
    /** Reads this instead of the current text; the queue stays. */
    read,
    /** Adds this to the queue; reads it at once if nothing is being read. */
    async enqueue(readable: Readable) {
      queue.add(readable);
      const { status } = playback.state;
      if (!isStarting && (status === 'idle' || status === 'finished')) await readNext();
      else notifyBriefly(t('“{0}” was added to the reading queue.', readable.title));
    },
    /** Reads an item of the queue now. */
    async playQueued(id: string) {
      const readable = queue.take(id);
      if (readable) await read(readable);
    },
    /** Stops the reading and any preview, and clears the queue. */
    stop() {
      attempt += 1;
      isStarting = false;
      isNextDue = false;
      queue.clear();
      ports.endTrials();
      playback.stop();
    },
    /** Call it at every change of the reading. */
    playbackChanged({ status, sleepAfter }: PlaybackState) {
      const hasEnded = status === 'finished' && lastStatus !== 'finished';
      lastStatus = status;
      if (status === 'idle') {
        current?.readable.dispose?.();
        current = undefined;
      }
      // If the sleep timer is set, nothing is read after this.
      if (!hasEnded || sleepAfter !== 'off') return;
      if (isStarting) isNextDue = true;
      else void readNext();
    },
    dispose() {
      attempt += 1;
      queue.clear();
      current?.readable.dispose?.();
    },
  };
}

interface QueuedReading {
  readonly id: string;
  readonly readable: Readable;
}

/** The queue of readings, in order. Calls back after every change. */
function createReadingQueue(onChange: () => void) {
  let items: readonly QueuedReading[] = [];
  let count = 0;

  function take(id = items[0]?.id): Readable | undefined {
    const found = items.find((item) => item.id === id);
    if (!found) return undefined;
    items = items.filter((item) => item !== found);
    onChange();
    return found.readable;
  }

  return {
    get items() {
      return items;
    },
    add(readable: Readable) {
      count += 1;
      items = [...items, { id: String(count), readable }];
      onChange();
    },
    /** Removes and returns an item: the first one, or the one with this id. */
    take,
    /** Removes and disposes an item. */
    drop: (id: string) => take(id)?.dispose?.(),
    clear() {
      for (const { readable } of items) readable.dispose?.();
      items = [];
      onChange();
    },
  };
}
