const marker = 0xff;
const startOfScan = 0xda;
const endOfImage = 0xd9;

interface JpegSegment {
  /** The second byte of its marker: 0xe1 for APP1. */
  readonly marker: number;
  readonly content: Buffer;
}

export interface Jpeg {
  /** The segments before the first scan. */
  readonly segments: readonly JpegSegment[];
  /**
   * From the first scan to the end of the image, or of the bytes. Data after the image, as in a motion photo, is not
   * included.
   */
  readonly scans: Buffer;
}

/** Undefined if the header is broken or missing. */
export function readJpeg(bytes: Buffer): Jpeg | undefined {
  const segments: JpegSegment[] = [];
  let offset = 2;
  while (offset + 4 <= bytes.length) {
    if (bytes[offset] !== marker) return undefined;
    const kind = bytes[offset + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (kind === marker) {
      offset += 1;
      continue;
    }
    if (kind === startOfScan) return { segments, scans: bytes.subarray(offset, endOfScans(bytes, offset)) };
    const end = offset + 2 + bytes.readUInt16BE(offset + 2);
    if (end < offset + 4 || end > bytes.length || kind === endOfImage) return undefined;
    segments.push({ marker: kind, content: bytes.subarray(offset + 4, end) });
    offset = end;
  }
  return undefined;
}

function endOfScans(bytes: Buffer, start: number): number {
  let offset = start;
  while (offset + 1 < bytes.length) {
    const kind = bytes[offset + 1] ?? 0;
    if (bytes[offset] === marker && kind === endOfImage) return offset + 2;
    const isInScan =
      bytes[offset] !== marker || kind === 0 || kind === marker || (kind >= 0xd0 && kind <= 0xd7);
    if (!isInScan && offset + 4 <= bytes.length) offset += 2 + bytes.readUInt16BE(offset + 2);
    else {
      const next = bytes.indexOf(marker, offset + 1);
      if (next < 0) return bytes.length;
      offset = next;
    }
  }
  return bytes.length;
}

/** Whether a segment or chunk begins like this. */
export function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

/** The longest content of a segment, whose length counts itself. */
export const longestSegment = 0xffff - 2;

export function writeJpeg({ segments, scans }: Jpeg): Buffer {
  return Buffer.concat([Buffer.from([marker, 0xd8]), ...segments.flatMap(writeSegment), scans]);
}

function writeSegment({ marker: kind, content }: JpegSegment): Buffer[] {
  const head = Buffer.from([marker, kind, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return [head, content];
}
