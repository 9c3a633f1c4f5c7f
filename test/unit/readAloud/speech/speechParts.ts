import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MPEGDecoder } from 'mpg123-decoder';
import { createMp3Encoder } from 'wasm-media-encoders';
import type { Utterance } from '../../../../src/readAloud/narration/plan/utterance.ts';
import { createCachedSpeech, createSpeechWorkshop } from '../../../../src/readAloud/speech/cachedSpeech.ts';
import { createMp3Encoding } from '../../../../src/readAloud/speech/mp3.ts';
import { createSpeechCache } from '../../../../src/readAloud/speech/speechCache.ts';
import type { SpeechChoice } from '../../../../src/readAloud/speech/speechSource.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';
import type { SpeechAudio, SpeechRequest } from '../../../../src/relay/speech/speech.ts';

export const familyA: SpeechChoice = {
  origin: 'https://relay.example',
  model: 'seed-tts-1.0',
  voiceFor: (language) =>
    language === 'zh' ? 'zh_male_qingshuangnanda_mars_bigtts' : 'zh_female_cancan_mars_bigtts',
};

export function utteranceOf(text: string, index = 0): Utterance {
  return {
    index,
    text,
    start: 0,
    end: text.length,
    bytes: Buffer.byteLength(text),
    paragraph: 0,
    kind: 'paragraph',
    language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en',
  };
}

type Answer = (request: SpeechRequest, signal: AbortSignal) => Promise<SpeechAudio> | SpeechAudio;

/** A relay whose responses the test provides; by default, tones as long as the spoken text. */
function createScriptedRelay() {
  const answer: Answer = async ({ input }) => ({
    bytes: await createToneMp3({ seconds: 0.2 + input.length / 60 }),
    format: 'mp3',
  });
  /** `aborted` is the number of requests that were aborted. */
  return { asked: [] as SpeechRequest[], aborted: 0, answer };
}

export type SpeechParts = ReturnType<typeof createSpeechParts>;

/** The speech of a window whose cache is in the given folder. */
export function createSpeechParts(folder: string, readWasm = readLame) {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  const relay = createScriptedRelay();
  const cache = createSpeechCache({ folder, limitBytes: () => 1e8, logger });
  const encoding = createMp3Encoding({ readWasm });
  const workshop = createSpeechWorkshop({ cache, encoding, logger, wait: async () => {} });
  return {
    warnings,
    relay,
    /** Settles when everything is written. */
    written: cache.written,
    /** Creates the speech of a reading. */
    read: (choice = async (): Promise<SpeechChoice> => familyA) =>
      createCachedSpeech({
        workshop,
        choice: async () => ({
          ...(await choice()),
          speak: async (request, { signal }) => {
            relay.asked.push(request);
            signal?.addEventListener('abort', () => {
              relay.aborted += 1;
            });
            return relay.answer(request, signal ?? new AbortController().signal);
          },
        }),
      }),
  };
}

type Configuration = Parameters<Awaited<ReturnType<typeof createMp3Encoder>>['configure']>[0];
/** With a constant bitrate, or a quality with a variable bitrate. */
export type EncoderSettings = Configuration extends infer Each
  ? Each extends Configuration
    ? Omit<Each, 'sampleRate' | 'channels'>
    : never
  : never;

/** A sine tone with samples from -0.4 to 0.4, and silence before and after it, as in speech. */
export function createTone(
  hertz: number,
  seconds: number,
  sampleRate: number,
  silentSeconds = 0,
): Float32Array {
  const silent = Math.round(silentSeconds * sampleRate);
  const sounding = Math.round(seconds * sampleRate);
  return new Float32Array(sounding + 2 * silent).map((_, index) => {
    const place = index - silent;
    return place < 0 || place >= sounding ? 0 : 0.4 * Math.sin((2 * Math.PI * hertz * place) / sampleRate);
  });
}

/** A tone as mp3 from a real encoder, which may change the sample rate. */
export async function createToneMp3(
  { hertz = 440, seconds = 1, sampleRate = 24_000, channels = 1 as 1 | 2, silentSeconds = 0 },
  settings: EncoderSettings = { bitrate: 64 },
): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels, ...settings });
  const tone = createTone(hertz, seconds, sampleRate, silentSeconds);
  const frames = Uint8Array.from(encoder.encode(channels === 2 ? [tone, tone] : [tone]));
  return new Uint8Array(Buffer.concat([frames, encoder.finalize()]));
}

export interface Heard {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly samples: Float32Array;
}

/** The audio that a player decodes from an mp3: the last channel. */
export async function hear(mp3: Uint8Array): Promise<Heard> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(mp3);
  const samples = channelData.at(-1) ?? new Float32Array();
  decoder.free();
  return { samples, sampleRate, seconds: samples.length / sampleRate };
}

/** The number of rising zero crossings per second, away from the ends. */
export function pitchOf({ samples, sampleRate }: Heard): number {
  const middle = samples.subarray(sampleRate / 5, samples.length - sampleRate / 5);
  const rises = middle.filter((sample, index) => sample >= 0 && (middle[index - 1] ?? 0) < 0);
  return (rises.length * sampleRate) / middle.length;
}

/** The encoder that is shipped. */
export async function readLame(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
}

/** A wav file of 16 bits with the given channels, whose samples are from -1 to 1. */
export function createWav(sampleRate: number, channels: readonly Float32Array[]): Buffer {
  const length = channels[0]?.length ?? 0;
  const data = Buffer.alloc(length * channels.length * 2);
  for (const [channel, samples] of channels.entries())
    for (const [index, sample] of samples.entries())
      data.writeInt16LE(Math.round(sample * 0x7fff), (index * channels.length + channel) * 2);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels.length, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * channels.length * 2, 8);
  format.writeUInt16LE(channels.length * 2, 12);
  format.writeUInt16LE(16, 14);
  return joinChunks({ 'fmt ': format, data });
}

/** A file of chunks, each padded to an even length. */
export function joinChunks(chunks: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(chunks).map(([name, content]) => {
    const header = Buffer.alloc(8);
    header.write(name, 'latin1');
    header.writeUInt32LE(content.length, 4);
    return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from('WAVE'), ...parts]);
  const start = Buffer.from('RIFF\0\0\0\0', 'latin1');
  start.writeUInt32LE(body.length, 4);
  return Buffer.concat([start, body]);
}
