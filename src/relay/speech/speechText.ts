import { isErrorJson } from '../errors/errorBody.ts';
import type { ReplyHead } from '../errors/errorReply.ts';
import { readEventsOf } from '../http/eventStream.ts';
import { parseJson } from '../json.ts';
import { decodeBase64 } from '../media/base64.ts';

/** Audio that a relay let through as text, or the error that stood in its place, or that it has no end. */
type AudioInText =
  | { readonly audio: Uint8Array }
  /** `hasBegun`: there was audio before the error. */
  | { readonly error: unknown; readonly hasBegun: boolean }
  | 'cutShort';

/** Where services put audio in JSON, at the top or one level down. */
const audioFields = ['audio', 'data', 'delta', 'b64_json', 'audio_base64'];

/** Shorter base64 is an id or a word. */
const shortestAudio = 64;

/** As much of bytes as tells whether they are text. */
const sampleBytes = 4096;

/** Whether bytes read as text: valid UTF-8 without control characters, which no sound is for long. */
export function isText(bytes: Uint8Array): boolean {
  try {
    // As a stream, since the sample may end inside a character.
    const sample = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, sampleBytes), {
      stream: true,
    });
    return !/[^\P{Cc}\t\r\n]/u.test(sample);
  } catch {
    return false;
  }
}

/**
 * Audio inside text: base64, JSON such as `{"data":"<base64>"}`, or server-sent events of such JSON, as some
 * relays pass through from the service behind them. Nothing when there is neither audio nor an error. Throws
 * `invalidResponse` where an event is too large.
 */
export function findAudioInText(text: string, head: ReplyHead): AudioInText | undefined {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (/^(data|event)?:/.test(trimmed)) return findAudioInEvents(trimmed, head);
  const json = parseJson(trimmed);
  const audio = json === undefined ? decodeLongBase64(trimmed) : findAudioInJson(json);
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
  // Only this vocabulary has a word for the end, which is missed where any other of its words came.
  if (lastType !== undefined && lastType !== 'speech.audio.done') return 'cutShort';
  return pieces.length > 0 ? { audio: join(pieces) } : undefined;
}

function speechTypeOf(json: unknown, event: string | undefined): string | undefined {
  const type: unknown = (typeof json === 'object' && json !== null && Reflect.get(json, 'type')) || event;
  return typeof type === 'string' && type.startsWith('speech.audio.') ? type : undefined;
}

function findAudioInJson(json: unknown, isNested = false): Uint8Array | undefined {
  if (typeof json === 'string') return decodeLongBase64(json);
  if (typeof json !== 'object' || json === null) return undefined;
  for (const name of audioFields) {
    const value: unknown = Reflect.get(json, name);
    if (typeof value !== 'string' && isNested) continue;
    const audio = findAudioInJson(value, true);
    if (audio) return audio;
  }
  return undefined;
}

function decodeLongBase64(text: string): Uint8Array | undefined {
  return text.length < shortestAudio ? undefined : decodeBase64(text);
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}
