function writeBox(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 8);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), content]);
}

/** An mp4 in which nothing is to be seen: a movie without tracks, and the seed as its only content. */
export function drawFilm(seed: string): Buffer {
  const header = Buffer.alloc(100);
  // A thousand units a second, none of them long; played at its own speed and as loud as it is.
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(0x0001_0000, 20);
  header.writeUInt16BE(0x0100, 24);
  // The matrix that leaves everything where it is, then the number of the next track.
  header.writeUInt32BE(0x0001_0000, 36);
  header.writeUInt32BE(0x0001_0000, 52);
  header.writeUInt32BE(0x4000_0000, 68);
  header.writeUInt32BE(1, 96);
  return Buffer.concat([
    writeBox('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2mp41', 'latin1')),
    writeBox('moov', writeBox('mvhd', header)),
    writeBox('free', Buffer.from(seed)),
  ]);
}
