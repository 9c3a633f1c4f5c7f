import { readPictureSize } from './pictureSize.ts';

/**
 * About how many tokens a text is. Tokenizers differ by a tenth and more among themselves; this stays near the middle of
 * those in use. Linear: every character is looked at once.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run: Kind = 'space';
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const kind = kindOf(text.charCodeAt(index));
    if (kind === run) length++;
    else {
      // A single space belongs to the word behind it.
      tokens += costOfRun(run, length);
      // Digits take no space along.
      if (run === 'space' && kind === 'digit') tokens += 0.9;
      run = kind;
      length = 1;
    }
  }
  return Math.ceil(tokens + costOfRun(run, length));
}

type Kind =
  | 'space'
  | 'line'
  | 'lower'
  | 'upper'
  | 'digit'
  | 'sign'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'surrogate'
  | 'other';

function costOfRun(kind: Kind, length: number): number {
  switch (kind) {
    case 'space':
      return length > 1 ? 0.55 : 0;
    case 'line':
      return length > 0 ? 0.6 : 0;
    case 'lower':
      return length <= 6 ? 0.95 : 0.95 + (length - 6) * 0.13;
    case 'upper':
      // One capital begins a word, which counts as a whole.
      return length === 1 ? 0.25 : length * 0.4;
    case 'digit':
      return Math.ceil(length / 3);
    case 'sign':
      return 0.25 + length * 0.5;
    case 'han':
      return length * 0.85;
    case 'kana':
      return length * 0.85;
    case 'hangul':
      return length * 0.85;
    case 'surrogate':
      return length * 0.9;
    case 'other':
      return length * 0.36;
  }
}

function kindOf(code: number): Kind {
  if (code < 0x80) return kindOfAscii(code);
  if (code < 0x2000) return code >= 0x1100 && code < 0x1200 ? 'hangul' : 'other';
  if (code < 0x2e80) return 'sign';
  if (code >= 0x3040 && code < 0x3100) return 'kana';
  if (code >= 0xac00 && code < 0xd7b0) return 'hangul';
  if (code >= 0xd800 && code < 0xe000) return 'surrogate';
  if (code >= 0x3000 && code < 0x3040) return 'sign';
  if (code >= 0xff00) return 'sign';
  return 'han';
}

function kindOfAscii(code: number): Kind {
  if (code >= 0x61 && code <= 0x7a) return 'lower';
  if (code === 0x20 || code === 0x09) return 'space';
  if (code === 0x0a || code === 0x0d) return 'line';
  if (code >= 0x41 && code <= 0x5a) return 'upper';
  if (code >= 0x30 && code <= 0x39) return 'digit';
  return 'sign';
}

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
