import { createHash } from 'node:crypto';
import { isInk, letterSize } from './bitmapFont.ts';
import { decodePng, encodePalettePng, encodePng, type Pixels } from './png.ts';

/** What an image is to show. */
export interface PictureOrder {
  readonly prompt: string;
  /** Which one of several of the same prompt. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly sources?: readonly Buffer[];
  /** As image edits take it: what is transparent in it is painted anew. */
  readonly mask?: Buffer | undefined;
}

/** The four bytes of a pixel as this machine reads them. */
type Colour = number;

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
  /** What a pixel of this colour is: the colour, or its place in the palette. */
  readonly ink: (colour: Colour) => number;
}

/** What is flat has few colours, and is painted several times as fast by their numbers. */
function createPaletteCanvas(width: number, height: number, palette: Colour[]): Canvas {
  const places = new Map<Colour, number>();
  const ink = (colour: Colour) => {
    const place = places.get(colour) ?? palette.push(colour) - 1;
    places.set(colour, place);
    return place;
  };
  return { width, height, pixels: new Uint8Array(width * height), ink };
}

function createCanvas(width: number, height: number): Canvas {
  return { width, height, pixels: new Uint32Array(width * height), ink: (colour) => colour };
}

const white = colourOf(0, 0, 1);

/**
 * Paints a PNG for an order, the same every time: a landscape in the prompt's own colours with the prompt on it. An edit
 * shows its first source, painted anew where the mask is transparent, and the other sources in small.
 */
export function paintPicture(order: PictureOrder): Buffer {
  const { prompt, index, width, height, sources = [], mask } = order;
  const palette: Colour[] = [];
  const canvas =
    sources.length > 0 ? createCanvas(width, height) : createPaletteCanvas(width, height, palette);
  paintLandscape(canvas, createHash('sha256').update(`${index} ${prompt}`).digest());
  const [first, ...others] = sources.map(readSource);
  if (first) paintSource(canvas, first, mask && decodePng(mask));
  const side = Math.round(Math.min(width, height) / 6);
  for (const [place, source] of others.entries()) {
    const x = side / 4 + place * side * 1.25;
    paintFramed(canvas, source, { x: Math.round(x), y: Math.round(side / 4), side });
  }
  paintWords(canvas, prompt);
  const bytes = new Uint8Array(canvas.pixels.buffer);
  return sources.length > 0
    ? encodePng({ width, height, rgba: bytes })
    : encodePalettePng(width, height, bytes, palette);
}

/** What can't be read is shown as a field that says so. */
function readSource(bytes: Buffer): Pixels {
  const read = decodePng(bytes);
  if (read) return read;
  const canvas = createCanvas(256, 256);
  canvas.pixels.fill(colourOf(0, 0, 0.35));
  paintWords(canvas, `${bytes.length} bytes`);
  return { width: 256, height: 256, rgba: new Uint8Array(canvas.pixels.buffer) };
}

/** A colour by hue (in turns), saturation and lightness. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const [red = 0, green = 0, blue = 0] = [0, 8, 4].map((start) => {
    const sector = (start + hue * 12) % 12;
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))));
  });
  const [colour = 0] = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer);
  return colour;
}

/** A sky of several shades, a sun in it, and three chains of hills. */
function paintLandscape({ width, height, pixels, ink }: Canvas, seed: Buffer): void {
  const share = (place: number) => (seed[place] ?? 0) / 255;
  const hue = share(0);
  const shades = 24;
  for (let y = 0; y < height; y++) {
    const shade = Math.floor((y / height) * shades) / shades;
    pixels.fill(
      ink(colourOf((hue + 0.14 * shade) % 1, 0.45 + 0.2 * shade, 0.3 + 0.42 * shade)),
      y * width,
      (y + 1) * width,
    );
  }
  const radius = Math.min(width, height) * (0.07 + 0.06 * share(1));
  const [sunX, sunY] = [width * (0.2 + 0.6 * share(2)), height * (0.3 + 0.2 * share(3))];
  const sun = ink(colourOf((hue + 0.16) % 1, 0.9, 0.88));
  for (let y = Math.ceil(sunY - radius); y < sunY + radius; y++) {
    const half = Math.sqrt(radius ** 2 - (y - sunY) ** 2);
    pixels.fill(sun, y * width + Math.round(sunX - half), y * width + Math.round(sunX + half));
  }
  const chains = [0.42, 0.3, 0.18].map((lightness, chain) => {
    const colour = ink(colourOf((hue + 0.55 + 0.04 * chain) % 1, 0.32, lightness));
    const [phase, waves] = [6 * share(4 + chain), 2 + 3 * share(8 + chain)];
    const tops = Int32Array.from({ length: width }, (_, x) => {
      const turn = (waves * x) / width;
      const rise = Math.sin(phase + 2 * turn) + 0.4 * Math.sin(2 * phase + 5 * turn);
      return Math.round(height * (0.58 + 0.13 * chain - 0.06 * rise));
    });
    return { colour, tops };
  });
  for (const { colour, tops } of chains)
    for (let x = 0; x < width; x++)
      for (let at = (tops[x] ?? 0) * width + x; at < pixels.length; at += width) pixels[at] = colour;
}

