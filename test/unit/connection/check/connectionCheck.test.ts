import { deepStrictEqual } from 'node:assert/strict';
import type { CheckView } from '../../../../src/protocol/settingsProtocol.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { createAuthority } from '../../relay/http/certificateAuthority.ts';
import { startGate } from '../../relay/probe/listener.ts';
import { startFront } from './front.ts';
import { type Language, languages } from './languages.ts';
import { runCheck, type Situation, start, statusesOf } from './runCheck.ts';

const authority = createAuthority();

/** All that is said where all is well. */
const allWell: Readonly<Record<Language, readonly string[]>> = {
  english: [
    'Base address: Requests go to https://127.0.0.1',
    'Host name: 127.0.0.1 is an address: there is nothing to look up.',
    'Connection: Connected directly, to 127.0.0.1.',
    'Certificate: Issued by Authority of a test, valid until 2049-12-31, TLSv1.3.',
    'Key: The relay lists its models for it, and did not refuse it for a request without messages, which generates nothing.',
    'Model list: Models listed: 23, of them 15 for chat, 4 for speech, 3 for images, 1 for other things.',
    'Model list of generate content: Models listed: 24, of them 16 for chat, 4 for speech, 3 for images, 1 for other things.',
    'One question to the chat model: “msg-haiku-4-5-20251001” answered in the protocol Messages after 0 ms. Tokens: 1 in, 1 out.',
    'Two words of speech: The voice BV700_streaming spoke: 0 bytes of mp3.',
    'All is well: the relay is ready to be used.',
  ],
  chinese: [
    '基础地址: 请求将发往 https://127.0.0.1',
    '主机名: 127.0.0.1 是 IP 地址，无需解析。',
    '连接: 已直接连接到 127.0.0.1。',
    '证书: 由 Authority of a test 颁发，有效期至 2049-12-31，TLSv1.3。',
    '密钥: 中转站凭它列出了模型，并且在一个不含消息、不会生成任何内容的请求中没有拒绝它。',
    '模型列表: 列出了 23 个模型，其中对话 15 个、语音 4 个、图像 3 个、其他 1 个。',
    '内容生成协议的模型列表: 列出了 24 个模型，其中对话 16 个、语音 4 个、图像 3 个、其他 1 个。',
    '向对话模型提一个问题: “msg-haiku-4-5-20251001”以 Messages（消息） 协议在 0 毫秒后回答。token：输入 1，输出 1。',
    '朗读两个词: 音色 BV700_streaming 已朗读：0 字节的 mp3。',
    '一切正常：中转站可以使用了。',
  ],
};

