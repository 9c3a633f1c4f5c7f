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

/** Adds an AAC track without real audio data to a film. */
export function addAacTrack(film: Buffer): Buffer {
  const sound = track('soun', box('mp4a', Buffer.alloc(28)));
  for (let offset = 0; offset < film.length; ) {
    const length = film.readUInt32BE(offset);
    if (film.toString('latin1', offset + 4, offset + 8) === 'moov') {
      const tracks = film.subarray(offset + 8, offset + length);
      return Buffer.concat([
        film.subarray(0, offset),
        box('moov', tracks, sound),
        film.subarray(offset + length),
      ]);
    }
    offset += length;
  }
  throw new Error('The film has no movie box');
}

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