/** Over the whole canvas, but for what the mask leaves open. */
function paintSource({ width, height, pixels }: Canvas, source: Pixels, mask: Pixels | undefined): void {
  const from = new Uint32Array(source.rgba.slice().buffer);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * source.height) / height) * source.width;
    const maskRow = mask ? Math.floor((y * mask.height) / height) * mask.width : 0;
    for (let x = 0; x < width; x++) {
      const alpha = mask?.rgba[4 * (maskRow + Math.floor((x * mask.width) / width)) + 3] ?? 255;
      if (alpha >= 128) pixels[y * width + x] = from[row + Math.floor((x * source.width) / width)] ?? 0;
    }
  }
}

/** As large as the square at most, in its own proportions. */
function paintFramed(
  { width, height, pixels }: Canvas,
  source: Pixels,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void {
  const scale = side / Math.max(source.width, source.height);
  const [wide, high] = [Math.round(source.width * scale), Math.round(source.height * scale)];
  const from = new Uint32Array(source.rgba.slice().buffer);
  const border = Math.ceil(side / 40);
  for (let down = -border; down < high + border; down++)
    for (let across = -border; across < wide + border; across++) {
      const [toX, toY] = [x + across, y + down];
      if (toX < 0 || toX >= width || toY < 0 || toY >= height) continue;
      const isInside = down >= 0 && down < high && across >= 0 && across < wide;
      const at = Math.floor(down / scale) * source.width + Math.floor(across / scale);
      pixels[toY * width + toX] = isInside ? (from[at] ?? 0) : white;
    }
}

const mostLines = 3;

/** In white on a dark band along the lower edge, in letters as large as fit in a few lines. */
function paintWords(canvas: Canvas, words: string): void {
  const { width, height, pixels, ink } = canvas;
  const advance = letterSize.width + 1;
  const largest = Math.max(1, Math.floor(Math.min(width, height) / 130));
  const margin = 3 * largest;
  const wrapAt = (scale: number) => wrap(words, Math.floor((width - 2 * margin) / (advance * scale)));
  let scale = largest;
  while (scale > 1 && wrapAt(scale).length > mostLines) scale--;
  const lines = wrapAt(scale).slice(0, mostLines);
  const lineHeight = (letterSize.height + 3) * scale;
  const top = Math.max(0, height - 2 * margin - lineHeight * lines.length + 3 * scale);
  pixels.fill(ink(colourOf(0, 0, 0.1)), top * width);
  for (const [row, line] of lines.entries())
    paintLine(canvas, line, { x: margin, y: top + margin + row * lineHeight, scale, colour: ink(white) });
}

function wrap(words: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of words.slice(0, 400).split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function paintLine(
  { width, height, pixels }: Canvas,
  line: string,
  { x, y, scale, colour }: { x: number; y: number; scale: number; colour: number },
): void {
  for (const [place, letter] of [...line].entries())
    for (let row = 0; row < letterSize.height; row++)
      for (let column = 0; column < letterSize.width; column++) {
        if (!isInk(letter, column, row)) continue;
        const left = Math.min(width, x + (place * (letterSize.width + 1) + column) * scale);
        for (let down = y + row * scale; down < y + (row + 1) * scale; down++)
          if (down >= 0 && down < height)
            pixels.fill(colour, down * width + left, down * width + Math.min(width, left + scale));
      }
}
