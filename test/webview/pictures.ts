import { drawHugePng } from '../relay/pictures/drawPng.ts';
import { encodePng } from '../relay/pictures/png.ts';

/** Images that the host of the chat's test page has, by their names. */
export const pictures: Readonly<Record<string, Buffer>> = {
  'wide.png': drawGradient(1200, 600),
  'tall.png': drawGradient(300, 1500),
  'small.png': drawGradient(40, 30),
  'huge.png': drawHugePng(8_000),
};

/** A PNG of this many pixels: a gradient between two colors, from corner to corner. */
function drawGradient(width: number, height: number): Buffer {
  const rgba = new Uint8Array(4 * width * height);
  for (let at = 0; at < width * height; at += 1) {
    const share = Math.round((255 * ((at % width) / width + Math.floor(at / width) / height)) / 2);
    rgba.set([60 + share / 2, 90, 220 - share / 2, 255], 4 * at);
  }
  return encodePng({ width, height, rgba });
}
