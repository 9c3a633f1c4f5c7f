/** A JPEG of 8 × 6 pixels, as Chromium writes it, without EXIF. */
export const plainJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAWEAEBAQAAAAAAAAAAAAAAAAAABEL/xAAVAQEBAAAAAAAAAAAAAAAAAAADBf/EABoRAAEFAQAAAAAAAAAAAAAAAAABBDNB8AL/2gAMAwEAAhEDEQA/AI1GQFNnDzrEdSrqP//Z',
  'base64',
);

/** A lossless WebP of 8 × 6 pixels, half of them transparent, in the format without an extended header. */
export const losslessWebp = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvB0ABEA8Q8x8DGIw+RPQ/AAA=', 'base64');

/** EXIF as a phone writes it: the orientation, and a GPS directory. */
export function createExif({ orientation = 6, hasGps = true } = {}): Buffer {
  const entries = [[0x0112, 3, 1, orientation << 16], ...(hasGps ? [[0x8825, 4, 1, 64]] : [])];
  const tiff = Buffer.alloc(64);
  tiff.write('MM\0*\0\0\0\x08', 'latin1');
  tiff.writeUInt16BE(entries.length, 8);
  for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
    const place = 10 + index * 12;
    tiff.writeUInt16BE(tag, place);
    tiff.writeUInt16BE(type, place + 2);
    tiff.writeUInt32BE(count, place + 4);
    tiff.writeUInt32BE(value, place + 8);
  }
  return Buffer.concat([tiff, Buffer.from('Paris 48.8584')]);
}

/** A JPEG with another segment before its first one. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

export function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  return withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]));
}
