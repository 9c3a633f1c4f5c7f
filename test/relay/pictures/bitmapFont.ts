/** Width and height of a letter, without the gap beside it. */
export const letterSize = { width: 5, height: 7 } as const;

/** Seven rows of five pixels, each a digit to the base of 32 whose highest bit is on the left. */
const letters: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hha4444',
  Z: 'v1248gv',
  '0': 'ehjlphe',
  '1': '4c4444e',
  '2': 'eh1248v',
  '3': 'v2421he',
  '4': '26aiv22',
  '5': 'vgu11he',
  '6': '68guhhe',
  '7': 'v124888',
  '8': 'ehhehhe',
  '9': 'ehhf12c',
  ' ': '0000000',
  '.': '00000cc',
  ',': '0000c48',
  '!': '4444404',
  '?': 'eh12404',
  ':': '0cc0cc0',
  '-': '000v000',
  "'": '4400000',
  '"': 'aa00000',
  '(': '2488842',
  ')': '8422248',
  '/': '01248g0',
  '+': '044v440',
  '&': 'cik8lid',
  '%': 'op248j3',
  '×': '0ha4ah0',
};

/** A frame, for letters that the font lacks. */
const unknownLetter = 'vhhhhhv';

/** Whether the pixel of a letter is set. */
export function isInk(letter: string, x: number, y: number): boolean {
  const row = (letters[letter.toUpperCase()] ?? unknownLetter)[y] ?? '0';
  return ((Number.parseInt(row, 32) >> (letterSize.width - 1 - x)) & 1) === 1;
}
