import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Pixels in rows, each the four bytes of red, green, blue and how opaque it is. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export function writeChunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** Joins chunks to a file; those of `extra` stand before the pixels. */
export function writePng(header: Uint8Array, rows: Uint8Array, extra: readonly Buffer[] = []): Buffer {
  return Buffer.concat([
    signature,
    writeChunk('IHDR', header),
    ...extra,
    // What is flat gets small enough at once, and the images of tests are drawn by the hundred.
    writeChunk('IDAT', deflateSync(rows, { level: 1 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The header of an image whose samples have so many bits, and the kind of its pixels by PNG's number. */
export function createHeader(width: number, height: number, bits: number, kind: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, kind], 8);
  return header;
}

export function encodePng({ width, height, rgba }: Pixels): Buffer {
  return writePng(createHeader(width, height, 8, 6), toRows(rgba, 4 * width));
}

/** Pixels that are places in a palette, whose colours are the bytes of a pixel as this machine reads them. */
export function encodePalettePng(
  width: number,
  height: number,
  places: Uint8Array,
  palette: readonly number[],
): Buffer {
  const rgba = new Uint8Array(Uint32Array.from(palette).buffer);
  const rgb = rgba.filter((_, at) => at % 4 < 3);
  return writePng(createHeader(width, height, 8, 3), toRows(places, width), [writeChunk('PLTE', rgb)]);
}

/** Puts the number of no filter before each row. */
function toRows(bytes: Uint8Array, rowLength: number): Buffer {
  const rows = Buffer.alloc(bytes.length + bytes.length / rowLength);
  for (let from = 0, to = 1; from < bytes.length; from += rowLength, to += rowLength + 1)
    rows.set(bytes.subarray(from, from + rowLength), to);
  return rows;
}

const samplesByKind: ReadonlyMap<number | undefined, number> = new Map([
  [2, 3],
  [3, 1],
  [6, 4],
]);

/** Reads what canvases and this relay write: eight bits, in colour, not interlaced. Undefined for all else. */
export function decodePng(bytes: Buffer): Pixels | undefined {
  if (!bytes.subarray(0, 8).equals(signature) || bytes.length < 33) return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [bits, kind, , , interlaced] = bytes.subarray(24, 29);
  const samples = samplesByKind.get(kind);
  if (bits !== 8 || samples === undefined || interlaced !== 0 || width * height > 64_000_000)
    return undefined;
  try {
    const rows = inflateSync(Buffer.concat(findChunks(bytes, 'IDAT')));
    const plain = undoFilters(rows, samples * width, height, samples);
    const [palette = Buffer.alloc(0)] = findChunks(bytes, 'PLTE');
    return { width, height, rgba: toRgba(plain, samples, palette) };
  } catch {
    return undefined;
  }
}

function findChunks(bytes: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === wanted)
      found.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}

/** Each row says in its first byte what its samples are the difference to. */
function undoFilters(rows: Buffer, rowLength: number, height: number, samples: number): Uint8Array {
  const plain = new Uint8Array(rowLength * height);
  for (let y = 0; y < height; y++) {
    const from = y * (rowLength + 1);
    const filter = rows.readUInt8(from);
    if (filter === 0) {
      plain.set(rows.subarray(from + 1, from + 1 + rowLength), y * rowLength);
      continue;
    }
    for (let x = 0; x < rowLength; x++) {
      const to = y * rowLength + x;
      const left = x >= samples ? (plain[to - samples] ?? 0) : 0;
      const up = y > 0 ? (plain[to - rowLength] ?? 0) : 0;
      const corner = x >= samples && y > 0 ? (plain[to - rowLength - samples] ?? 0) : 0;
      plain[to] = (rows[from + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return plain;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Samples are red, green and blue, these with how opaque they are, or places in a palette. */
function toRgba(plain: Uint8Array, samples: number, palette: Uint8Array): Uint8Array {
  if (samples === 4) return plain;
  const rgba = new Uint8Array((plain.length / samples) * 4).fill(255);
  for (let at = 0, to = 0; to < rgba.length; at += samples, to += 4) {
    const [from, start] = samples === 1 ? [palette, 3 * (plain[at] ?? 0)] : [plain, at];
    rgba[to] = from[start] ?? 0;
    rgba[to + 1] = from[start + 1] ?? 0;
    rgba[to + 2] = from[start + 2] ?? 0;
  }
  return rgba;
}
