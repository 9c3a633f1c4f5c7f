import { type Chapter, cleanTitle } from './chapters.ts';

/** Stands for "found by its time": chapters may also be found by their bytes. */
const noOffset = 0xffff_ffff;
const topLevelAndOrdered = 3;

const headerBytes = 10;

/**
 * An ID3v2.3 tag with the title, and the chapters with their table of contents. Its length depends on the titles
 * alone, so that it can be written again in its place once the times are known; where there are fewer by then, the
 * rest of `leastBytes` is padding.
 */
export function writeId3(title: string, chapters: readonly Chapter[], leastBytes = 0): Uint8Array {
  const ids = chapters.map((_, index) => writeName(`chapter${index + 1}`));
  const contents =
    chapters.length === 0
      ? []
      : [
          writeFrame(
            'CTOC',
            Buffer.concat([
              writeName('contents'),
              Buffer.from([topLevelAndOrdered, chapters.length]),
              ...ids,
              writeText('TIT2', title),
            ]),
          ),
        ];
  const frames = Buffer.concat([
    writeText('TIT2', title),
    ...contents,
    ...chapters.map((chapter, index) => writeChapter(ids[index] ?? Buffer.alloc(0), chapter)),
  ]);
  const padding = Buffer.alloc(Math.max(0, leastBytes - headerBytes - frames.length));
  const size = frames.length + padding.length;
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  // Seven bits a byte, so that no length looks like the start of a sound.
  for (const place of [0, 1, 2, 3]) header[6 + place] = (size >> (21 - 7 * place)) & 0x7f;
  return new Uint8Array(Buffer.concat([header, frames, padding]));
}

function writeChapter(id: Buffer, { title, startSeconds, endSeconds }: Chapter): Buffer {
  const times = Buffer.alloc(16);
  times.writeUInt32BE(Math.round(startSeconds * 1000), 0);
  times.writeUInt32BE(Math.round(endSeconds * 1000), 4);
  times.writeUInt32BE(noOffset, 8);
  times.writeUInt32BE(noOffset, 12);
  return writeFrame('CHAP', Buffer.concat([id, times, writeText('TIT2', title)]));
}

/** In UTF-16, the only encoding of this version that has every character. */
function writeText(frame: string, text: string): Buffer {
  return writeFrame(
    frame,
    Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(cleanTitle(text), 'utf16le')]),
  );
}

function writeName(name: string): Buffer {
  return Buffer.from(`${name}\0`, 'latin1');
}

function writeFrame(id: string, content: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write(id, 'latin1');
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}
