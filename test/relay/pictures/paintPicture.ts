import { createHash } from 'node:crypto';
import { writeChunk, writePng } from './drawPng.ts';

/** What an image is to show. */
export interface PictureOrder {
  readonly prompt: string;
  /** Which one of several of the same prompt. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  /** An edit looks different with each of its sources. */
  readonly sources?: readonly Buffer[];
}

/** Red, green and blue of a colour by hue (in turns), saturation and lightness. */
function colourOf(hue: number, saturation: number, lightness: number): number[] {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((start) => {
    const sector = (start + hue * 12) % 12;
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))));
  });
}

const shades = 24;
const chains = [0, 1, 2];

/**
 * Paints a PNG for an order, the same every time: a landscape in the order's own colours, with a sky of several shades, a
 * sun in it, and three chains of hills. What is flat has few colours, so its pixels are places in a palette.
 */
export function paintPicture({ prompt, index, width, height, sources = [] }: PictureOrder): Buffer {
  const hash = createHash('sha256').update(`${index} ${prompt}`);
  for (const source of sources) hash.update(source);
  const seed = hash.digest();
  const share = (place: number) => (seed[place] ?? 0) / 255;
  const hue = share(0);
  const palette = [
    ...Array.from({ length: shades }, (_, place) => place / shades).map((shade) =>
      colourOf((hue + 0.14 * shade) % 1, 0.45 + 0.2 * shade, 0.3 + 0.42 * shade),
    ),
    colourOf((hue + 0.16) % 1, 0.9, 0.88),
    ...chains.map((chain) => colourOf((hue + 0.55 + 0.04 * chain) % 1, 0.32, 0.42 - 0.12 * chain)),
  ];
  const rows = Buffer.alloc((1 + width) * height);
  const placeOf = (x: number, y: number) => y * (1 + width) + 1 + x;
  for (let y = 0; y < height; y++)
    rows.fill(Math.floor((y / height) * shades), placeOf(0, y), placeOf(width, y));
  const radius = Math.min(width, height) * (0.07 + 0.06 * share(1));
  const [sunX, sunY] = [width * (0.2 + 0.6 * share(2)), height * (0.3 + 0.2 * share(3))];
  for (let y = Math.ceil(sunY - radius); y < sunY + radius; y++) {
    const half = Math.sqrt(radius ** 2 - (y - sunY) ** 2);
    rows.fill(shades, placeOf(Math.round(sunX - half), y), placeOf(Math.round(sunX + half), y));
  }
  for (const chain of chains) {
    const [phase, waves] = [6 * share(4 + chain), 2 + 3 * share(8 + chain)];
    for (let x = 0; x < width; x++) {
      const turn = (waves * x) / width;
      const rise = Math.sin(phase + 2 * turn) + 0.4 * Math.sin(2 * phase + 5 * turn);
      const top = Math.round(height * (0.58 + 0.13 * chain - 0.06 * rise));
      for (let y = top; y < height; y++) rows[placeOf(x, y)] = shades + 1 + chain;
    }
  }
  const colours = writeChunk('PLTE', Buffer.from(palette.flat()));
  return writePng({ width, height, bits: 8, kind: 3 }, rows, [colours]);
}
