import { readImage } from '../chat/receivedImage.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** At 1K, as such models draw. */
const sizesByRatio: ReadonlyMap<unknown, Size> = new Map([
  ['1:1', { width: 1024, height: 1024 }],
  ['3:4', { width: 896, height: 1280 }],
  ['4:3', { width: 1280, height: 896 }],
  ['9:16', { width: 768, height: 1408 }],
  ['16:9', { width: 1408, height: 768 }],
]);

/** How large predict draws. */
export function sizeOfPrediction(aspectRatio: unknown = '1:1', imageSize: unknown = '1K'): Size {
  const { width, height } = sizesByRatio.get(aspectRatio) ?? { width: 1024, height: 1024 };
  const scale = imageSize === '2K' ? 2 : 1;
  return { width: scale * width, height: scale * height };
}

/** How large the other endpoints draw: as they are told, or like their first source, whose proportions a name such as 2K keeps. */
export function sizeOfImage(asked: unknown, source: Buffer | undefined): Size {
  const [, wide, high] = /^(\d+)x(\d+)$/.exec(String(asked)) ?? [];
  if (wide !== undefined) return { width: Number(wide), height: Number(high) };
  const like = (source && readImage(source.toString('base64'))) ?? { width: 1024, height: 1024 };
  const side = Number(/^(\d)K$/.exec(String(asked))?.[1] ?? 0) * 1024;
  const scale = side > 0 ? side / Math.max(like.width, like.height) : 1;
  return { width: Math.round(like.width * scale), height: Math.round(like.height * scale) };
}
