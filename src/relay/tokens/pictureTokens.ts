import { readPictureSize } from './pictureSize.ts';

/** For a picture of which nothing more is known. */
export const usualPictureTokens = 1_500;

/** Services scale a picture down to this before a model sees it. */
const longestSide = 1_568;
const pixelsPerToken = 750;
const fewestPictureTokens = 85;
const mostPictureTokens = 1_600;

/** About how many tokens a picture is, by its size in pixels. */
export function estimatePictureTokens(bytes: Uint8Array): number {
  const size = readPictureSize(bytes);
  if (!size) return usualPictureTokens;
  const scale = Math.min(1, longestSide / Math.max(size.width, size.height, 1));
  const tokens = Math.ceil((size.width * scale * size.height * scale) / pixelsPerToken);
  return Math.min(Math.max(tokens, fewestPictureTokens), mostPictureTokens);
}
