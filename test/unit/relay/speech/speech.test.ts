import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import type { RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import { wrapPcmAsWav } from '../../../../src/relay/speech/audioFormat.ts';
import type { SpeechAudio, SpeechRequest } from '../../../../src/relay/speech/speech.ts';
import { apiKey, failsWith, testUnsent, withClient } from '../clientCalls.ts';
import { reply, startServer } from '../misbehavingServer.ts';
import { createMp3, createOgg, createPcm } from './soundSamples.ts';

const hello: SpeechRequest = { model: 'seed-tts-1.0', input: 'Hello', voice: 'v1' };

const pcm = createPcm();
const wav = wrapPcmAsWav(pcm, 24_000);
const ogg = createOgg();
/** An ID3v1 tag whose fields are padded with spaces. */
const titleTag = Buffer.from('TAGTitle'.padEnd(128));
let mp3: Buffer;

const speak = (origin: string, request: SpeechRequest = hello): Promise<SpeechAudio> =>
  withClient(origin, (client) => client.speak(request));

/** A short form of the result that can be compared as a whole. */
const summarise = ({ bytes, seconds, ...rest }: SpeechAudio) => ({
  ...rest,
  isMeasured: seconds !== undefined,
  sound: Buffer.from(bytes).toString('base64'),
});
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

describe('speech', () => {
  before(async () => {
    mp3 = await createMp3();
  });

  it('sends the request as the contract says, with mp3 under both names', async () => {
    await using server = await startServer((call) =>
      reply(call, 200, mp3, { 'content-type': 'audio/mpeg', 'x-oneapi-request-id': 'r1' }),
    );
    deepStrictEqual(summarise(await speak(server.origin)), {
      format: 'mp3',
      isMeasured: true,
      requestId: 'r1',
      sound: base64(mp3),
    });
    const [sent] = server.requests;
    deepStrictEqual(
      [sent?.method, sent?.url, sent?.headers.authorization, JSON.parse(sent?.body ?? '')],
      [
        'POST',
        '/v1/audio/speech',
        `Bearer ${apiKey}`,
        { model: 'seed-tts-1.0', input: 'Hello', voice: 'v1', format: 'mp3', response_format: 'mp3' },
      ],
    );
  });

  const everything: SpeechRequest = {
    model: '',
    input: 'Hello',
    voice: 'v1',
    format: 'ogg_opus',
    speed: 3,
    volumeRatio: 1.5,
    pitchRatio: 0.5,
    emotion: 'happy',
    language: 'en',
  };
  const basics = { input: 'Hello', voice: 'v1', format: 'ogg_opus', response_format: 'ogg_opus' };
  const advanced = { speed: 3, volume_ratio: 1.5, pitch_ratio: 0.5, emotion: 'happy', language: 'en' };
  for (const [model, body] of [
    ['seed-tts-2.0', { ...basics, ...advanced }],
    ['tts-1', { ...basics, ...advanced }],
    ['gx-2.5-flash-preview-tts', basics],
    ['gemini-2.5-pro-preview-tts', basics],
  ] as const) {
    it(`sends ${model} the options of its family`, async () => {
      await using server = await startServer((call) => reply(call, 200, mp3));
      await speak(server.origin, { ...everything, model });
      deepStrictEqual(JSON.parse(server.requests[0]?.body ?? ''), { model, ...body });
    });
  }

  describe('checks its request, and', () => {
    const wrong: readonly (readonly [field: string, change: object])[] = [
      ['model', { model: '' }],
      ['input', { input: ' \n' }],
      ['voice', { voice: '' }],
      ['format', { format: 'aac' }],
      ['speed', { speed: 0.19 }],
      ['speed', { speed: 3.01 }],
      ['speed', { speed: Number.NaN }],
      ['speed', { model: 'tts-1', speed: 0 }],
      ['volumeRatio', { volumeRatio: '1' }],
      ['response_format', { response_format: 'mp3' }],
    ];
    testUnsent(
      speak,
      wrong.map(([field, change]) => [JSON.stringify(change), { ...hello, ...change }, { field }]),
    );

    for (const change of [
      { input: '你'.repeat(342) },
      { model: 'gx-2.5-pro-preview-tts', input: 'a'.repeat(5000) },
    ]) {
      it(`speaks ${change.input.length} characters`, async () => {
        await using server = await startServer((call) => reply(call, 200, mp3));
        strictEqual((await speak(server.origin, { ...hello, ...change })).format, 'mp3');
      });
    }
  });

  interface Heard {
    readonly name: string;
    readonly body: () => string | Uint8Array;
    readonly type?: string;
    readonly asked?: SpeechRequest['format'];
    readonly format: SpeechAudio['format'];
    readonly sound: () => Uint8Array;
  }
  const sounds: readonly Heard[] = [
    { name: 'mp3 as JSON type', body: () => mp3, type: 'application/json', format: 'mp3', sound: () => mp3 },
    { name: 'wav as mpeg type', body: () => wav, type: 'audio/mpeg', format: 'wav', sound: () => wav },
    { name: 'ogg as mpeg type', body: () => ogg, asked: 'ogg_opus', format: 'ogg', sound: () => ogg },
    { name: 'mp3 instead of wav', body: () => mp3, asked: 'wav', format: 'mp3', sound: () => mp3 },
    { name: 'pcm as requested', body: () => pcm, asked: 'pcm', format: 'wav', sound: () => wav },
    { name: 'pcm instead of mp3', body: () => pcm, type: 'audio/mpeg', format: 'wav', sound: () => wav },
    {
      name: 'pcm that states its sample rate',
      body: () => pcm,
      type: 'audio/L16;codec=pcm;rate=16000',
      format: 'wav',
      sound: () => wrapPcmAsWav(pcm, 16_000),
    },
    {
      name: 'pcm with an impossible sample rate',
      body: () => pcm,
      type: 'audio/L16;rate=1',
      format: 'wav',
      sound: () => wav,
    },
    {
      name: 'JSON with data',
      body: () => JSON.stringify({ code: 3000, message: 'Success', data: base64(mp3) }),
      type: 'audio/mpeg',
      format: 'mp3',
      sound: () => mp3,
    },
    {
      name: 'JSON with audio',
      body: () => JSON.stringify({ audio: base64(wav) }),
      format: 'wav',
      sound: () => wav,
    },
    {
      name: 'JSON with raw pcm',
      body: () => JSON.stringify({ data: base64(pcm) }),
      format: 'wav',
      sound: () => wav,
    },
    {
      name: 'mp3 with text in its last tag',
      body: () => Buffer.concat([mp3, titleTag]),
      format: 'mp3',
      sound: () => Buffer.concat([mp3, titleTag]),
    },
    {
      name: 'mp3 with a blank line after it',
      body: () => Buffer.concat([mp3, Buffer.from('\r\n')]),
      format: 'mp3',
      sound: () => Buffer.concat([mp3, Buffer.from('\r\n')]),
    },
    {
      name: 'pcm with JSON after it that is not an error',
      body: () => Buffer.concat([pcm, Buffer.from('{"AIGC":{"Label":"1"}}')]),
      format: 'wav',
      sound: () => wrapPcmAsWav(Buffer.concat([pcm, Buffer.from('{"AIGC":{"Label":"1"}}')]), 24_000),
    },
    {
      name: 'events with chunks of audio',
      body: () =>
        [
          ...[mp3.subarray(0, 3000), mp3.subarray(3000)].map((piece) => ({ audio: base64(piece) })),
          { type: 'speech.audio.done', usage: {} },
        ]
          .map((json) => `data: ${JSON.stringify(json)}\n\n`)
          .join(''),
      type: 'audio/mpeg',
      format: 'mp3',
      sound: () => mp3,
    },
  ];
  for (const { name, body, type = 'audio/mpeg', asked, format, sound } of sounds) {
    it(`reads ${name}`, async () => {
      await using server = await startServer((call) => reply(call, 200, body(), { 'content-type': type }));
      const request = { ...hello, ...(asked && { format: asked }) };
      deepStrictEqual(summarise(await speak(server.origin, request)), {
        format,
        isMeasured: format === 'mp3',
        sound: base64(sound()),
      });
    });
  }

  interface Failure {
    readonly name: string;
    readonly body: () => string | Uint8Array;
    readonly status?: number;
    readonly asked?: SpeechRequest['format'];
    readonly kind: RelayErrorKind;
    readonly details?: RelayErrorDetails;
  }
  const errorJson = `{"error":{"message":"quota ${apiKey} (request id: r9)","code":"insufficient_user_quota"}}`;
  const errorDetails = { relayMessage: 'quota [key]', code: 'insufficient_user_quota', requestId: 'r9' };
  const failures: readonly Failure[] = [
    { name: 'an error under 200', body: () => errorJson, kind: 'insufficientBalance', details: errorDetails },
    { name: 'JSON with a link', body: () => '{"url":"https://a.example/b.mp3"}', kind: 'invalidResponse' },
    {
      name: 'an event with an error',
      body: () => `data: ${errorJson}\n\n`,
      kind: 'insufficientBalance',
      details: errorDetails,
    },
    {
      name: 'an error after events with audio',
      body: () => `data: {"audio":"${base64(mp3)}"}\n\ndata: ${errorJson}\n\n`,
      kind: 'interrupted',
      details: errorDetails,
    },
    {
      name: 'JSON after mp3',
      body: () => Buffer.concat([mp3, Buffer.from(errorJson)]),
      kind: 'interrupted',
      details: errorDetails,
    },
    ...[
      `{"request_id":"r9","error":{"message":"quota ${apiKey}","code":"insufficient_user_quota"}}`,
      `${errorJson}\n\ndata: [DONE]\n\n`,
      `\n\nevent: error\ndata: ${errorJson}\n\n`,
      `{"usage":{"note":"a brace in words: }"}}\n${errorJson}`,
      `${errorJson} {"unfinished":"`,
    ].flatMap((tail): Failure[] =>
      (
        [
          ['mp3', () => mp3],
          ['half a frame', () => mp3.subarray(0, -60)],
          ['pcm', () => pcm],
        ] as const
      ).map(([before, sound]) => ({
        name: `${JSON.stringify(tail)} after ${before}`,
        body: () => Buffer.concat([sound(), Buffer.from(tail)]),
        kind: 'interrupted',
        details: errorDetails,
      })),
    ),
    ...['data: [DONE]\n\n', '{"message":"quota"}', '<b>502</b>', '\nupstream timed out'].map(
      (tail): Failure => ({
        name: `${JSON.stringify(tail)} after mp3`,
        body: () => Buffer.concat([mp3, Buffer.from(tail)]),
        kind: 'interrupted',
      }),
    ),
    {
      name: 'speech events without the last one',
      body: () => `data: {"type":"speech.audio.delta","audio":"${base64(mp3)}"}\n\n`,
      kind: 'interrupted',
    },
    {
      name: 'named speech events without the last one',
      body: () => `event: speech.audio.delta\ndata: {"data":"${base64(mp3)}"}\n\n`,
      kind: 'interrupted',
    },
    {
      name: 'an event larger than any audio',
      body: () => `data: ${'A'.repeat(34_000_000)}\n\n`,
      kind: 'invalidResponse',
    },
    {
      name: 'JSON after pcm',
      body: () => Buffer.concat([pcm, Buffer.from(`${errorJson}\n`)]),
      asked: 'pcm',
      kind: 'interrupted',
      details: errorDetails,
    },
    { name: 'mp3 that ends inside a frame', body: () => mp3.subarray(0, -60), kind: 'interrupted' },
    { name: 'a wav shorter than its size', body: () => wav.subarray(0, -600), kind: 'interrupted' },
    { name: 'ogg without its last page', body: () => ogg.subarray(0, -46), kind: 'interrupted' },
    { name: 'half a pcm sample', body: () => pcm.subarray(0, -1), asked: 'pcm', kind: 'interrupted' },
    { name: 'an odd number of unknown bytes', body: () => pcm.subarray(0, -1), kind: 'invalidResponse' },
    { name: 'an mp3 of half a frame', body: () => mp3.subarray(0, 100), kind: 'interrupted' },
    { name: 'an mp3 of two frames and a half', body: () => mp3.subarray(0, 360), kind: 'interrupted' },
    { name: 'an M4A file', body: () => Buffer.from('\0\0\0\x20ftypM4A \0\0\0\0'), kind: 'invalidResponse' },
  ];
  for (const { name, body, status = 200, asked, kind, details } of failures) {
    it(`does not take ${name} for speech`, async () => {
      await using server = await startServer((call) =>
        reply(call, status, body(), { 'content-type': 'audio/mpeg' }),
      );
      const request = { ...hello, ...(asked && { format: asked }) };
      await rejects(speak(server.origin, request), failsWith(kind, { status, ...details }));
    });
  }
});
