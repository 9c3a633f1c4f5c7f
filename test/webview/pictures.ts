import { drawHugePng, drawPixels } from '../relay/pictures/drawPng.ts';

/** Images that the host of the chat's test page has, by their names. */
export const pictures: Readonly<Record<string, Buffer>> = {
  'wide.png': drawGradient(1200, 600),
  'tall.png': drawGradient(300, 1500),
  'small.png': drawGradient(40, 30),
  'huge.png': drawHugePng(8_000),
};

/** A PNG of this many pixels: a gradient between two colors, from corner to corner. */
function drawGradient(width: number, height: number): Buffer {
  return drawPixels(width, height, (x, y) => {
    const share = Math.round((255 * (x / width + y / height)) / 2);
    return [60 + share / 2, 90, 220 - share / 2];
  });
}
