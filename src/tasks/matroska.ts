import type { ReadableFile, Tracks } from './mediaTracks.ts';

/** WebM: elements of an ID, a length, and content, which may be elements again. */

/** Tracks and duration come before the video data. */
const headBytes = 1024 ** 2;

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
} as const;
const videoType = 1;
const audioType = 2;

interface Element {
  readonly id: number;
  readonly start: number;
  /** Undefined if it extends to the end of the file. */
  readonly length: number | undefined;
}

/** Reads duration and tracks from a file's head, and checks whether its segment ends with the file. */
export async function readMatroska(file: ReadableFile): Promise<Tracks> {
  const head = await file.read(0, headBytes);
  const segment = elementsIn(head, 0, head.length).find(({ id }) => id === ids.segment);
  const parts = segment ? elementsIn(head, segment.start, head.length) : [];
  const inside = (outer: Element | undefined) =>
    outer ? elementsIn(head, outer.start, outer.start + (outer.length ?? 0)) : [];
  const contentOf = (elements: readonly Element[], id: number) => {
    const found = elements.find((element) => element.id === id);
    return found && head.subarray(found.start, found.start + (found.length ?? 0));
  };
  const info = inside(parts.find(({ id }) => id === ids.info));
  const scale = readNumber(contentOf(info, ids.timestampScale)) ?? 1_000_000;
  const seconds = ((readFloat(contentOf(info, ids.duration)) ?? 0) * scale) / 1e9;
  const entries = inside(parts.find(({ id }) => id === ids.tracks)).filter(({ id }) => id === ids.trackEntry);
  const track = (type: number) =>
    entries.map(inside).find((fields) => readNumber(contentOf(fields, ids.trackType)) === type);
  const codecOf = (fields: readonly Element[] | undefined) =>
    fields && contentOf(fields, ids.codec)?.toString('latin1').replaceAll('\0', '');
  const video = track(videoType);
  const pixels = inside(video?.find(({ id }) => id === ids.video));
  return {
    isCutShort: !segment || segment.start + (segment.length ?? 0) > file.size,
    seconds: seconds > 0 && Number.isFinite(seconds) ? seconds : undefined,
    width: readNumber(contentOf(pixels, ids.width)),
    height: readNumber(contentOf(pixels, ids.height)),
    video: codecOf(video),
    audio: codecOf(track(audioType)),
  };
}

function elementsIn(bytes: Buffer, from: number, to: number): readonly Element[] {
  const found: Element[] = [];
  for (let offset = from; offset < Math.min(to, bytes.length); ) {
    const id = readVariable(bytes, offset, false);
    const length = id && readVariable(bytes, id.end, true);
    if (!length) break;
    found.push({ id: id.value, start: length.end, length: length.isOpen ? undefined : length.value });
    if (length.isOpen) break;
    offset = length.end + length.value;
  }
  return found;
}

/** A number whose first byte tells how many bytes it has; a length of all ones means that it is unknown. */
function readVariable(bytes: Buffer, offset: number, isLength: boolean) {
  const first = bytes[offset] ?? 0;
  const count = Math.clz32(first) - 23;
  if (first === 0 || offset + count > bytes.length) return undefined;
  const marker = 2 ** (8 - count);
  let value = isLength ? first - marker : first;
  let isOpen = isLength && value === marker - 1;
  for (const byte of bytes.subarray(offset + 1, offset + count)) {
    value = value * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { value, isOpen, end: offset + count };
}

function readNumber(content: Buffer | undefined): number | undefined {
  if (!content || content.length === 0 || content.length > 6) return undefined;
  return content.readUIntBE(0, content.length);
}

function readFloat(content: Buffer | undefined): number | undefined {
  if (content?.length === 4) return content.readFloatBE();
  return content?.length === 8 ? content.readDoubleBE() : undefined;
}
