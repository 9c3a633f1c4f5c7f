import { createHash } from 'node:crypto';
import { createHeader, writeChunk, writePng } from './png.ts';

const side = 32;

/** A PNG of so many black pixels on each side, and few bytes: decoded, it takes a page’s memory. */
export function drawHugePng(pixels: number): Buffer {
  return writePng(createHeader(pixels, pixels, 1, 0), Buffer.alloc((1 + Math.ceil(pixels / 8)) * pixels));
}

/** A PNG of 32 × 32 pixels: a square on a ground, both in colours that the seed decides; `padding` makes it larger. */
export function drawPng(seed: string, padding = 0): Buffer {
  const colours = createHash('sha256').update(seed).digest();
  const isInside = (place: number) => place >= side / 4 && place < (3 * side) / 4;
  const rows = Array.from({ length: side }, (_, y) => [
    // No filter.
    0,
    ...Array.from({ length: side }, (_, x) => [
      ...colours.subarray(isInside(x) && isInside(y) ? 3 : 0).subarray(0, 3),
    ]),
  ]);
  const extra = padding > 0 ? [writeChunk('prVt', Buffer.alloc(padding))] : [];
  return writePng(createHeader(side, side, 8, 2), Buffer.from(rows.flat(2)), extra);
}
