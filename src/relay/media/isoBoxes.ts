/** The boxes that mp4, QuickTime and avif files are made of: a length, a name of four letters, then content. */

const shortestBox = 8;

/** The brands in the first box of such a file, the major one first; none where the bytes are no such file. */
export function readBrands(file: Buffer): readonly string[] {
  if (file.length < 16 || file.toString('latin1', 4, 8) !== 'ftyp') return [];
  const brands = file.toString('latin1', 8, Math.min(file.readUInt32BE(0), file.length, 256));
  // The four bytes behind the major brand are its version.
  return (brands.match(/.{4}/gs) ?? []).filter((_, index) => index !== 1);
}

/** Whether the last box should go on behind the end of the bytes. */
export function areBoxesCutShort(file: Buffer): boolean {
  let offset = 0;
  while (offset + shortestBox <= file.length) {
    const length = boxLength(file, offset);
    // A box without a length of its own goes on to the end, wherever that is.
    if (length === 'untilEnd') return false;
    if (length < shortestBox) return true;
    offset += length;
  }
  return offset !== file.length;
}

function boxLength(file: Buffer, offset: number): number | 'untilEnd' {
  const length = file.readUInt32BE(offset);
  if (length === 0) return 'untilEnd';
  if (length > 1) return length;
  return offset + 16 <= file.length ? Number(file.readBigUInt64BE(offset + 8)) : Number.POSITIVE_INFINITY;
}
