import { jsonHeaders } from '../../wire/transportChanges.ts';
import { audio, forPaths, transport } from '../quirk.ts';
import { relayError } from './errors/errorReply.ts';

const failure =
  '{"error":{"message":"received error from server: code=3011","type":"upstream_error","param":"","code":"bad_response"}}';

function base64Of(body: string | Uint8Array): string {
  return Buffer.from(body).toString('base64');
}

/** Speech as channels of different kinds send it. */
export const speechQuirks = forPaths(/^\/v1\/audio\/speech$/, {
  'json-as-audio': audio('200 and audio/mpeg, but the body is a JSON error', (reply) => ({
    ...reply,
    body: failure,
  })),
  'json-tail-after-audio': audio('half of the sound, then a JSON error', (reply) => {
    const bytes = Buffer.from(reply.body);
    return { ...reply, body: Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.from(failure)]) };
  }),
  'html-as-audio': audio('200 and audio/mpeg, but the body is an HTML page', (reply) => ({
    ...reply,
    body: '<!doctype html><html><body>console</body></html>',
  })),
  'audio-typed-octets': transport('sound of the type application/octet-stream', {
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'audio-untyped': transport('sound without a type', { headers: { 'content-type': '' } }),
  'audio-typed-pcm': transport('sound said to be audio/pcm', { headers: { 'content-type': 'audio/pcm' } }),
  'audio-in-json': audio('a channel’s own JSON with the sound in base64', ({ status, body }) => ({
    status,
    headers: jsonHeaders,
    body: JSON.stringify({ code: 3000, message: 'Success', data: base64Of(body) }),
  })),
  'audio-as-events': audio('a stream of events with the sound in base64', ({ status, body }) => {
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
  }),
  'audio-not-implemented': relayError(500, 'not implemented', 'convert_request_failed'),
  'audio-empty': audio('200 and audio/mpeg without a byte', (reply) => ({ ...reply, body: '' })),
});
