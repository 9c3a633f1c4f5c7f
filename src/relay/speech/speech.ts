import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { isErrorJson } from '../errors/errorBody.ts';
import {
  errorAboutReply,
  errorFromJson,
  errorFromUnexpectedBody,
  type ReplyHead,
  requestIdOf,
} from '../errors/errorReply.ts';
import { readEventsOf } from '../http/eventStream.ts';
import { readBytes } from '../http/reply.ts';
import { type Reply, sizeCaps } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { defined, endOfObject, type Fields, isFields, parseJson } from '../json.ts';
import { decodeBase64 } from '../media/imageFormat.ts';
import { checkRequest } from '../schemas.ts';
import {
  type AudioFormat,
  defaultPcmRate,
  detectAudioFormat,
  isCutShort,
  isForeignContainer,
  wrapPcmAsWav,
} from './audioFormat.ts';
import { hasMpegHeader, measureMpeg } from './audioFrames.ts';

export interface SpeechAudio {
  readonly bytes: Uint8Array;
  readonly format: AudioFormat;
  /** The duration of an MP3, whose frames were read anyway. */
  readonly seconds?: number;
  readonly requestId?: string;
}

/** The model family (contract 2.2), whose rules apply. For other models, the caller's values are sent unchecked. */
type Family = 'A' | 'B' | undefined;

const speechRequestSchema = z.strictObject({
  model: z.string().trim().min(1),
  /** Under 1024 UTF-8 bytes are recommended for family A; how much more is accepted depends on the channel (2.1, 8). */
  input: z.string().refine((input) => input.trim() !== ''),
  voice: z.string().trim().min(1),
  /** 0.2 to 3 for family A. Left out unless given: the player changes the speed at no cost. Not sent to family B. */
  speed: z.number().positive().optional(),
  /** This and the following: family A only, and left out for family B. */
  volumeRatio: z.number().optional(),
  pitchRatio: z.number().optional(),
  emotion: z.string().optional(),
  language: z.string().optional(),
});

/** A speech request (contract 2.1). */
export type SpeechRequest = Readonly<z.infer<typeof speechRequestSchema>>;

const familyASchema = speechRequestSchema.extend({ speed: z.number().min(0.2).max(3).optional() });

/**
 * Synthesizes speech: POST /v1/audio/speech (contract 2.1 to 2.3, 4). Asks for mp3, under both names that relays use
 * for the format. The reply's bytes decide which one it is; its Content-Type is only used for the sample rate of raw
 * pcm.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent; the relay's own errors, also under status 200;
 * `interrupted` if the audio is truncated; `invalidResponse` for anything else.
 */
export async function speak(
  transport: Transport,
  request: SpeechRequest,
  call?: CallOptions,
): Promise<SpeechAudio> {
  const family = familyOf(request.model);
  checkRequest(family === 'A' ? familyASchema : speechRequestSchema, request);
  const reply = await transport.send({
    method: 'POST',
    path: '/v1/audio/speech',
    json: createBody(request, family),
    // Only measuring the speech shows whether it is complete, so the caller decides about a retry.
    retry: 'never',
    maxBytes: sizeCaps.audio,
    call,
  });
  const audio = await readAudio(reply, await readBytes(reply.body));
  return defined({ ...audio, requestId: requestIdOf(reply) });
}

function familyOf(model: string): Family {
  if (/(^|[/:])seed-tts/i.test(model)) return 'A';
  return /(^|[/:])(gx|gemini)-.*tts/i.test(model) ? 'B' : undefined;
}

function createBody(request: SpeechRequest, family: Family): Fields {
  const { model, input, voice, speed, volumeRatio, pitchRatio, emotion, language } = request;
  const basics = { model, input, voice, format: 'mp3', response_format: 'mp3' };
  if (family === 'B') return basics;
  return { ...basics, speed, volume_ratio: volumeRatio, pitch_ratio: pitchRatio, emotion, language };
}

async function readAudio(reply: Reply, bytes: Uint8Array): Promise<Omit<SpeechAudio, 'requestId'>> {
  const known = detectAudioFormat(bytes);
  if (!known && isText(bytes)) {
    const text = new TextDecoder().decode(bytes);
    const found = findAudioInText(text, reply);
    if (!found) throw errorFromUnexpectedBody(reply, text);
    if (found === 'cutShort') throw errorAboutReply(reply, 'interrupted');
    if ('error' in found) throw errorFromJson(reply, found.error, found.hasBegun ? 'interrupted' : undefined);
    return readAudio(reply, found.audio);
  }
  const tail = Buffer.from(bytes.subarray(-tailBytes)).toString('utf8');
  const error = findError(tail);
  if (error !== undefined) throw errorFromJson(reply, error, 'interrupted');
  if (webPage.test(tail)) throw errorAboutReply(reply, 'interrupted');
  if (known) {
    const mpeg = known === 'mp3' ? measureMpeg(bytes) : undefined;
    const isBroken = mpeg
      ? mpeg.end > bytes.length || isTextBehindMpeg(bytes.subarray(mpeg.end))
      : isCutShort(bytes, known);
    if (isBroken) throw errorAboutReply(reply, 'interrupted');
    return defined({ bytes, format: known, seconds: mpeg?.seconds });
  }
  if (isForeignContainer(bytes)) throw errorAboutReply(reply, 'invalidResponse');
  // Too few frames to be sure of an MP3: interrupted right at the start.
  if (hasMpegHeader(bytes)) throw errorAboutReply(reply, 'interrupted');
  // PCM has two bytes per sample.
  if (bytes.length % 2 === 1) throw errorAboutReply(reply, 'invalidResponse');
  return { bytes: wrapPcmAsWav(bytes, pcmRateOf(reply)), format: 'wav' };
}

