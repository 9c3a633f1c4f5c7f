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
    ...hello,
    speed: 3,
    volumeRatio: 1.5,
    pitchRatio: 0.5,
    emotion: 'happy',
    language: 'en',
  };
  const basics = { input: 'Hello', voice: 'v1', format: 'mp3', response_format: 'mp3' };
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
      ['speed', { speed: 0.19 }],
      ['speed', { speed: 3.01 }],
      ['speed', { model: 'tts-1', speed: 0 }],
      ['volumeRatio', { volumeRatio: '1' }],
      ['response_format', { response_format: 'mp3' }],
    ];
    testUnsent(
      speak,
      wrong.map(([field, change]) => [JSON.stringify(change), { ...hello, ...change }, { field }]),
    );

    it('has no limit for the length of a text, which depends on the channel', async () => {
      await using server = await startServer((call) => reply(call, 200, mp3));
      strictEqual((await speak(server.origin, { ...hello, input: '你'.repeat(342) })).format, 'mp3');
    });
  });

  type Heard = readonly [
    body: () => string | Uint8Array,
    format: SpeechAudio['format'],
    sound: () => Uint8Array,
    type?: string,
  ];
  const mpegLike = () => Buffer.concat([mp3.subarray(0, 4), Buffer.alloc(1000)]);
  const sounds: Readonly<Record<string, Heard>> = {
    'mp3 as JSON type': [() => mp3, 'mp3', () => mp3, 'application/json'],
    'wav as mpeg type': [() => wav, 'wav', () => wav, 'audio/mpeg'],
    'pcm instead of mp3': [() => pcm, 'wav', () => wav, 'audio/mpeg'],
    'pcm that states its sample rate': [
      () => pcm,
      'wav',
      () => wrapPcmAsWav(pcm, 16_000),
      'audio/L16;codec=pcm;rate=16000',
    ],
    'pcm that begins like an mp3': [mpegLike, 'wav', () => wrapPcmAsWav(mpegLike(), 24_000)],
    'pcm with an impossible sample rate': [() => pcm, 'wav', () => wav, 'audio/L16;rate=1'],
    'JSON with data': [
      () => JSON.stringify({ code: 3000, message: 'Success', data: base64(mp3) }),
      'mp3',
      () => mp3,
      'audio/mpeg',
    ],
    'JSON with audio': [() => JSON.stringify({ audio: base64(wav) }), 'wav', () => wav],
    base64: [() => base64(wav), 'wav', () => wav],
    'mp3 with text in its last tag': [
      () => Buffer.concat([mp3, titleTag]),
      'mp3',
      () => Buffer.concat([mp3, titleTag]),
    ],
    'mp3 with a blank line after it': [
      () => Buffer.concat([mp3, Buffer.from('\r\n')]),
      'mp3',
      () => Buffer.concat([mp3, Buffer.from('\r\n')]),
    ],
    'pcm with JSON after it that is not an error': [
      () => Buffer.concat([pcm, Buffer.from('{"AIGC":{"Label":"1"}}')]),
      'wav',
      () => wrapPcmAsWav(Buffer.concat([pcm, Buffer.from('{"AIGC":{"Label":"1"}}')]), 24_000),
    ],
    'events with chunks of audio': [
      () =>
        [
          ...[mp3.subarray(0, 3000), mp3.subarray(3000)].map((piece) => ({ audio: base64(piece) })),
          { type: 'speech.audio.done', usage: {} },
        ]
          .map((json) => `data: ${JSON.stringify(json)}\n\n`)
          .join(''),
      'mp3',
      () => mp3,
      'audio/mpeg',
    ],
  };
  for (const [name, [body, format, sound, type = 'audio/mpeg']] of Object.entries(sounds)) {
    it(`reads ${name}`, async () => {
      await using server = await startServer((call) => reply(call, 200, body(), { 'content-type': type }));
      deepStrictEqual(summarise(await speak(server.origin)), {
        format,
        isMeasured: format === 'mp3',
        sound: base64(sound()),
      });
    });
  }

  type Failure = readonly [
    body: () => string | Uint8Array,
    kind: RelayErrorKind,
    details?: RelayErrorDetails,
  ];
  const errorJson = `{"error":{"message":"quota ${apiKey} (request id: r9)","code":"insufficient_user_quota"}}`;
  const errorDetails = { relayMessage: 'quota [key]', code: 'insufficient_user_quota', requestId: 'r9' };
  const halfFrame = () => mp3.subarray(0, -60);
  /** The size that services write before they know it. */
  const unsizedWav = Buffer.concat([wav.subarray(0, 4), Buffer.alloc(4, 0xff), wav.subarray(8)]);
  const page = `<!DOCTYPE html><title>${'错误'.repeat(100)} </title>`;
  const followed = (sound: () => Uint8Array, tail: string) => () =>
    Buffer.concat([sound(), Buffer.from(tail)]);
  const failures: Record<string, Failure> = {
    'an error under 200': [() => errorJson, 'insufficientBalance', errorDetails],
    'JSON with a link': [() => '{"url":"https://a.example/b.mp3"}', 'invalidResponse'],
    'an event with an error': [() => `data: ${errorJson}\n\n`, 'insufficientBalance', errorDetails],
    'an error after events with audio': [
      () => `data: {"audio":"${base64(mp3)}"}\n\ndata: ${errorJson}\n\n`,
      'interrupted',
      errorDetails,
    ],
    'an error after half a frame': [followed(halfFrame, errorJson), 'interrupted', errorDetails],
    'an error after pcm': [followed(() => pcm, errorJson), 'interrupted', errorDetails],
    'an error after wav of unknown size': [
      followed(() => unsizedWav, errorJson),
      'interrupted',
      errorDetails,
    ],
    'a web page after half a frame': [followed(halfFrame, page), 'interrupted'],
    'a web page after pcm': [followed(() => pcm, page), 'interrupted'],
    'a web page after wav of unknown size': [followed(() => unsizedWav, page), 'interrupted'],
    'speech events without the last one': [
      () => `data: {"type":"speech.audio.delta","audio":"${base64(mp3)}"}\n\n`,
      'interrupted',
    ],
    'named speech events without the last one': [
      () => `event: speech.audio.delta\ndata: {"data":"${base64(mp3)}"}\n\n`,
      'interrupted',
    ],
    'an event larger than any audio': [() => `data: ${'A'.repeat(34_000_000)}\n\n`, 'invalidResponse'],
    'mp3 that ends inside a frame': [halfFrame, 'interrupted'],
    'a wav shorter than its size': [() => wav.subarray(0, -600), 'interrupted'],
    'ogg without its last page': [() => ogg.subarray(0, -46), 'interrupted'],
    'an odd number of unknown bytes': [() => pcm.subarray(0, -1), 'invalidResponse'],
    'an mp3 of half a frame': [() => mp3.subarray(0, 100), 'interrupted'],
    'an mp3 of two frames and a half': [() => mp3.subarray(0, 360), 'interrupted'],
    'an M4A file': [() => Buffer.from('\0\0\0\x20ftypM4A \0\0\0\0'), 'invalidResponse'],
  };
  for (const tail of [
    `{"request_id":"r9","error":{"message":"quota ${apiKey}","code":"insufficient_user_quota"}}`,
    `${errorJson}\n\ndata: [DONE]\n\n`,
    `\n\nevent: error\ndata: ${errorJson}\n\n`,
    `{"usage":{"note":"a brace in words: }"}}\n${errorJson}`,
    `${errorJson} {"unfinished":"`,
  ])
    failures[`${JSON.stringify(tail)} after mp3`] = [followed(() => mp3, tail), 'interrupted', errorDetails];
  for (const tail of ['data: [DONE]\n\n', '{"message":"quota"}', '<b>502</b>', '\nupstream timed out'])
    failures[`${JSON.stringify(tail)} after mp3`] = [followed(() => mp3, tail), 'interrupted'];
  for (const [name, [body, kind, details]] of Object.entries(failures)) {
    it(`does not take ${name} for speech`, async () => {
      await using server = await startServer((call) =>
        reply(call, 200, body(), { 'content-type': 'audio/mpeg' }),
      );
      await rejects(speak(server.origin), failsWith(kind, { status: 200, ...details }));
    });
  }
});
