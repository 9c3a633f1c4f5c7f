import type { ReadableFile } from './mediaTracks.ts';

/** WebM: elements of an ID, a length, and content. After a header, one segment is all of the file. */

const headBytes = 4096;
const idBytes = 4;
const segmentId = 0x18538067;

/** Whether the file ends before its segment does, as far as the segment tells its length. */
export async function isSegmentCutShort(file: ReadableFile): Promise<boolean> {
  const head = await file.read(0, headBytes);
  const header = readLength(head, idBytes);
  const at = header ? header.end + header.length : head.length;
  if (head.length < at + idBytes || head.readUInt32BE(at) !== segmentId) return true;
  const segment = readLength(head, at + idBytes);
  return !segment || (!segment.isOpen && segment.end + segment.length > file.size);
}

/** A length, whose first byte tells how many bytes it has; all ones mean that it is unknown. */
function readLength(bytes: Buffer, offset: number) {
  const first = bytes[offset] ?? 0;
  const count = Math.clz32(first) - 23;
  if (first === 0 || offset + count > bytes.length) return undefined;
  const unknown = 2 ** (8 - count) - 1;
  let length = first & unknown;
  let isOpen = length === unknown;
  for (const byte of bytes.subarray(offset + 1, offset + count)) {
    length = length * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { length, isOpen, end: offset + count };
}
