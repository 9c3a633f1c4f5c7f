function number(value: number, bytes: 1 | 2 | 4 = 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const inner = Buffer.concat(content);
  return Buffer.concat([number(inner.length + 8), Buffer.from(name, 'latin1'), inner]);
}

function track(handler: string, sample: Buffer, width = 0, height = 0): Buffer {
  const header = Buffer.alloc(84);
  header.writeUInt16BE(width, 76);
  header.writeUInt16BE(height, 80);
  const descriptions = box('stsd', number(0), number(1), sample);
  const handlerBox = box('hdlr', Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13));
  return box('trak', box('tkhd', header), box('mdia', handlerBox, box('minf', box('stbl', descriptions))));
}

interface FilmParts {
  readonly brand?: string;
  readonly video?: string;
  readonly audio?: string;
  /** The size of the media data. */
  readonly bytes?: number;
  /** Whether the movie box is at the start, as in files made for the web, and not at the end. */
  readonly isMovieFirst?: boolean;
}

/** A film of 8 seconds with realistic headers, but without real video data. */
export function createFilm(parts: FilmParts = {}): Buffer {
  const { brand = 'isom', video = 'avc1', audio, bytes = 1000, isMovieFirst = false } = parts;
  const header = box('mvhd', Buffer.alloc(12), number(1000), number(8000), Buffer.alloc(80));
  const tracks = [track('vide', box(video, Buffer.alloc(78)), 1280, 720)];
  if (audio !== undefined) tracks.push(track('soun', box(audio, Buffer.alloc(28))));
  const movie = box('moov', header, ...tracks);
  // No two parts of the content are equal.
  const content = Buffer.from(Uint32Array.from({ length: Math.ceil(bytes / 4) }, (_, index) => index).buffer);
  const data = box('mdat', content.subarray(0, bytes));
  const start = box('ftyp', Buffer.from(`${brand}\0\0\0\0isomavc1`, 'latin1'));
  return Buffer.concat([start, ...(isMovieFirst ? [movie, data] : [data, movie])]);
}

/** Some frames of 64 × 48 pixels in H.264, without sound, as Chromium's MediaRecorder wrote them: a fragmented MP4. */
export const recordedFilm = Buffer.from(
  'AAAAJGZ0eXBpc29tAAACAGlzb21pc282aXNvMmF2YzFtcDQxAAACym1vb3YAAAB4bXZoZAEAAAAAAAAA5zDWDQAAAADnMNYNAAAD6AAAAAAAAAFNAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAIidHJhawAAAGh0a2hkAQAAAwAAAADnMNYNAAAAAOcw1g0AAAABAAAAAAAAAAAAAAFNAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAABAAAAAMAAAAAABsm1kaWEAAAAsbWRoZAEAAAAAAAAA5zDWDQAAAADnMNYNAAB1MAAAAAAAAAFNVcQAAAAAAC1oZGxyAAAAAAAAAAB2aWRlAAAAAAAAAAAAAAAAVmlkZW9IYW5kbGVyAAAAAVFtaW5mAAAAFHZtaGQAAAABAAAAAAAAAAAAAAAlZGluZgAAAB1kcmVmAAAAAAAAAAEAAAANdXJsIAAAAAEAAAABEHN0YmwAAAAQc3RzYwAAAAAAAAAAAAAAEHN0dHMAAAAAAAAAAAAAABRzdHN6AAAAAAAAAAAAAAAAAAAAEHN0Y28AAAAAAAAAAAAAAMRzdHNkAAAAAAAAAAEAAAC0YXZjMQAAAAAAAAABAAAAAQAAAAAAAAAAAAAAAABAADAASAAAAEgAAAAAAAAAAQtBVkMxIENvZGluZwAAAAAAAAAAAAAAAAAAAAAAAAAAABj//wAAABBwYXNwAAAAAQAAAAEAAAAUYnRydAAAAAAAAAAAAAAAAAAAACdhdmNDAULACv/hABBnQsAKjI1COTcBDQEHhEI1AQAEaM48gAAAABNjb2xybmNseAABAA0AAYAAAAAobXZleAAAACB0cmV4AAAAAAAAAAEAAAABAAAAAAAAAAAAAAAAAAAAgG1vb2YAAAAQbWZoZAAAAAAAAAABAAAAaHRyYWYAAAAUdGZoZAACACAAAAABAQEAAAAAABR0ZmR0AQAAAAAAAAAAAAAAAAAAOHRydW4BAAMFAAAABAAAAIgCAAAAAAALugAAABwAAAvBAAAADgAAC78AAAANAAAD5wAAAA0AAABMbWRhdAAAABhluAAEAAAEP//+HooAB/ycnJ111111114AAAAKYeAAQAC+QEONgAAAAAlh4ACAAT5ArjYAAAAJYeAAwAG+QTjYAAAATG1mcmEAAAA0dGZyYQEAAAAAAAABAAAAPwAAAAEAAAAAAAAAAAAAAAAAAALuAAAAAQAAAAEAAAABAAAAEG1mcm8AAAAAAAAATA==',
  'base64',
);

function element(id: string, ...content: readonly Buffer[]): Buffer {
  const inner = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), number(0x1000_0000 + inner.length), inner]);
}

/** A WebM film without real media data. */
export function createWebm(isOpen = false): Buffer {
  const content = element('1f43b675', Buffer.alloc(500));
  const head = element('1a45dfa3', element('4282', Buffer.from('webm')));
  if (!isOpen) return Buffer.concat([head, element('18538067', content)]);
  return Buffer.concat([head, Buffer.from('1853806701ffffffffffffff', 'hex'), content]);
}
