import { deepStrictEqual } from 'node:assert/strict';
import { type QuirkName, quirkGroups } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { callRelay, readReply, speechOf } from '../callRelay.ts';

const mpeg = 'audio/mpeg';
const failure =
  '{"error":{"message":"received error from server: code=3011","type":"upstream_error","param":"","code":"bad_response"}}';
const page = '<!doctype html><html><body>console</body></html>';

interface Expected {
  readonly type: string | null;
  /** How many bytes of the sound are in the body, of so many that were spoken. */
  readonly soundBytes: (spoken: number) => number;
  /** The body without its sound. */
  readonly rest: string;
}

const all = (spoken: number) => spoken;
const none = () => 0;
const half = (spoken: number) => Math.floor(spoken / 2);

const cases: Readonly<Record<string, Expected>> = {
  'json-as-audio': { type: mpeg, soundBytes: none, rest: failure },
  'json-tail-after-audio': { type: mpeg, soundBytes: half, rest: failure },
  'html-as-audio': { type: mpeg, soundBytes: none, rest: page },
  'audio-typed-octets': { type: 'application/octet-stream', soundBytes: all, rest: '' },
  'audio-untyped': { type: null, soundBytes: all, rest: '' },
  'audio-typed-pcm': { type: 'audio/pcm', soundBytes: all, rest: '' },
  'audio-in-json': {
    type: 'application/json; charset=utf-8',
    soundBytes: all,
    rest: '{"code":3000,"message":"Success","data":""}',
  },
  'audio-as-events': {
    type: 'text/event-stream',
    soundBytes: all,
    rest: `${'data: {"type":"speech.audio.delta","audio":""}\n\n'.repeat(2)}data: {"type":"speech.audio.done","usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}\n\n`,
  },
  'audio-empty': { type: mpeg, soundBytes: none, rest: '' },
};

/** Takes the sound out of a body, wherever it is: a WAV file at its start, or base64 in its strings. */
function splitSound(body: Buffer): readonly [soundBytes: number, rest: string] {
  if (body.toString('latin1', 0, 4) === 'RIFF') {
    const end = body.indexOf('{"error"');
    const length = end < 0 ? body.length : end;
    return [length, body.toString('latin1', length)];
  }
  const base64 = /(?<=")[A-Za-z0-9+/=]{100,}(?=")/g;
  const text = body.toString('latin1');
  const sounds = [...text.matchAll(base64)].map(([sound]) => Buffer.from(sound, 'base64').length);
  return [sounds.reduce((sum, length) => sum + length, 0), text.replaceAll(base64, '')];
}

describe('reference relay: quirks of speech', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  it('has a case for each quirk', () => {
    const others = ['audio-always-mp3', 'audio-not-implemented'];
    deepStrictEqual([...Object.keys(cases), ...others].sort(), Object.keys(quirkGroups.speech).sort());
  });

  it('audio-always-mp3, also for formats that the channel does not have', async () => {
    using _quirk = relay.with('audio-always-mp3');
    for (const format of ['wav', 'pcm', 'ogg_opus']) {
      const reply = await callRelay(relay, '/v1/audio/speech', { body: speechOf({ format }) });
      const bytes = Buffer.from(await reply.arrayBuffer());
      deepStrictEqual(
        [reply.status, bytes.readUInt16BE(0) & 0xffe0, relay.utterances.at(-1)?.format],
        [200, 0xffe0, 'mp3'],
      );
    }
  });

  it('audio-not-implemented', async () => {
    using _quirk = relay.with('audio-not-implemented');
    const reply = await readReply(await callRelay(relay, '/v1/audio/speech', { body: speechOf() }));
    deepStrictEqual(reply, {
      status: 500,
      type: 'application/json; charset=utf-8',
      body: {
        error: {
          message: 'not implemented (request id: <id>)',
          type: 'new_api_error',
          code: 'convert_request_failed',
        },
      },
    });
  });

  for (const [name, { type, soundBytes, rest }] of Object.entries(cases)) {
    it(name, async () => {
      using _quirk = relay.with(name as QuirkName);
      const reply = await callRelay(relay, '/v1/audio/speech', {
        body: speechOf({ input: 'Hi', format: 'wav' }),
      });
      const split = splitSound(Buffer.from(await reply.arrayBuffer()));
      const spoken = relay.utterances.at(-1)?.byteLength ?? 0;
      deepStrictEqual(
        [reply.status, reply.headers.get('content-type'), ...split],
        [200, type, soundBytes(spoken), rest],
      );
    });
  }
});
