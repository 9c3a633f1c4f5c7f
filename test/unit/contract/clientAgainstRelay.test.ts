import { deepStrictEqual, ok } from 'node:assert/strict';
import { MPEGDecoder } from 'mpg123-decoder';
import type { ChatEvent } from '../../../src/relay/chat/chatEvent.ts';
import { createRelayClient, type RelayClient } from '../../../src/relay/client.ts';
import type { RelayErrorKind } from '../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import type { SpeechRequest } from '../../../src/relay/speech/speech.ts';
import type { DemoKeyName } from '../../relay/account/tokens.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../relay/referenceRelay.ts';

/** The error kind that each demo key causes for model lists and for chats; undefined if none. */
const refusals: [DemoKeyName, onList: RelayErrorKind | undefined, onChat: RelayErrorKind | undefined][] = [
  ['good', undefined, undefined],
  ['disabled401', 'authentication', 'authentication'],
  ['disabled403', 'tokenUnavailable', 'tokenUnavailable'],
  ['expired401', 'tokenUnavailable', 'tokenUnavailable'],
  ['expired403', 'tokenUnavailable', 'tokenUnavailable'],
  ['outOfQuota401', 'tokenUnavailable', 'tokenUnavailable'],
  ['outOfQuota403', 'tokenUnavailable', 'tokenUnavailable'],
  ['blockedByIp', 'tokenUnavailable', 'tokenUnavailable'],
  ['balanceTooLow', undefined, 'insufficientBalance'],
  ['balanceTooLowUnnamed', undefined, 'insufficientBalance'],
  ['restricted', undefined, 'modelNotAllowed'],
  ['rateLimited', undefined, 'rateLimit'],
  ['rateLimitedEmpty', undefined, 'rateLimit'],
  ['rateLimitedRetryAfter', undefined, 'rateLimit'],
  ['noChannel', undefined, 'modelNotAllowed'],
];

describe('the client against the reference relay', () => {
  let relay: ReferenceRelay;
  let client: RelayClient;
  before(async () => {
    relay = await startReferenceRelay();
    client = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys.good });
  });
  after(async () => {
    await client.close();
    await relay.close();
  });

  async function ask(content: string, from = client): Promise<ChatEvent[]> {
    const events: ChatEvent[] = [];
    const request = {
      model: 'msg-sonnet-4-6',
      maxTokens: 100_000,
      messages: [{ role: 'user' as const, content }],
    };
    for await (const event of from.streamChat(request)) events.push(event);
    return events;
  }

  const kindOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => {
        ok(error instanceof RelayError, String(error));
        return error.kind;
      },
    );

  for (const [name, onList, onChat] of refusals) {
    it(`gets the right errors, if any, with the key ${name}`, async () => {
      const other = createRelayClient({ baseUrl: relay.baseUrl, apiKey: relay.keys[name] });
      try {
        deepStrictEqual(
          [await kindOf(other.listModels()), await kindOf(ask('hello', other))],
          [onList, onChat],
        );
      } finally {
        await other.close();
      }
    });
  }

  it('streams a whole response, complete and in order', async () => {
    const events = await ask('long 30 thinking');
    const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    const numbers = [...text.matchAll(/^Paragraph (\d+) of 30\./gm)].map(([, number]) => Number(number));
    deepStrictEqual(
      numbers,
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    ok(events.some(({ type }) => type === 'thinking'));
    deepStrictEqual(
      [events[0]?.type, events.at(-1)],
      ['start', { type: 'finish', verdict: 'complete', cause: 'stop', reason: 'end_turn' }],
    );
  });

  const speeches: (Pick<SpeechRequest, 'model' | 'voice' | 'input'> & { format?: 'mp3' | 'wav' | 'pcm' })[] =
    [
      {
        model: 'seed-tts-1.0',
        voice: 'zh_female_cancan_mars_bigtts',
        input: 'Hello. This is the relay, and it speaks.',
      },
      { model: 'seed-tts-1.0', voice: 'zh_female_cancan_mars_bigtts', input: '你好，世界。今天的天气很好。' },
      { model: 'seed-tts-2.0', voice: 'zh_female_vv_uranus_bigtts', input: 'As waves.', format: 'wav' },
      { model: 'seed-tts-1.0', voice: 'zh_female_cancan_mars_bigtts', input: 'As samples.', format: 'pcm' },
      { model: 'gx-2.5-flash-preview-tts', voice: 'Kore', input: 'Another family, another voice.' },
    ];
  for (const speech of speeches) {
    it(`requests speech from ${speech.model} as ${speech.format ?? 'mp3'}: “${speech.input}”`, async () => {
      const audio = await client.speak(speech);
      const utterance = relay.utterances.at(-1);
      ok(utterance);
      deepStrictEqual(audio.format, speech.format === undefined ? 'mp3' : 'wav');
      const seconds = audio.format === 'mp3' ? await decodeMp3(audio.bytes) : readWavSeconds(audio.bytes);
      // An MP3 holds whole frames, and its encoder's delay: up to 0.2 s more than what was spoken, never less.
      const surplus = seconds - utterance.seconds;
      ok(
        utterance.seconds > 0.3 && surplus > -0.001 && surplus < (audio.format === 'mp3' ? 0.2 : 0.001),
        `${seconds} ${utterance.seconds}`,
      );
    });
  }

  it('closes the socket at once when a response is stopped', async () => {
    relay.settings.chunksPerSecond = 50;
    const abort = new AbortController();
    const request = {
      model: 'msg-sonnet-4-6',
      maxTokens: 1000,
      messages: [{ role: 'user' as const, content: 'long' }],
    };
    const ended = kindOf(
      (async () => {
        for await (const event of client.streamChat(request, { signal: abort.signal })) {
          if (event.type === 'text') abort.abort();
        }
      })(),
    );
    const record = await relay.waitForRequest(
      ({ bodyText, outcome }) => bodyText.includes('"long"') && outcome !== 'running',
    );
    deepStrictEqual([await ended, record.outcome], ['cancelled', 'closedByClient']);
    relay.settings.chunksPerSecond = 0;
  });
});

async function decodeMp3(bytes: Uint8Array): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate, errors } = decoder.decode(bytes);
  decoder.free();
  deepStrictEqual(errors, []);
  return samplesDecoded / sampleRate;
}

/** Length of a plain 16 bit mono WAV, by its header. */
function readWavSeconds(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(40, true) / view.getUint32(28, true);
}