describe('the check', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  const situation = (change: Partial<Situation> = {}): Situation => ({
    address: relay.baseAddress,
    apiKey: relay.keys.good,
    chatModel: 'msg-haiku-4-5-20251001',
    speechModel: 'seed-tts-1.0',
    voice: 'BV700_streaming',
    ...change,
  });

  /** A whole check in which two words are spoken, with every change of it. */
  async function speakToo(change: Partial<Situation> = {}) {
    const views: CheckView[] = [];
    const check = start(
      situation({
        ...change,
        onChange(view) {
          views.push(view);
          if (statusesOf(view).endsWith('asks')) queueMicrotask(() => check.answerSpeech(true));
        },
      }),
    );
    await check.ended;
    return { views, view: check.view };
  }

  for (const language of Object.keys(languages) as Language[]) {
    it(`says of each stage what it found, in ${language}`, async () => {
      const undos: (() => unknown)[] = [];
      const front = await startFront(relay, authority.issue('127.0.0.1'), (undo) => undos.push(undo));
      const network = { extraCertificates: [authority.cert] };
      const { view } = await speakToo({ language, address: front.origin, network });
      for (const undo of undos) await undo();
      const lines = [...view.stages.map(({ label, verdict }) => `${label}: ${verdict}`), view.summary];
      // Ports are the system's, and how large the sound is is the synthesiser's matter.
      const steady = lines.map((line) =>
        line?.replace(/(127\.0\.0\.1):\d+/, '$1').replace(/\d+ (bytes|字节)/, '0 $1'),
      );
      deepStrictEqual(steady, allWell[language]);
    });
  }

  it('shows all stages from the beginning, and looks at one at a time', async () => {
    const { views } = await speakToo();
    const running = views.map(({ stages }) => stages.filter(({ status }) => status === 'running'));
    deepStrictEqual(
      views.map(({ stages }) => stages.length),
      views.map(() => 9),
    );
    deepStrictEqual(
      running.flatMap((stages) => stages.map(({ id }) => id)),
      [
        'address',
        'name',
        'connect',
        'certificate',
        'key',
        'models',
        'generateContentModels',
        'chat',
        'speech',
        'speech',
      ],
    );
    deepStrictEqual(
      views.map(({ isRunning, summary }) => isRunning === (summary === undefined)),
      views.map(() => true),
    );
  });

  it('takes the time of each stage', async () => {
    const { view } = await speakToo();
    deepStrictEqual(
      view.stages.map(({ ms }) => ms),
      [0, 0, 0, undefined, 0, 0, 0, 0, 0],
    );
  });

  it('asks each list once, and the model for one token', async () => {
    const from = relay.requests.length;
    await runCheck(situation());
    deepStrictEqual(
      relay.requests
        .slice(from)
        .map(({ path, bodyText }) => [path, bodyText && JSON.parse(bodyText).max_tokens]),
      [
        ['/v1/models', ''],
        // Without a message: only the key decides it.
        ['/v1/chat/completions', 1],
        ['/v1beta/models', ''],
        ['/v1/messages', 1],
      ],
    );
  });

  it('asks once more for sixteen tokens where one is refused, and not again', async () => {
    const from = relay.requests.length;
    const { undo } = relay.with('error-message-only', { path: '/v1/messages' });
    await runCheck(situation());
    undo();
    deepStrictEqual(
      relay.requests.slice(from + 3).map(({ bodyText }) => JSON.parse(bodyText).max_tokens),
      [1, 16],
    );
  });

  it('sends nothing without a key, and closes what it opened', async () => {
    const from = relay.requests.length;
    const gate = await startGate(Number(new URL(relay.baseAddress).port));
    await runCheck(situation({ address: `http://127.0.0.1:${gate.port}`, apiKey: undefined }));
    await gate.untilAllClosed();
    deepStrictEqual([gate.received(), relay.requests.length], ['', from]);
    await gate.close();
  });

  it('takes no answer to what it has not asked yet', async () => {
    const seen: string[] = [];
    const check = start(
      situation({
        onChange({ stages }) {
          const { status = '' } = stages.at(-1) ?? {};
          if (seen.at(-1) !== status) seen.push(status);
          queueMicrotask(() => check.answerSpeech(status !== 'asks'));
        },
      }),
    );
    await check.ended;
    deepStrictEqual(seen, ['waiting', 'running', 'asks', 'running', 'skipped']);
  });

  describe('of speech', () => {
    const asks =
      'asks | All is well. One thing is left: may two words be spoken? | Two words with the voice BV700_streaming of seed-tts-1.0. This may cost a little.';
    const outcomes: readonly (readonly [
      name: string,
      change: () => Partial<Situation>,
      isWanted: boolean,
      expected: readonly string[],
    ])[] = [
      [
        'that is not wanted, it speaks nothing',
        () => ({}),
        false,
        [
          'running | running',
          asks,
          'running | running',
          'skipped | All is well: the relay is ready to be used. | Nothing was spoken, as you wished.',
        ],
      ],
      [
        'that is wanted, it speaks two words',
        () => ({}),
        true,
        [
          'running | running',
          asks,
          'running | running',
          'ok | All is well: the relay is ready to be used. | The voice BV700_streaming spoke: 0 bytes of mp3.',
        ],
      ],
      [
        'in a voice that the model does not have, it says so',
        () => ({ voice: 'nobody' }),
        true,
        [
          'running | running',
          asks.replace('BV700_streaming', 'nobody'),
          'running | running',
          'failed | Look at “Two words of speech” first: The request was refused as invalid (HTTP 400). | The request was refused as invalid (HTTP 400).',
        ],
      ],
      [
        'without a voice, it does not ask',
        () => ({ voice: undefined }),
        true,
        [
          'running | running',
          'skipped | All is well: the relay is ready to be used. | No voice is selected.',
        ],
      ],
      [
        'without a speech model, it does not ask',
        () => ({ speechModel: undefined, apiKey: relay.keys.noChannel }),
        true,
        [
          'running | running',
          'skipped | Look at “One question to the chat model” first: The model “msg-haiku-4-5-20251001” is not available to this token (HTTP 503). | No speech model is listed, and none is chosen.',
        ],
      ],
      [
        'where no call can be paid for, it does not ask',
        () => ({ apiKey: relay.keys.balanceTooLow }),
        true,
        [
          'skipped | Look at “One question to the chat model” first: The balance is too low (HTTP 403). | Not looked at, since “One question to the chat model” failed.',
        ],
      ],
    ];
    for (const [name, change, isWanted, expected] of outcomes) {
      it(name, async () => {
        const seen: string[] = [];
        const check = start(
          situation({
            ...change(),
            onChange({ stages, isRunning, summary }) {
              const { status, verdict } = stages.at(-1) ?? {};
              const line = [status, isRunning ? 'running' : summary, verdict].filter(Boolean).join(' | ');
              if (status !== 'waiting' && seen.at(-1) !== line)
                seen.push(line.replace(/\d+ bytes/, '0 bytes'));
              if (status === 'asks') queueMicrotask(() => check.answerSpeech(isWanted));
            },
          }),
        );
        await check.ended;
        deepStrictEqual(seen, expected);
      });
    }
  });
});
