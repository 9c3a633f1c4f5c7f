import { deflateSync } from 'node:zlib';

function createChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  // The checksum is left out: nobody here decodes the image.
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
}

/** A PNG of one pixel; a different shade makes a different image. */
export function createPng(shade = 0): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    createChunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    createChunk('IDAT', deflateSync(Buffer.from([0, shade]))),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG's markers: a header with a complete thumbnail in it, then the scan. */
export function createJpeg(): Buffer {
  return Buffer.from('ffd8ffe1000effd8ffda00020102ffd90000ffda0008010100003f00a5a5ff00a5ffd9', 'hex');
}

export function createGif(): Buffer {
  return Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
}

export function createWebp(): Buffer {
  return Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
}

export function createBitmap(): Buffer {
  const bitmap = Buffer.alloc(58, 0xff);
  bitmap.write('BM');
  bitmap.writeUInt32LE(58, 2);
  bitmap.writeUInt32LE(40, 14);
  return bitmap;
}

function createBox(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 8);
  return Buffer.concat([length, Buffer.from(name), content]);
}

/** The boxes of an mp4, QuickTime or avif file, by the brand of the first. */
export function createBoxes(brand: string, ...otherBrands: readonly string[]): Buffer {
  const large = Buffer.alloc(16 + 40);
  large.writeUInt32BE(1);
  large.write('mdat', 4);
  large.writeBigUInt64BE(56n, 8);
  return Buffer.concat([
    createBox('ftyp', Buffer.from(`${brand}\0\0\0\0${otherBrands.join('')}`)),
    createBox('moov', Buffer.alloc(20)),
    large,
  ]);
}
