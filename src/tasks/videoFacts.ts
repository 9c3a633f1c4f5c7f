import { type FileHandle, open } from 'node:fs/promises';
import type { VideoFacts } from '../protocol/taskRecord.ts';
import { detectMediaType, isMediaCutShort, type MediaType } from '../relay/media/mediaType.ts';
import { type ReadableFile, readMovie, type Tracks } from './movieBoxes.ts';

export interface InspectedFile {
  readonly mediaType: MediaType;
  readonly bytes: number;
  /** Whether it ends before it should, as far as its format tells. */
  readonly isCutShort: boolean;
  /** For videos in MP4 and QuickTime. */
  readonly facts?: VideoFacts;
}

const headBytes = 4096;
/** Images and sounds are read completely up to this size. */
const largestWhole = 64 * 1024 ** 2;

/** Codecs by their names in MP4 and QuickTime; others are shown by these names. */
const codecs: Readonly<Record<string, string>> = {
  ...{ avc1: 'H.264', avc2: 'H.264', avc3: 'H.264', avc4: 'H.264' },
  ...{ hvc1: 'HEVC', hev1: 'HEVC', dvh1: 'HEVC', dvhe: 'HEVC' },
  ...{ av01: 'AV1', vp08: 'VP8', vp09: 'VP9' },
  ...{ mp4a: 'AAC', '.mp3': 'MP3', Opus: 'Opus', fLaC: 'FLAC' },
  ...{ lpcm: 'PCM', sowt: 'PCM', twos: 'PCM', in24: 'PCM', ipcm: 'PCM' },
};

/** What VS Code’s own pages play: Chromium without the codecs that need a paid license. */
const playable = ['H.264', 'VP8', 'MP3', 'FLAC', 'PCM'];

/** Inspects a file by its bytes; undefined if it is not a video, image or sound. */
export async function inspectFile(path: string): Promise<InspectedFile | undefined> {
  const handle = await open(path, 'r');
  try {
    return await inspect(await readableOf(handle));
  } finally {
    await handle.close();
  }
}

async function readableOf(handle: FileHandle): Promise<ReadableFile> {
  const { size } = await handle.stat();
  return {
    size,
    read: async (offset, length) => {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
}

async function inspect(file: ReadableFile): Promise<InspectedFile | undefined> {
  const mediaType = detectMediaType(await file.read(0, headBytes));
  if (!mediaType) return undefined;
  const { size: bytes } = file;
  if (!mediaType.startsWith('video/') && mediaType !== 'audio/mp4') {
    const isCutShort = bytes <= largestWhole && isMediaCutShort(await file.read(0, bytes), mediaType);
    return { mediaType, bytes, isCutShort };
  }
  if (mediaType === 'video/webm') return { mediaType, bytes, isCutShort: await isSegmentCutShort(file) };
  const tracks = await readMovie(file);
  const { isCutShort } = tracks;
  const facts = mediaType.startsWith('video/') ? describeTracks(tracks) : undefined;
  return { mediaType, bytes, isCutShort, ...(facts && { facts }) };
}

/**
 * WebM: elements of an ID, a length, and content. After a header, one segment is all of the file. Whether the file ends
 * before its segment does, if the segment tells its length.
 */
async function isSegmentCutShort(file: ReadableFile): Promise<boolean> {
  const head = await file.read(0, headBytes);
  const header = readLength(head, 4);
  const at = header ? header.end + header.length : head.length;
  if (head.length < at + 4 || head.readUInt32BE(at) !== 0x18538067) return true;
  const segment = readLength(head, at + 4);
  return !segment || (!segment.isUnknown && segment.end + segment.length > file.size);
}

/** A length, whose first byte tells how many bytes it has; all ones mean that it is unknown. */
function readLength(bytes: Buffer, offset: number) {
  const count = Math.clz32(bytes[offset] ?? 0) - 23;
  const end = offset + count;
  if (count > 8 || end > bytes.length) return undefined;
  const digits = bytes.toString('hex', offset, end);
  const length = BigInt(`0x${digits}`) - (1n << BigInt(7 * count));
  return { length: Number(length), isUnknown: length === (1n << BigInt(7 * count)) - 1n, end };
}

function describeTracks({ seconds, width, height, video, audio }: Tracks): VideoFacts {
  const videoCodec = video && codecOf(video);
  const audioCodec = audio && codecOf(audio);
  return {
    ...(seconds !== undefined && { seconds }),
    ...(width && height ? { width, height } : {}),
    ...(videoCodec && { videoCodec }),
    ...(audioCodec && { audioCodec }),
    unplayable: [
      ...(videoCodec && !playable.includes(videoCodec) ? ['video' as const] : []),
      ...(audioCodec && !playable.includes(audioCodec) ? ['audio' as const] : []),
    ],
  };
}

/** The name of a codec; for an unknown one, its letters that are safe to show. */
function codecOf(name: string): string {
  return codecs[name] ?? name.replace(/[^\w ./-]/g, '').slice(0, 24);
}
