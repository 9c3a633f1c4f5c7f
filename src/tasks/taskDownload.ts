import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAt } from '../platform/disk/diskFiles.ts';
import type { RelayClient } from '../relay/client.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import type { MediaType } from '../relay/media/mediaType.ts';
import { ExpiredUrlError, mayPass } from './taskFailures.ts';
import { type InspectedFile, inspectFile } from './videoFacts.ts';

/** How many bytes at the end of the part are fetched again, to check that it is the same file. */
const overlapBytes = 1024;
/** An attempt with fewer new bytes counts as no progress. */
const someBytes = 16 * 1024;
const longestWaitMs = 60_000;

interface Download {
  readonly client: Pick<RelayClient, 'openTaskResult'>;
  readonly url: string;
  /** The file’s path without ending. */
  readonly base: string;
  readonly signal: AbortSignal;
  /** Rejects if the file now belongs to another window. */
  readonly checkLease: () => Promise<void>;
  /** Progress of the whole file, from 0 to 1. */
  readonly onProgress: (progress: number) => void;
  /** An attempt failed, and the next one waits for a while. */
  readonly onFailure: (failure: unknown) => void;
  /** Delays between attempts without progress; one more such attempt is the last. */
  readonly delaysMs: readonly number[];
}

export interface DownloadedFile extends InspectedFile {
  readonly path: string;
}

const endings: Readonly<Partial<Record<MediaType, string>>> = {
  'image/jpeg': 'jpg',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
};

/**
 * Downloads a result to the disk: into a `.part` file, resuming where an earlier attempt was interrupted, and renamed
 * only once it is complete. A truncated file is downloaded again; if that brings as many bytes, there are no more, and
 * it is kept. Throws an ExpiredUrlError, a RelayError, or the disk's error; the part stays for another attempt.
 */
export async function downloadResult(download: Download): Promise<DownloadedFile> {
  const { base, signal, checkLease, onFailure, delaysMs } = download;
  const part = `${base}.part`;
  let farthest = await sizeOf(part);
  let shortBytes: number | undefined;
  for (let fruitless = 0; ; ) {
    let failure: unknown;
    let isComplete = false;
    try {
      await fetchOnce(download, part);
      const inspected = await inspectFile(part);
      await checkLease();
      if (inspected && (!inspected.isCutShort || inspected.bytes === shortBytes))
        return await keep(inspected, part, base);
      shortBytes = inspected?.bytes;
      failure = new RelayError(inspected ? 'interrupted' : 'invalidResponse');
      isComplete = true;
    } catch (error) {
      if (signal.aborted) throw error;
      failure = error;
    }
    const reached = await sizeOf(part);
    fruitless = reached - farthest >= someBytes ? 0 : fruitless + 1;
    farthest = Math.max(farthest, reached);
    const mayGoOn = mayPass(failure) || isMisfit(failure);
    if (!mayGoOn || fruitless > delaysMs.length) throw reasonOf(failure);
    // Start over if the part is of another file, or if everything has arrived and the file is still truncated.
    if (isMisfit(failure) || isComplete) await rm(part, { force: true });
    const delayMs = fruitless === 0 && !isComplete ? 0 : (delaysMs[Math.max(0, fruitless - 1)] ?? 0);
    const askedMs = failure instanceof RelayError ? (failure.details.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(delayMs, Math.min(askedMs, longestWaitMs));
    if (waitMs > 0) onFailure(reasonOf(failure));
    await sleep(waitMs, undefined, { signal });
  }
}

/** The files that were downloaded before, if they are still complete. */
export async function findDownloaded(paths: readonly string[]): Promise<DownloadedFile | undefined> {
  for (const path of paths) {
    const inspected = await inspectFile(path).catch(() => undefined);
    if (inspected && !inspected.isCutShort) return { ...inspected, path };
  }
  return undefined;
}

async function fetchOnce({ client, url, signal, onProgress }: Download, part: string): Promise<void> {
  const there = await sizeOf(part);
  const from = Math.max(0, there - overlapBytes);
  const stream = await openUrl(client, { url, from }, signal);
  const file = await open(part, stream.from > 0 ? 'r+' : 'w', 0o600);
  try {
    let position = stream.from;
    const known = position > 0 ? there : 0;
    for await (const piece of stream.body) {
      signal.throwIfAborted();
      await checkOverlap(file, piece, position, known);
      await writeAt(file, piece, position);
      position += piece.length;
      if (stream.total) onProgress(Math.min(1, position / stream.total));
    }
    if (stream.total !== undefined && position < stream.total) throw new RelayError('interrupted');
    await file.truncate(position);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Opens the URL. Throws an ExpiredUrlError if another URL may help. */
async function openUrl(
  client: Download['client'],
  result: { readonly url: string; readonly from: number },
  signal: AbortSignal,
) {
  try {
    return await client.openTaskResult(result, { signal });
  } catch (error) {
    throw isExpiry(error) ? new ExpiredUrlError(error) : error;
  }
}

/**
 * Some storage services report it as an error, some as a page. A redirect that is not followed won't work later,
 * either.
 */
function isExpiry(error: unknown): error is RelayError {
  if (!(error instanceof RelayError) || isMisfit(error)) return false;
  const { status = 0, limitBytes } = error.details;
  if (status === 200)
    return limitBytes === undefined && error.kind !== 'interrupted' && error.kind !== 'timeout';
  return status >= 400 && !mayPass(error);
}

class OtherFileError extends Error {
  override readonly name = 'OtherFileError';
}

async function checkOverlap(
  file: FileHandle,
  piece: Uint8Array,
  position: number,
  known: number,
): Promise<void> {
  const length = Math.min(piece.length, known - position);
  if (length <= 0) return;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (!buffer.subarray(0, bytesRead).equals(piece.subarray(0, bytesRead))) throw new OtherFileError();
}

function isMisfit(error: unknown): boolean {
  if (error instanceof OtherFileError) return true;
  return error instanceof RelayError && [206, 416].includes(error.details.status ?? 0);
}

function reasonOf(failure: unknown): unknown {
  return failure instanceof OtherFileError ? new RelayError('interrupted') : failure;
}

async function keep(inspected: InspectedFile, part: string, base: string): Promise<DownloadedFile> {
  const [, subtype = ''] = inspected.mediaType.split('/');
  const path = `${base}.${endings[inspected.mediaType] ?? subtype}`;
  const known = inspected.isCutShort ? await inspectFile(path).catch(() => undefined) : undefined;
  if (known && known.bytes > inspected.bytes) {
    await rm(part);
    return { ...known, path };
  }
  await rename(part, path);
  return { ...inspected, path };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
