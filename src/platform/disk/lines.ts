import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const lineBreak = 10;
const chunkBytes = 1 << 20;
/** Number of bytes before a position that tell whether the file is still the one that was read. */
const witnessBytes = 64;

/** The position where reading stopped: after a whole line, with the bytes before it as witness. */
export interface Place {
  readonly offset: number;
  readonly before: Buffer;
}

export const fileStart: Place = { offset: 0, before: Buffer.alloc(0) };

/** `replaced`: the file is shorter than it was, or a different one; nothing was read. */
interface Reading {
  readonly outcome: 'read' | 'absent' | 'replaced';
  /** The text after the last line break: '' or a line that is incomplete. */
  readonly rest: Buffer;
}

/**
 * Reads from a place to the end of the file, and calls `onLines` with the whole lines of each chunk and the place after
 * them. Never holds more than a chunk, or one longer line, in memory.
 */
export async function readLines(
  path: string,
  from: Place,
  onLines: (lines: string[], place: Place) => void,
): Promise<Reading> {
  const file = await openIfThere(path);
  if (!file) return { outcome: 'absent', rest: Buffer.alloc(0) };
  try {
    const { size } = await file.stat();
    const witness = Buffer.alloc(from.before.length);
    if (size >= from.offset) await file.read(witness, 0, witness.length, from.offset - witness.length);
    if (size < from.offset || !witness.equals(from.before))
      return { outcome: 'replaced', rest: Buffer.alloc(0) };
    let { offset, before } = from;
    let pieces: Buffer[] = [];
    for (let position = offset; ; ) {
      // Read past the known size, too: the file may have grown in the meantime.
      const length = size > position ? Math.min(chunkBytes, size - position) : 4096;
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
      if (bytesRead === 0) return { outcome: 'read', rest: Buffer.concat(pieces) };
      position += bytesRead;
      const piece = buffer.subarray(0, bytesRead);
      const end = piece.lastIndexOf(lineBreak);
      if (end < 0) {
        pieces.push(piece);
        continue;
      }
      const bytes = Buffer.concat([...pieces, piece.subarray(0, end)]);
      pieces = [piece.subarray(end + 1)];
      ({ offset, before } = placeBehind({ offset, before }, bytes, '\n'));
      onLines(bytes.toString().split('\n'), { offset, before });
    }
  } finally {
    await file.close();
  }
}

/** The position after these bytes. */
export function placeBehind({ offset, before }: Place, bytes: Buffer, ending: '' | '\n' = ''): Place {
  const witness = Buffer.concat([before, bytes.subarray(-witnessBytes), Buffer.from(ending)]);
  return { offset: offset + bytes.length + ending.length, before: witness.subarray(-witnessBytes) };
}

/**
 * Appends whole lines and resolves to those that did not get onto the disk, or rejects if none did. Other processes
 * append to the same file: everything goes in one write, which no other write can split, and nothing is ever truncated
 * again, since another process's lines may follow. With `isFlushed`, what was written is on the disk.
 */
export async function appendLines(path: string, lines: string, isFlushed = false): Promise<string> {
  const file = await openToAppend(path);
  try {
    const { size } = await file.stat();
    // A crash of any process, or a full disk, may have torn the previous line.
    const isWhole = size === 0 || (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] === lineBreak;
    const bytes = Buffer.from(isWhole ? lines : `\n${lines}`);
    const { bytesWritten } = await file.write(bytes);
    if (isFlushed) await file.datasync();
    if (bytesWritten === bytes.length) return '';
    return bytes.subarray(bytes.subarray(0, bytesWritten).lastIndexOf(lineBreak) + 1).toString();
  } finally {
    await file.close();
  }
}

async function openToAppend(path: string) {
  const file = await openIfThere(path, 'a+');
  if (file) return file;
  await mkdir(dirname(path), { recursive: true });
  return open(path, 'a+', 0o600);
}

async function openIfThere(path: string, flags: 'r' | 'a+' = 'r') {
  try {
    return await open(path, flags, 0o600);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

export function isAbsence(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
