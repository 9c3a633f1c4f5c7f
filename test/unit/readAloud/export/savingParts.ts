import type { Utterance } from '../../../../src/readAloud/narration/plan/utterance.ts';
import type { SpeechSource, SpokenAudio } from '../../../../src/readAloud/speech/speechSource.ts';
import { utteranceOf } from '../speech/speechParts.ts';

export const heading = (text: string, depth = 1): Utterance => ({
  ...utteranceOf(text),
  kind: 'heading',
  heading: { depth, title: text },
});

/** A speech source whose `get` the test defines. */
export function speechOf(
  get: (utterance: Utterance, signal: AbortSignal) => Promise<Uint8Array | SpokenAudio>,
  isKept: SpeechSource['isKept'] = () => false,
): SpeechSource {
  return {
    isKept,
    forget: () => {},
    renew: () => {},
    get: async (utterance, { signal }) => {
      const audio = await get(utterance, signal);
      return 'bytes' in audio ? audio : { bytes: audio, format: 'mp3' };
    },
  };
}

/** What a player knows of an mp3, read strictly by the ID3v2.3 and chapter specifications, without our own code. */
interface ReadMp3 {
  readonly title: string | undefined;
  readonly contents: readonly string[] | undefined;
  readonly chapters: readonly {
    readonly id: string;
    readonly title: string;
    readonly startMs: number;
    readonly endMs: number;
  }[];
  /** Where the first frame begins. */
  readonly soundOffset: number;
}

export function readMp3(file: Buffer): ReadMp3 {
  if (file.toString('latin1', 0, 5) !== 'ID3\x03\0') throw new Error('no ID3v2.3');
  const size = [6, 7, 8, 9].reduce((sum, at) => {
    const byte = file.readUInt8(at);
    if (byte > 127) throw new Error('the size is not synchsafe');
    return (sum << 7) | byte;
  }, 0);
  const soundOffset = 10 + size;
  if (file[soundOffset] !== 0xff) throw new Error('no frame behind the tag');
  const frames = readFrames(file.subarray(10, soundOffset));
  const contents = frames.find(({ id }) => id === 'CTOC')?.content;
  return {
    title: readTitle(frames),
    contents: contents && readContents(contents),
    chapters: frames.filter(({ id }) => id === 'CHAP').map(({ content }) => readChapter(content)),
    soundOffset,
  };
}

interface Frame {
  readonly id: string;
  readonly content: Buffer;
}

function readFrames(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4);
    if (!/^[A-Z0-9]{4}$/.test(id)) throw new Error(`no frame: ${JSON.stringify(id)}`);
    const size = bytes.readUInt32BE(at + 4);
    if (bytes.readUInt16BE(at + 8) !== 0 || at + 10 + size > bytes.length) throw new Error('a broken frame');
    frames.push({ id, content: bytes.subarray(at + 10, at + 10 + size) });
    at += 10 + size;
  }
  return frames;
}

function readTitle(frames: readonly Frame[]): string | undefined {
  const content = frames.find(({ id }) => id === 'TIT2')?.content;
  if (!content) return undefined;
  if (content.readUInt8(0) !== 1 || content.readUInt16LE(1) !== 0xfeff) throw new Error('no UTF-16');
  return new TextDecoder('utf-16le', { fatal: true }).decode(content.subarray(3));
}

function readName(bytes: Buffer, at: number): { readonly name: string; readonly end: number } {
  const end = bytes.indexOf(0, at);
  return { name: bytes.toString('latin1', at, end), end: end + 1 };
}

function readContents(content: Buffer): readonly string[] {
  const { end } = readName(content, 0);
  if (content.readUInt8(end) !== 3) throw new Error('not the ordered top level');
  const names: string[] = [];
  let at = end + 2;
  for (let count = content.readUInt8(end + 1); count > 0; count -= 1) {
    const entry = readName(content, at);
    names.push(entry.name);
    at = entry.end;
  }
  readFrames(content.subarray(at));
  return names;
}

function readChapter(content: Buffer): ReadMp3['chapters'][number] {
  const { name, end } = readName(content, 0);
  const [startMs, endMs, ...offsets] = [0, 4, 8, 12].map((at) => content.readUInt32BE(end + at));
  if (offsets.some((offset) => offset !== 0xffff_ffff)) throw new Error('an offset in bytes');
  const title = readTitle(readFrames(content.subarray(end + 16)));
  return { id: name, title: title ?? '', startMs: startMs ?? 0, endMs: endMs ?? 0 };
}

/** The cues of a WebVTT file, with unescaped text. */
export function readVtt(
  text: string,
): readonly { readonly startMs: number; readonly endMs: number; readonly text: string }[] {
  const [head, ...blocks] = text.trimEnd().split('\n\n');
  if (head !== 'WEBVTT') throw new Error('no WebVTT');
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n');
    const [startMs = 0, endMs = 0, ...more] = times.split(' --> ').map(readTime);
    if (more.length > 0 || lines.length !== 1) throw new Error(`no cue: ${block}`);
    const shown = (lines[0] ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    return { startMs, endMs, text: shown };
  });
}

/** The milliseconds of 00:01:02.003. */
function readTime(time: string): number {
  const [, h, m, s, ms] = /^(\d\d+):([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(time) ?? [];
  if (ms === undefined) throw new Error(`no time: ${time}`);
  return ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(ms);
}