/** `audio/L16;codec=pcm;rate=24000` states its rate; a rate that no speech has is ignored. */
function pcmRateOf(reply: Reply): number {
  const rate = Number(/\brate=(\d+)/i.exec(reply.headers['content-type'] ?? '')?.[1]);
  return rate >= 8000 && rate <= 192_000 ? rate : defaultPcmRate;
}

/** Length of the end of audio that is searched for an appended error. */
const tailBytes = 4096;

/** Tags that may follow the last frame of an mp3, and may be all text. */
const textTag = /^(TAG|LYRICSBEGIN)/;

/** The beginning of a gateway's error page. */
const webPage = /<(!doctype\s+html|html)[\s>]/i;

/** The error that a relay appended to incomplete audio. */
function findError(tail: string): unknown {
  for (const { index } of tail.matchAll(/\{\s*"/g)) {
    const end = endOfObject(tail, index);
    const json = end === -1 ? undefined : parseJson(tail.slice(index, end));
    if (isErrorJson(json)) return json;
  }
  return undefined;
}

/** Whether text follows the last frame of an mp3: whatever it says, it replaces the rest of the audio. */
function isTextBehindMpeg(rest: Uint8Array): boolean {
  const text = isText(rest) ? new TextDecoder().decode(rest).trim() : '';
  return text !== '' && !textTag.test(text);
}

/** Audio that a relay passed through as text, or the error in its place, or that its end is missing. */
type AudioInText =
  | { readonly audio: Uint8Array }
  /** `hasBegun`: whether there was audio before the error. */
  | { readonly error: unknown; readonly hasBegun: boolean }
  | 'cutShort';

/** Shorter base64 is an id or a word. */
const shortestAudio = 64;

/** How many bytes are enough to tell whether they are text. */
const sampleBytes = 4096;

/** Whether bytes are text: valid UTF-8 without control characters, which audio never is for long. */
function isText(bytes: Uint8Array): boolean {
  try {
    // Decoded as a stream, since the sample may end inside a character.
    const sample = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, sampleBytes), {
      stream: true,
    });
    return !/[^\P{Cc}\t\r\n]/u.test(sample);
  } catch {
    return false;
  }
}

/**
 * Audio inside text: base64, JSON such as `{"data":"<base64>"}`, or server-sent events of such JSON, as some relays
 * pass through from the service behind them. Undefined if there is neither audio nor an error. Throws
 * `invalidResponse` if an event is too large.
 */
function findAudioInText(text: string, head: ReplyHead): AudioInText | undefined {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (/^(data|event)?:/.test(trimmed)) return findAudioInEvents(trimmed, head);
  const audio = findAudioInJson(parseJson(trimmed) ?? trimmed);
  return audio && { audio };
}

function findAudioInEvents(text: string, head: ReplyHead): AudioInText | undefined {
  const pieces: Uint8Array[] = [];
  let lastType: string | undefined;
  for (const { event, data } of readEventsOf(text, head)) {
    const json = parseJson(data);
    lastType = speechTypeOf(json, event) ?? lastType;
    const piece = findAudioInJson(json);
    if (piece) pieces.push(piece);
    else if (isErrorJson(json)) return { error: json, hasBegun: pieces.length > 0 };
  }
  // Only these event types include an end event: if another one of them came last, the end is missing.
  if (lastType !== undefined && lastType !== 'speech.audio.done') return 'cutShort';
  return pieces.length > 0 ? { audio: new Uint8Array(Buffer.concat(pieces)) } : undefined;
}

function speechTypeOf(json: unknown, event: string | undefined): string | undefined {
  const type = (isFields(json) && json['type']) || event;
  return typeof type === 'string' && type.startsWith('speech.audio.') ? type : undefined;
}

/** Where services put audio in JSON. */
function findAudioInJson(json: unknown): Uint8Array | undefined {
  const places = isFields(json) ? [json['audio'], json['data']] : [json];
  return places
    .filter((text): text is string => typeof text === 'string' && text.length >= shortestAudio)
    .map(decodeBase64)
    .find((audio) => audio !== undefined);
}
