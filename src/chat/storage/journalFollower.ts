import { type FSWatcher, watch } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Logger } from '../../relay/logger.ts';
import type { Conversation } from '../model/conversation.ts';
import type { JournalRecord } from '../model/records.ts';
import { fileStart, type Place, readLines } from './lines.ts';
import { missingRecords } from './missingRecords.ts';
import { parseRecord } from './recordLine.ts';

/** How often the file is looked at, since on network drives nothing tells of a change. */
const pollMs = 2000;

export interface FollowOptions {
  readonly path: string;
  /** Gets what others append. */
  readonly conversation: Conversation;
  /** Up to where the conversation holds the file; undefined where that isn't known. */
  readonly place: Place | undefined;
  readonly logger: Logger;
}

/** Reads what is appended to a journal by others, as it comes. */
export interface Follower {
  /** Lines that the conversation has already will come: they are no news. */
  expect(lines: string): void;
  /** There may be something new. */
  wake(): void;
  dispose(): void;
}

export function createFollower({ path, conversation, logger, ...options }: FollowOptions): Follower {
  let { place } = options;
  let isDisposed = false;
  let isReading = false;
  let isStale = false;
  /** Expected lines, with how often each. */
  const expected = new Map<string, number>();

  function isExpected(line: string): boolean {
    const count = expected.get(line);
    if (count === undefined) return false;
    if (count > 1) expected.set(line, count - 1);
    else expected.delete(line);
    return true;
  }

  const readRecords = (lines: string[]) =>
    lines.flatMap((line) => (line && !isExpected(line) && parseRecord(line)) || []);

  function tell(records: readonly JournalRecord[]): void {
    for (const record of records) if (!isDisposed) conversation.merge(record);
  }

  async function readOn(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (isStale && !isDisposed) {
      isStale = false;
      try {
        await (place ? readNew(place) : readAnew());
      } catch (error) {
        logger.warn(`History: failed to follow a conversation: ${String(error)}`);
      }
    }
    isReading = false;
  }

  async function readNew(from: Place): Promise<void> {
    const { outcome } = await readLines(path, from, (lines, reached) => {
      // First of all: what has been told must not come again, whatever happens then.
      place = reached;
      tell(readRecords(lines));
    });
    if (outcome !== 'replaced') return;
    logger.info('History: the file of an open conversation was replaced; reading it again');
    place = undefined;
    await readAnew();
  }

  async function readAnew(): Promise<void> {
    const records: JournalRecord[] = [];
    let reached = fileStart;
    const { outcome } = await readLines(path, fileStart, (lines, lineEnd) => {
      for (const record of readRecords(lines)) records.push(record);
      reached = lineEnd;
    });
    if (outcome === 'absent') return;
    place = reached;
    tell(missingRecords(conversation, records));
  }

  const wake = () => {
    isStale = true;
    void readOn();
  };

  let watcher: FSWatcher | undefined;
  async function startWatching(): Promise<void> {
    try {
      // The folder and not the file, which may not be there yet, or be replaced by another.
      await mkdir(dirname(path), { recursive: true });
      if (isDisposed) return;
      const onChange = (_: string, name: string | null) => (!name || name === basename(path)) && wake();
      watcher = watch(dirname(path), { persistent: false }, onChange);
      watcher.on('error', () => watcher?.close());
    } catch (error) {
      logger.info(`History: file watching failed; polling instead: ${String(error)}`);
    }
    wake();
  }

  let lastSeen = '';
  const poll = setInterval(() => {
    stat(path).then(
      ({ size, mtimeMs }) => {
        const seen = `${size} ${mtimeMs}`;
        if (seen !== lastSeen) wake();
        lastSeen = seen;
      },
      () => {},
    );
  }, pollMs).unref();

  void startWatching();
  return {
    expect(lines) {
      for (const line of lines.split('\n')) expected.set(line, (expected.get(line) ?? 0) + 1);
    },
    wake,
    dispose() {
      isDisposed = true;
      clearInterval(poll);
      watcher?.close();
    },
  };
}
