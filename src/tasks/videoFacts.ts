import { type FileHandle, open } from 'node:fs/promises';
import type { VideoFacts } from '../protocol/taskRecord.ts';
import { detectMediaType, isMediaCutShort, type MediaType } from '../relay/media/mediaType.ts';
import { type ReadableFile, readMovie, type Tracks } from './movieBoxes.ts';

export interface InspectedFile {
  readonly mediaType: MediaType;
  readonly bytes: number;
  /** Whether it ends before it should, as far as its format tells; never known of a WebM. */
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
  if (mediaType === 'video/webm') return { mediaType, bytes, isCutShort: false };
  const tracks = await readMovie(file);
  const { isCutShort } = tracks;
  const facts = mediaType.startsWith('video/') ? describeTracks(tracks) : undefined;
  return { mediaType, bytes, isCutShort, ...(facts && { facts }) };
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
