import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { admitCall } from '../account/models.ts';
import { speechModels } from '../account/voices.ts';
import { encodeAudio } from '../sound/audioEncoding.ts';
import { markSpeech } from '../sound/speechMark.ts';
import { sampleRate, speak } from '../sound/voice.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { anything, checkBody, parseJsonBody, text } from '../wire/fields.ts';
import { invalidRequest, Refusal } from '../wire/refusal.ts';

/** Contract 8: the recommended limit of family A, which this channel enforces. */
const inputLimitBytes = 1024;
const pieceBytes = 16_384;

const format = z.enum(['mp3', 'wav', 'pcm', 'ogg_opus']);

/** Contract 2.1, and the other name under which relays of this kind take the format. */
const speechBody = z.strictObject({
  model: text,
  input: text,
  voice: text,
  format: format.optional(),
  response_format: format.optional(),
  speed: z.number().optional(),
  volume_ratio: anything,
  pitch_ratio: anything,
  emotion: anything,
  language: anything,
});

/**
 * A refusal by the channel behind the relay. Relays have named the audio type by then, and the JSON goes out
 * under it.
 */
function channelRefusal(message: string): Refusal {
  return new Refusal({
    status: 400,
    type: 'upstream_error',
    code: 'bad_response',
    headers: { 'content-type': 'audio/mpeg' },
    message,
  });
}

function readOrder(call: Call) {
  const json = parseJsonBody(call);
  const { id } = admitCall(call.token, json['model'], 'speech');
  const body = checkBody(json, speechBody);
  const { input, speed = 1 } = body;
  const model = speechModels.get(id);
  const voice = model?.voices.find((candidate) => candidate.id === body.voice);
  const isFamilyA = model?.family === 'A';
  if (isFamilyA && !(speed >= 0.2 && speed <= 3)) {
    throw invalidRequest('speed: must be a number from 0.2 to 3');
  }
  if (isFamilyA && Buffer.byteLength(input) > inputLimitBytes) {
    throw invalidRequest(
      `input: text too long, ${Buffer.byteLength(input)} bytes of at most ${inputLimitBytes}`,
    );
  }
  if (voice === undefined) throw channelRefusal(`voice: ${body.voice} is not available for ${id}`);
  // Where the two names disagree, the contract's own counts.
  const wanted = body.format ?? body.response_format ?? (isFamilyA ? 'pcm' : 'mp3');
  if (wanted !== 'mp3' && wanted !== 'wav' && wanted !== 'pcm') {
    throw channelRefusal(`format: ${wanted} is not enabled on this channel`);
  }
  const order = { model: id, voice: voice.id, text: input, format: wanted, speed: isFamilyA ? speed : 1 };
  return { order, variant: voice.variant };
}

async function answerSpeech(call: Call): Promise<void> {
  const { exchange, journal } = call;
  const { order, variant } = readOrder(call);
  const { speechMsPerByte, speechMarkLevel } = call.settings;
  await setTimeout(speechMsPerByte * Buffer.byteLength(order.text));
  const { language, ...spoken } = await speak(order.text, variant, order.speed);
  const number = journal.utterances.length;
  const samples = speechMarkLevel > 0 ? markSpeech(spoken.samples, number, speechMarkLevel) : spoken.samples;
  const audio = await encodeAudio(samples, order.format);
  journal.utterances.push({
    requestId: exchange.record.id,
    ...order,
    language,
    sampleRate,
    samples: samples.length,
    seconds: samples.length / sampleRate,
    byteLength: audio.length,
  });
  // Contract 2.3: audio/mpeg, whatever the bytes are.
  const headers = { 'content-type': 'audio/mpeg' };
  const { body, ...head } = call.quirks.changeAudio({ status: 200, headers, body: audio });
  exchange.start(head.status, head.headers);
  const bytes = Buffer.from(body);
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    await exchange.write(bytes.subarray(offset, offset + pieceBytes));
  }
  exchange.end();
}

export const speechEndpoint: Endpoint = {
  method: 'POST',
  path: /^\/v1\/audio\/speech$/,
  answer: answerSpeech,
};
