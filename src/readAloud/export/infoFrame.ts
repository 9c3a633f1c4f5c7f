import { type MpegFrame, readMpegFrames } from '../../relay/speech/audioFrames.ts';

/** What is known of a sound when all of it is written. */
export interface SoundProperties {
  readonly seconds: number;
  /** Of the sound, without this frame. */
  readonly bytes: number;
  /** Where parts begin: seconds and bytes into the sound, from the start to the end. */
  readonly places: readonly { readonly seconds: number; readonly bytes: number }[];
}

const headerBytes = 4;
const tocEntries = 100;
const hasFramesBytesAndToc = 7;
const tagBytes = 16 + tocEntries;

/**
 * The silent first frame in which an mp3 says how long it is, and where a hundredth of its time is in its bytes:
 * without it, players count on one bitrate, and find chapters beside where they are. Made like the first frame of
 * the sound, and always of the same length; undefined where that is none.
 */
export function writeInfoFrame(
  sound: Uint8Array,
  { seconds, bytes, places }: SoundProperties,
): Uint8Array | undefined {
  const first = firstFrame(sound);
  const header = first && sound.slice(first.offset, first.offset + headerBytes);
  if (!header || header.length < headerBytes) return undefined;
  const tagOffset = headerBytes + sideInformationBytes(header);
  const frame = findRoom(header, tagOffset + tagBytes);
  if (!frame) return undefined;
  const written = Buffer.alloc(frame.length);
  written.set(frame.header);
  written.write('Xing', tagOffset, 'latin1');
  written.writeUInt32BE(hasFramesBytesAndToc, tagOffset + 4);
  // Of frames like this one, whatever rates the parts have: players make the duration of it.
  written.writeUInt32BE(Math.round((seconds * first.sampleRate) / first.samples), tagOffset + 8);
  written.writeUInt32BE(frame.length + bytes, tagOffset + 12);
  for (let entry = 0; entry < tocEntries; entry += 1) {
    const place = frame.length + bytesAt((seconds * entry) / tocEntries, places);
    written[tagOffset + 16 + entry] = Math.min(255, Math.floor((place * 256) / (frame.length + bytes)));
  }
  return new Uint8Array(written);
}

function firstFrame(sound: Uint8Array): MpegFrame | undefined {
  const step = readMpegFrames(sound).next();
  return step.done ? undefined : step.value;
}

/** By version and channels: what decoders pass over before they look for the tag. */
function sideInformationBytes(header: Uint8Array): number {
  const isVersion1 = ((header[1] ?? 0) & 0x18) === 0x18;
  const isMono = ((header[3] ?? 0) & 0xc0) === 0xc0;
  if (isVersion1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

/** A header like another one, at the lowest bitrate whose frames have room for so much, without a checksum. */
function findRoom(
  header: Uint8Array,
  leastBytes: number,
): { readonly header: Uint8Array; readonly length: number } | undefined {
  for (let bitrate = 1; bitrate < 15; bitrate += 1) {
    const [sync = 0, kind = 0, rates = 0, channels = 0] = header;
    const candidate = Uint8Array.of(sync, kind | 1, (bitrate << 4) | (rates & 0x0c), channels);
    const length = firstFrame(candidate)?.length ?? 0;
    if (length >= leastBytes) return { header: candidate, length };
  }
  return undefined;
}

function bytesAt(seconds: number, places: SoundProperties['places']): number {
  const next = places.findIndex((place) => place.seconds > seconds);
  const to = places[next];
  const from = places[next - 1];
  if (!to || !from) return places.at(next === 0 ? 0 : -1)?.bytes ?? 0;
  const share = (seconds - from.seconds) / (to.seconds - from.seconds);
  return from.bytes + share * (to.bytes - from.bytes);
}
