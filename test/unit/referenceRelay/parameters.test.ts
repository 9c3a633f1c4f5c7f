import { deepStrictEqual } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';
import { askOf, callRelay, readReply, speechOf } from './callRelay.ts';

const json = 'application/json; charset=utf-8';
const user = { role: 'user', content: 'Hello' };

/** Changes to a valid request (undefined removes a field), and the error that they cause. */
type Case = readonly [name: string, changes: Readonly<Record<string, unknown>>, complaint: string];

const maxTokensRule = 'max_tokens: must be an integer from 1 to 200000';
const temperatureRule = 'temperature: must be a number from 0 to 2';
const messagesRule = 'messages: must be an array of at least 1 message';
const mixed = (name: string, protocol: string) =>
  `${name}: a field of the ${protocol} protocol; protocols must not be mixed`;
const extra = (name: string) => `${name}: Extra inputs are not permitted`;

const messagesCases: readonly Case[] = [
  ['missing max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
  ['max_tokens of 0', { max_tokens: 0 }, maxTokensRule],
  ['max_tokens above the context size', { max_tokens: 200_001 }, maxTokensRule],
  ['a temperature above 2', { temperature: 2.1 }, temperatureRule],
  ['missing messages', { messages: undefined }, 'messages: Field required'],
  ['empty messages', { messages: [] }, messagesRule],
  [
    'a system message',
    { messages: [{ role: 'system', content: 'x' }, user] },
    'messages.0.role: must be user or assistant',
  ],
  [
    'a message with extra fields',
    { messages: [{ ...user, id: 7 }] },
    'messages.0.id: Extra inputs are not permitted',
  ],
  ['system as a number', { system: 1 }, 'system: must be a string or an array of blocks'],
  ['stream as a string', { stream: 'true' }, 'stream: must be true or false'],
  [
    'too many tools',
    { tools: Array(129).fill({ name: 'x', input_schema: { type: 'object' } }) },
    'tools: must be an array of at most 128',
  ],
  ['contents', { contents: [{ parts: [] }] }, mixed('contents', 'generate-content')],
  ['max_completion_tokens', { max_completion_tokens: 5 }, mixed('max_completion_tokens', 'chat-completions')],
  ['context_management', { context_management: {} }, extra('context_management')],
];

const speedRule = 'speed: must be a number from 0.2 to 3';
const formatRule = 'format: must be one of mp3, wav, pcm, ogg_opus';

const speechCases: readonly Case[] = [
  ['missing input', { input: undefined }, 'input: Field required'],
  ['blank input', { input: ' ' }, 'input: must be a string that is not empty'],
  ['a voice of null', { voice: null }, 'voice: must be a string that is not empty'],
  ['too high a speed', { speed: 3.01 }, speedRule],
  ['speed as a string', { speed: '1' }, 'speed: must be a number'],
  ['an unknown format', { format: 'flac' }, formatRule],
  [
    'input of 1025 bytes',
    { input: `${'你'.repeat(341)}ab` },
    'input: text too long, 1025 bytes of at most 1024',
  ],
  ['an unknown field', { stream_format: 'sse' }, extra('stream_format')],
];

/** Requests that the channel behind the relay refuses: the JSON comes with the audio content type. */
const channelCases: readonly Case[] = [
  ['an unknown voice', { voice: 'nobody' }, 'voice: nobody is not available for seed-tts-1.0'],
  [
    'a voice of the 2.0 model',
    { voice: 'zh_female_vv_uranus_bigtts' },
    'voice: zh_female_vv_uranus_bigtts is not available for seed-tts-1.0',
  ],
  ['ogg_opus', { format: 'ogg_opus' }, 'format: ogg_opus is not enabled on this channel'],
];

describe('reference relay: parameters (contract 2, 7 and 8)', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  const call = async (path: string, body: unknown, headers = {}) =>
    readReply(await callRelay(relay, path, { method: 'POST', body, headers }));

  for (const [name, changes, complaint] of messagesCases) {
    it(`/v1/messages refuses ${name}`, async () => {
      deepStrictEqual(await call('/v1/messages', askOf('Hello', changes)), {
        status: 400,
        type: json,
        body: {
          type: 'error',
          error: { type: 'invalid_request_error', message: `${complaint} (request id: <id>)` },
        },
      });
    });
  }

  for (const [name, changes, complaint] of speechCases) {
    it(`/v1/audio/speech refuses ${name}`, async () => {
      const message = `${complaint} (request id: <id>)`;
      deepStrictEqual(await call('/v1/audio/speech', speechOf(changes)), {
        status: 400,
        type: json,
        body: { error: { message, type: 'invalid_request_error', code: 'invalid_request' } },
      });
    });
  }

  for (const [name, changes, complaint] of channelCases) {
    it(`/v1/audio/speech passes on its channel’s refusal of ${name}`, async () => {
      const message = `${complaint} (request id: <id>)`;
      deepStrictEqual(await call('/v1/audio/speech', speechOf(changes)), {
        status: 400,
        type: 'audio/mpeg',
        body: { error: { message, type: 'upstream_error', code: 'bad_response' } },
      });
    });
  }

  it('accepts the limits themselves', async () => {
    const accepted = [
      ['/v1/messages', askOf('Hello', { temperature: 0, max_tokens: 1 })],
      ['/v1/messages', askOf('Hello', { temperature: 2, max_tokens: 200_000 })],
      ['/v1/messages', askOf('Hello', { system: [{ type: 'text', text: 'Be short.' }], tools: [] })],
      ['/v1/audio/speech', speechOf({ speed: 3, input: `${'a '.repeat(512)}`, emotion: 'happy' })],
    ] as const;
    const replies = await Promise.all(accepted.map(([path, body]) => call(path, body)));
    deepStrictEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200],
    );
  });

  for (const path of ['/v1/messages', '/v1/audio/speech']) {
    const refused = (status: number, message: string, code: string) => ({
      status,
      type: json,
      body: { error: { message: `${message} (request id: <id>)`, type: 'invalid_request_error', code } },
    });
    const bodies: readonly (readonly [string, unknown, object, ReturnType<typeof refused>])[] = [
      ['invalid JSON', '{"model":', {}, refused(400, 'invalid request body: not JSON', 'invalid_request')],
      ['a JSON array', '[]', {}, refused(400, 'invalid request body: not a JSON object', 'invalid_request')],
      [
        'another content type',
        '{}',
        { 'content-type': 'text/plain' },
        refused(400, 'Content-Type must be application/json', 'invalid_request'),
      ],
      ['a missing model', '{}', {}, refused(400, 'model: Field required', 'invalid_request')],
      [
        'an unknown model',
        { model: 'msg-nobody' },
        {},
        refused(404, "The model 'msg-nobody' does not exist", 'model_not_found'),
      ],
      [
        "another endpoint's model",
        { model: 'seedream-4-0-250828' },
        {},
        refused(404, "The model 'seedream-4-0-250828' is not served by this endpoint", 'model_not_found'),
      ],
    ];
    for (const [name, body, headers, expected] of bodies) {
      it(`${path} refuses ${name}`, async () => {
        deepStrictEqual(await call(path, body, headers), expected);
      });
    }
  }
});
