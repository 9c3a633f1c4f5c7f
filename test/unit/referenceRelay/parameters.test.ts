import { deepStrictEqual } from 'node:assert/strict';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import { askOf, callRelay, checkRefusal, readReply, refused, speechOf } from './callRelay.ts';

/** Changes to a valid request (undefined removes a field), and the error that they cause. */
type Case = readonly [name: string, changes: Readonly<Record<string, unknown>>, complaint: string];

const speechCases: readonly Case[] = [
  ['missing input', { input: undefined }, 'input: Field required'],
  ['blank input', { input: ' ' }, 'input: Invalid string'],
  ['a voice of null', { voice: null }, 'voice: Invalid input'],
  ['a missing voice', { voice: undefined }, 'voice: Field required'],
  ['too low a speed', { speed: 0.19 }, 'speed: must be a number from 0.2 to 3'],
  ['too high a speed', { speed: 3.01 }, 'speed: must be a number from 0.2 to 3'],
  ['speed as a string', { speed: '1' }, 'speed: Invalid input'],
  ['an unknown format', { format: 'flac' }, 'format: Invalid option'],
  ['input of 1025 bytes', { input: `${'你'.repeat(341)}ab` }, 'input: text too long, 1025 bytes'],
  ['an unknown field', { stream_format: 'sse' }, 'stream_format: Extra inputs are not permitted'],
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
  const relay = useReferenceRelay();

  const call = async (path: string, body: unknown, headers = {}) =>
    readReply(await callRelay(relay, path, { method: 'POST', body, headers }));

  for (const [name, changes, complaint] of speechCases) {
    it(`/v1/audio/speech refuses ${name}`, async () => {
      await checkRefusal(await callRelay(relay, '/v1/audio/speech', { body: speechOf(changes) }), complaint);
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
    const bodies: readonly (readonly [string, unknown, object, ReturnType<typeof refused>])[] = [
      ['invalid JSON', '{"model":', {}, refused('invalid request body: not JSON')],
      ['a JSON array', '[]', {}, refused('invalid request body: not a JSON object')],
      [
        'another content type',
        '{}',
        { 'content-type': 'text/plain' },
        refused('Content-Type must be application/json'),
      ],
      ['a missing model', '{}', {}, refused('model: Field required')],
      [
        'an unknown model',
        { model: 'msg-nobody' },
        {},
        refused("The model 'msg-nobody' does not exist", 404, 'model_not_found'),
      ],
      [
        "another endpoint's model",
        { model: 'seedream-4-0-250828' },
        {},
        refused("The model 'seedream-4-0-250828' is not served by this endpoint", 404, 'model_not_found'),
      ],
    ];
    for (const [name, body, headers, expected] of bodies) {
      it(`${path} refuses ${name}`, async () => {
        deepStrictEqual(await call(path, body, headers), expected);
      });
    }
  }
});
