import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../../platform/disk/diskFiles.ts';
import { isAbsence } from '../../platform/disk/lines.ts';
import type { Logger } from '../../relay/logger.ts';
import type { History } from './history.ts';
import type { Memory } from './persistence.ts';

/** The folders of the chat's files. */
interface ChatFolders {
  readonly conversations: string;
  readonly pictures: string;
  /** Attachments of drafts, one file per workspace. */
  readonly drafts: string;
}

/** How long a deleted conversation can be restored. */
const keepDeletedMs = 30 * 24 * 3_600_000;
/** How often to look for unreferenced files, which means reading all conversations. */
const cleanUpMs = 7 * 24 * 3_600_000;
const cleanedUpKey = 'chat.cleanedUpAt';
const openedKey = 'chat.clockSeenAt';

/** Removes conversations that were deleted long ago, and orphaned files. `memory` is shared by all windows. */
export async function cleanUp(
  folders: ChatFolders,
  history: Pick<History, 'purge'>,
  memory: Memory,
  logger: Logger,
): Promise<void> {
  const now = Date.now();
  const isRecent = (at: unknown) => typeof at === 'number' && Math.abs(now - at) < cleanUpMs;
  // With a clock that was set far ahead, all files seem old: it is believed from the second time on.
  const isBelieved = isRecent(memory.get(openedKey));
  await memory.update(openedKey, now);
  if (!isBelieved) return;
  await history.purge(keepDeletedMs);
  if (isRecent(memory.get(cleanedUpKey))) return;
  await memory.update(cleanedUpKey, now);
  await removeForgottenFiles(folders, logger);
}

/** How long an unreferenced image is kept: the message that it was pasted for may not have been sent yet. */
export const keepPicturesMs = 30 * 24 * 3_600_000;
/** How long the draft of an unopened workspace is kept; opening the workspace touches the file. */
export const keepDraftsMs = 180 * 24 * 3_600_000;

const pictureName = /[\da-f]{64}\.(?:png|jpg|gif|webp|avif|bmp)/g;
/** Longer than a name: two chunks of a file overlap by this, so that no name is split. */
const nameLength = 80;

/**
 * Removes drafts of workspaces that were not opened for a long time, and images that no conversation or draft refers to
 * any more. If a file can't be read, rejects without removing images, because the file may refer to them.
 */
export async function removeForgottenFiles(folders: ChatFolders, logger: Logger): Promise<void> {
  const drafts = await findOlder(folders.drafts, keepDraftsMs);
  for (const name of drafts) await rm(join(folders.drafts, name), { force: true });
  const pictures = await findOlder(folders.pictures, keepPicturesMs);
  const forgotten = new Set(pictures);
  for (const folder of [folders.conversations, folders.drafts]) {
    if (forgotten.size === 0) break;
    for (const name of await listFiles(folder)) await leaveOutNamed(join(folder, name), forgotten);
  }
  // Another request may have stored an image again in the meantime.
  const old = forgotten.size > 0 ? new Set(await findOlder(folders.pictures, keepPicturesMs)) : forgotten;
  for (const name of forgotten) if (old.has(name)) await rm(join(folders.pictures, name), { force: true });
  if (drafts.length + forgotten.size > 0)
    logger.info(`Chat: removed ${forgotten.size} orphaned images and ${drafts.length} orphaned drafts`);
}

async function findOlder(folder: string, ageMs: number): Promise<string[]> {
  const limit = Date.now() - ageMs;
  const older: string[] = [];
  for (const name of await listFiles(folder)) {
    try {
      if ((await stat(join(folder, name))).mtimeMs < limit) older.push(name);
    } catch (error) {
      if (!isAbsence(error)) throw error;
    }
  }
  return older;
}

async function leaveOutNamed(path: string, names: Set<string>): Promise<void> {
  let rest = '';
  try {
    for await (const piece of createReadStream(path, { encoding: 'latin1' })) {
      const text = rest + piece;
      for (const [name] of text.matchAll(pictureName)) names.delete(name);
      rest = text.slice(-nameLength);
    }
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}
