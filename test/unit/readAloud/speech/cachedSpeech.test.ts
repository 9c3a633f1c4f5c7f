import { deepStrictEqual, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { createSharedRequests, type SharedCall } from '../../../../src/readAloud/speech/sharedRequests.ts';
import type { SpeechChoice } from '../../../../src/readAloud/speech/speechSource.ts';
import type { RetryWait } from '../../../../src/relay/callOptions.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { measureMpeg } from '../../../../src/relay/speech/audioFrames.ts';
import type { SpeechAudio } from '../../../../src/relay/speech/speech.ts';
import { settle } from '../playback/testPage.ts';
import {
  createSpeechParts,
  createTone,
  createToneMp3,
  createWav,
  familyA,
  hear,
  pitchOf,
  type SpeechParts,
  utteranceOf,
} from './speechParts.ts';
import { useFolder } from './useFolder.ts';

const call = () => ({ signal: new AbortController().signal });
const kindOf = (promise: Promise<unknown>): Promise<RelayErrorKind | string> =>
  promise.then(
    () => 'none',
    (error) => (error instanceof RelayError ? error.kind : String(error)),
  );
/** A text of 23 words, which no voice speaks within half a second. */
const long =
  'All of these words take their time, as much as any voice would need for so many of them in a row here.';

describe('the speech of a reading', () => {
  const folder = useFolder();
  let parts: SpeechParts;
  beforeEach(() => {
    parts = createSpeechParts(folder.path);
  });
  afterEach(() => parts.written());

  it('is requested once for all readings and windows', async () => {
    const utterance = utteranceOf('Hello there.');
    const [reading, again] = [parts.read(), parts.read()];
    const first = await reading.get(utterance, call());
    const second = await again.get(utteranceOf('Hello there.', 5), call());
    await parts.written();
    const later = createSpeechParts(folder.path);
    const offline = later.read();
    const before = offline.isKept(utterance);
    await offline.prepare();
    const third = await offline.get(utterance, call());
    const cached = { ...first, isKept: true };
    deepStrictEqual([second, third, later.relay.asked], [cached, cached, []]);
    deepStrictEqual(parts.relay.asked, [
      { model: 'seed-tts-1.0', input: 'Hello there.', voice: 'zh_female_cancan_mars_bigtts' },
    ]);
    deepStrictEqual(
      [before, offline.isKept(utterance), offline.isKept(utteranceOf('Something else.')), first.seconds],
      [false, true, false, measureMpeg(first.bytes).seconds],
    );
  });

  it('has the duration that the client has measured', async () => {
    const bytes = await createToneMp3({ seconds: 2 });
    parts.relay.answer = () => ({ bytes, format: 'mp3', seconds: 7 });
    deepStrictEqual((await parts.read().get(utteranceOf('Hello.'), call())).seconds, 7);
  });

  it('is requested with all chosen fields', async () => {
    const full: SpeechChoice = {
      ...familyA,
      speed: 1.5,
      volumeRatio: 2,
      pitchRatio: 0.5,
      emotion: 'happy',
      language: 'zh',
    };
    await parts.read(async () => full).get(utteranceOf('你好，世界。'), call());
    const { origin, voiceFor, ...fields } = full;
    deepStrictEqual(parts.relay.asked, [
      { ...fields, input: '你好，世界。', voice: 'zh_male_qingshuangnanda_mars_bigtts' },
    ]);
  });

  it('reads the choice once, when it is first needed, and again after a failure', async () => {
    let choices = 0;
    const reading = parts.read(async () => {
      choices += 1;
      if (choices === 1) throw new RelayError('connection');
      return familyA;
    });
    const kinds = [choices, await kindOf(reading.get(utteranceOf('One.'), call()))];
    await reading.prepare();
    await Promise.all([reading.get(utteranceOf('One.'), call()), reading.get(utteranceOf('Two.'), call())]);
    deepStrictEqual([...kinds, choices], [0, 'connection', 2]);
    const never = parts.read(() => new Promise(() => {}));
    const abort = new AbortController();
    const waiting = kindOf(never.get(utteranceOf('Three.'), { signal: abort.signal }));
    abort.abort();
    deepStrictEqual(await waiting, 'cancelled');
  });

  it('shares a request, and aborts it only when all callers have canceled', async () => {
    const called = Promise.withResolvers<void>();
    parts.relay.answer = () => {
      called.resolve();
      return new Promise<SpeechAudio>(() => {});
    };
    const ask = ({ signal }: AbortController) => parts.read().get(utteranceOf('Hello.'), { signal });
    const [one, other] = [new AbortController(), new AbortController()];
    const kinds = [one, other].map((abort) => kindOf(ask(abort)));
    await called.promise;
    one.abort();
    deepStrictEqual([await kinds[0], parts.relay.aborted], ['cancelled', 0]);
    other.abort();
    deepStrictEqual([await kinds[1], parts.relay.aborted], ['cancelled', 1]);
    const gate = Promise.withResolvers<SpeechAudio>();
    parts.relay.answer = () => gate.promise;
    const third = new AbortController();
    const given = [kindOf(ask(third)), ask(new AbortController())] as const;
    third.abort();
    gate.resolve({ bytes: await createToneMp3({ seconds: 1 }), format: 'mp3' });
    deepStrictEqual([await given[0], (await given[1]).format], ['cancelled', 'mp3']);
    deepStrictEqual(parts.relay.asked.length, 2);
  });

  it('caches paid speech even if all callers have canceled', async () => {
    const abort = new AbortController();
    parts.relay.answer = () => {
      // The reading is stopped after all audio has arrived, before it is converted to mp3.
      setImmediate(() => abort.abort());
      return { bytes: createWav(24_000, [createTone(440, 20, 24_000)]), format: 'wav' };
    };
    const stopped = await kindOf(parts.read().get(utteranceOf('Hello.'), { signal: abort.signal }));
    // The window closes once the speech is written, and another one opens.
    await parts.written();
    const later = createSpeechParts(folder.path);
    const again = await later.read().get(utteranceOf('Hello.'), call());
    const { format, isKept } = again;
    deepStrictEqual([stopped, format, isKept, later.relay.asked], ['cancelled', 'mp3', true, []]);
  });

  it('converts wav to mp3, and leaves other formats as they are', async () => {
    const wav = createWav(24_000, [createTone(440, 2, 24_000)]);
    parts.relay.answer = ({ input }) => ({ bytes: wav, format: input === 'Ogg.' ? 'ogg' : 'wav' });
    const spoken = await parts.read().get(utteranceOf('Wav.'), call());
    const heard = await hear(spoken.bytes);
    deepStrictEqual([spoken.format, Math.round(pitchOf(heard) / 10)], ['mp3', 44]);
    ok(Math.abs((spoken.seconds ?? 0) - heard.seconds) < 0.03);
    deepStrictEqual(await parts.read().get(utteranceOf('Ogg.'), call()), { bytes: wav, format: 'ogg' });
    const broken = createSpeechParts(join(folder.path, 'other'), async () => Buffer.from('no encoder'));
    broken.relay.answer = parts.relay.answer;
    const kept = await broken.read().get(utteranceOf('Wav.'), call());
    deepStrictEqual([kept, broken.warnings.length], [{ bytes: wav, format: 'wav', seconds: 2 }, 1]);
  });

  it('treats speech that is far too short as interrupted, unless a retry returns the same', async () => {
    const lengths = [0.2, 0.4, 0.4, 9];
    parts.relay.answer = async () => ({
      bytes: await createToneMp3({ seconds: lengths.shift() ?? 9 }),
      format: 'mp3',
    });
    const reading = parts.read();
    const kinds = [];
    for (let ask = 0; ask < 4; ask += 1) kinds.push(await kindOf(reading.get(utteranceOf(long), call())));
    deepStrictEqual([kinds, parts.relay.asked.length], [['interrupted', 'interrupted', 'none', 'none'], 3]);
  });

  it('rejects speech that is far too long', async () => {
    const bytes = await createToneMp3({ seconds: 70, sampleRate: 8000 }, { bitrate: 8 });
    const wav = createWav(8000, [new Float32Array(8000 * 70)]);
    const utterance = utteranceOf('Hello.');
    const kinds = [];
    for (const answer of [{ bytes, format: 'mp3' } as const, { bytes: wav, format: 'wav' } as const]) {
      parts.relay.answer = () => answer;
      const reading = parts.read();
      kinds.push(await kindOf(reading.get(utterance, call())), reading.isKept(utterance));
    }
    deepStrictEqual(kinds, ['invalidResponse', false, 'invalidResponse', false]);
    // Slow speech of the same text may last this long.
    parts.relay.answer = () => ({ bytes, format: 'mp3' });
    const slow = parts.read(async () => ({ ...familyA, speed: 0.5 }));
    const { seconds = 0 } = await slow.get(utterance, call());
    deepStrictEqual(Math.round(seconds), 70);
  });

  it('uses the current choice once it is renewed', async () => {
    const choices: SpeechChoice[] = ['a', 'b', 'c'].map((model) => ({ ...familyA, model }));
    const gate = Promise.withResolvers<SpeechChoice>();
    const made = [
      Promise.resolve(choices[0] ?? familyA),
      gate.promise,
      Promise.resolve(choices[2] ?? familyA),
    ];
    const reading = parts.read(() => made.shift() ?? Promise.reject(new Error('no more')));
    await reading.get(utteranceOf('One.'), call());
    const seen = [reading.isKept(utteranceOf('One.'))];
    reading.renew();
    seen.push(reading.isKept(utteranceOf('One.')));
    const late = reading.get(utteranceOf('Two.'), call());
    reading.renew();
    await reading.get(utteranceOf('One.'), call());
    gate.resolve(choices[1] ?? familyA);
    await late;
    await reading.get(utteranceOf('Three.'), call());
    deepStrictEqual(
      [seen, parts.relay.asked.map(({ model, input }) => `${model} ${input}`)],
      [
        [true, false],
        ['a One.', 'c One.', 'b Two.', 'c Three.'],
      ],
    );
  });
});

describe('a shared speech request', () => {
  it('tells callers that join during a wait of it, and of its end', async () => {
    const requests = createSharedRequests<string>();
    let tell: SharedCall['onWait'];
    const work = ({ onWait }: SharedCall) => {
      tell = onWait;
      return new Promise<string>(() => {});
    };
    const join = () => {
      const waits: (RetryWait | undefined)[] = [];
      const { signal } = new AbortController();
      void requests.run('key', work, { signal, onWait: (wait) => void waits.push(wait) });
      return waits;
    };
    const first = join();
    await settle();
    const error = new RelayError('rateLimit', { status: 429 });
    const wait = { retry: 1, delayMs: 60_000, error, retryNow() {} };
    tell?.(wait);
    const second = join();
    tell?.(undefined);
    deepStrictEqual([first, second, join()], [[wait, undefined], [wait, undefined], []]);
  });
});
