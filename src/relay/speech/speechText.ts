import { isErrorJson, parseJson } from '../errors/errorBody.ts';
import { readEventStream } from '../eventStream.ts';
import { decodeBase64 } from '../media/base64.ts';

/** Audio that a relay let through as text, or the error that stood in its place. */
export type AudioInText =
  | { readonly audio: Uint8Array }
  /** `hasBegun`: there was audio before the error. */
  | { readonly error: unknown; readonly hasBegun: boolean };

/** Where services put audio in JSON, at the top or one level down. */
const audioFields = ['audio', 'data', 'delta', 'b64_json', 'audio_base64'];

/** Shorter base64 is an id or a word. */
const shortestAudio = 64;

/**
 * Audio inside text: base64, JSON such as `{"data":"<base64>"}`, or server-sent events of such JSON, as some
 * relays pass through from the service behind them. Nothing when there is neither audio nor an error.
 */
export async function findAudioInText(text: string): Promise<AudioInText | undefined> {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (/^(data|event)?:/.test(trimmed)) return findAudioInEvents(trimmed);
  const json = parseJson(trimmed);
  const audio = json === undefined ? decodeLongBase64(trimmed) : findAudioInJson(json);
  return audio && { audio };
}

async function findAudioInEvents(text: string): Promise<AudioInText | undefined> {
  async function* body() {
    yield Buffer.from(text);
  }
  const pieces: Uint8Array[] = [];
  for await (const { events, tail } of readEventStream(body(), () => new RangeError('event too large'))) {
    const texts = [...events.map(({ data }) => data), ...(tail === undefined ? [] : [tail])];
    for (const json of texts.map(parseJson)) {
      const piece = findAudioInJson(json);
      if (piece) pieces.push(piece);
      else if (isErrorJson(json)) return { error: json, hasBegun: pieces.length > 0 };
    }
  }
  return pieces.length > 0 ? { audio: join(pieces) } : undefined;
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
