import { Refusal } from '../../wire/refusal.ts';
import type { Quirk } from '../quirk.ts';

const on = /^\/v1\/audio\/speech$/;
const json = 'application/json; charset=utf-8';
const failure =
  '{"error":{"message":"received error from server: code=3011","type":"upstream_error","param":"","code":"bad_response"}}';

function base64Of(body: string | Uint8Array): string {
  return Buffer.from(body).toString('base64');
}

/** Speech as channels of different kinds send it. */
export const speechQuirks = {
  'json-as-audio': {
    does: '200 and audio/mpeg, but the body is a JSON error',
    on,
    changeAudio: (reply) => ({ ...reply, body: failure }),
  },
  'json-tail-after-audio': {
    does: 'half of the sound, then a JSON error',
    on,
    changeAudio: (reply) => {
      const bytes = Buffer.from(reply.body);
      return { ...reply, body: Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.from(failure)]) };
    },
  },
  'html-as-audio': {
    does: '200 and audio/mpeg, but the body is an HTML page',
    on,
    changeAudio: (reply) => ({ ...reply, body: '<!doctype html><html><body>console</body></html>' }),
  },
  'audio-typed-octets': {
    does: 'sound of the type application/octet-stream',
    on,
    transport: { headers: { 'content-type': 'application/octet-stream' } },
  },
  'audio-untyped': { does: 'sound without a type', on, transport: { headers: { 'content-type': '' } } },
  'audio-typed-pcm': {
    does: 'sound said to be audio/pcm',
    on,
    transport: { headers: { 'content-type': 'audio/pcm' } },
  },
  'audio-in-json': {
    does: 'a channel’s own JSON with the sound in base64',
    on,
    changeAudio: ({ status, body }) => ({
      status,
      headers: { 'content-type': json },
      body: JSON.stringify({ code: 3000, message: 'Success', data: base64Of(body) }),
    }),
  },
  'audio-as-events': {
    does: 'a stream of events with the sound in base64',
    on,
    changeAudio: ({ status, body }) => {
      const bytes = Buffer.from(body);
      const halves = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
      const events = [
        ...halves.map((half) => ({ type: 'speech.audio.delta', audio: base64Of(half) })),
        { type: 'speech.audio.done', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
      ];
      return {
        status,
        headers: { 'content-type': 'text/event-stream' },
        body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
      };
    },
  },
  'audio-always-mp3': { does: 'the format is ignored: always MP3', on, audioFormat: 'mp3' },
  'audio-not-implemented': {
    does: '500: the channel can’t speak at this endpoint',
    on,
    reply: ({ id }) => ({
      status: 500,
      headers: { 'content-type': json },
      body: new Refusal({ status: 500, code: 'convert_request_failed', message: 'not implemented' }).body(id),
    }),
  },
  'audio-empty': {
    does: '200 and audio/mpeg without a byte',
    on,
    changeAudio: (reply) => ({ ...reply, body: '' }),
  },
} as const satisfies Record<string, Quirk>;
