import { deepStrictEqual, doesNotMatch, match } from 'node:assert/strict';
import { type ReportInput, writeCheckReport } from '../../../../src/connection/check/checkMessages.ts';
import type { CheckView } from '../../../../src/protocol/settingsProtocol.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { type Language, languages } from '../../translations.ts';
import { runCheck, today } from './runCheck.ts';

const apiKey = 'sk-0aB1cD2eF3gH4iJ5/+=';

const facts: ReportInput = {
  extensionVersion: '1.2.3',
  editor: 'Visual Studio Code 1.105.0',
  requestsLeaveFrom: 'Requests are sent from this computer.',
  proxySetting: 'http://user:pa55#w/or@d@proxy.example.com:8080',
  dateMs: today,
  apiKey,
};

const reports: Readonly<Record<Language, string>> = {
  english: `\`\`\`text
Model Relay 1.2.3: connection check
Start with “API key”: 127.0.0.1 rejected the API key (HTTP 401).

Base URL: passed (0 ms)
  Requests go to http://127.0.0.1
Host name: passed (0 ms)
  127.0.0.1 is an IP address. No lookup is needed.
Connection: passed (0 ms)
  Connected directly to 127.0.0.1.
Certificate: skipped
  No certificate because the base URL begins with http://.
API key: failed (0 ms)
  127.0.0.1 rejected the API key (HTTP 401).
  - Check that the API key is complete, including “sk-”, and belongs to this relay.
  - If it is, check the token in the relay’s console: it may be disabled, expired, out of quota, or restricted to other IP addresses.
  Message from the relay: Incorrect API key provided: [key]. Prompt: Hello
  Request ID: …
Model list: skipped
  Not checked because “API key” failed.
Model list for generate content: skipped
  Not checked because “API key” failed.
Chat test: skipped
  Not checked because “API key” failed.
Speech test: skipped
  Not checked because “API key” failed.

Visual Studio Code 1.105.0
Requests are sent from this computer.
Proxy in the settings: http://proxy.example.com:8080
2026-11-21T12:00:00.000Z
\`\`\`
`,
  chinese: `\`\`\`text
Model Relay 1.2.3：连接检查
请先检查“API 密钥”：127.0.0.1 拒绝了 API 密钥（HTTP 401）。

基础 URL：通过（0 毫秒）
  请求将发往 http://127.0.0.1
主机名：通过（0 毫秒）
  127.0.0.1 是 IP 地址，无需解析。
连接：通过（0 毫秒）
  已直接连接到 127.0.0.1。
证书：已跳过
  基础 URL 以 http:// 开头，因此没有证书。
API 密钥：失败（0 毫秒）
  127.0.0.1 拒绝了 API 密钥（HTTP 401）。
  - 请检查 API 密钥是否完整（包括“sk-”），以及是否属于此中转站。
  - 如果没错，请在中转站控制台检查令牌：它可能已被禁用、过期、额度用尽，或限制了 IP 地址。
  来自中转站的消息：Incorrect API key provided: [key]. Prompt: Hello
  请求 ID：…
模型列表：已跳过
  因“API 密钥”失败而未检查。
Generate content 的模型列表：已跳过
  因“API 密钥”失败而未检查。
对话测试：已跳过
  因“API 密钥”失败而未检查。
语音测试：已跳过
  因“API 密钥”失败而未检查。

Visual Studio Code 1.105.0
Requests are sent from this computer.
设置中的代理：http://proxy.example.com:8080
2026-11-21T12:00:00.000Z
\`\`\`
`,
};

describe('the report of a check', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  for (const language of Object.keys(languages) as Language[]) {
    it(`holds all that was found, and no key though the relay repeats it, in ${language}`, async () => {
      const { undo } = relay.with('error-echoes-key');
      const { good } = relay.keys;
      const view = await runCheck({ address: relay.baseUrl, apiKey: good, language });
      undo();
      const report = writeCheckReport(view, { ...facts, apiKey: good }, languages[language]);
      const steady = report
        .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
        .replace(/(Request ID: |请求 ID：).*/, '$1…');
      deepStrictEqual(steady, reports[language]);
    });
  }

  /** A check whose words have what they should not have. */
  const viewOf = (relayMessage: string): CheckView => ({
    profile: 'Work',
    isRunning: false,
    summary: { status: 'failed', text: relayMessage },
    stages: [
      {
        id: 'key',
        label: 'API key',
        status: 'failed',
        verdict: relayMessage,
        failure: { title: '', advice: [relayMessage], relayMessage, requestId: relayMessage, actions: [] },
      },
    ],
  });
  const secrets: readonly (readonly [name: string, words: string])[] = [
    ['the key', `no such key: ${apiKey}`],
    ['the key without its beginning', `no such key: ${apiKey.slice(3)}`],
    ['the key as a part of an address', `/login?key=${encodeURIComponent(apiKey)}`],
    ['another key', 'use sk-0aB1cD2eF3other'],
    ['a header', 'Authorization: Bearer 0aB1cD2eF3gH4'],
    ['the name and password of an address', 'https://user:0aB1cD2eF3@relay.example.com/'],
  ];
  for (const [name, words] of secrets) {
    it(`leaves out ${name}`, () => {
      const report = writeCheckReport(viewOf(words), facts, languages.english);
      doesNotMatch(report, /0aB1cD2eF3|user/);
      match(report, /API key: failed/);
    });
  }

  const proxies: readonly (readonly [setting: string, shown: string])[] = [
    ['http://proxy.example.com:8080/?token=abc', 'http://proxy.example.com:8080'],
    ['proxy.example.com:8080/pac#abc', 'proxy.example.com:8080'],
    ['http://proxy.example.com:8080/?token=a@bc', 'http://…'],
    ['http://user:12#34@proxy.example.com', 'http://…'],
    ['socks5://user:a?b@proxy.example.com', 'socks5://proxy.example.com'],
  ];
  for (const [proxySetting, shown] of proxies) {
    it(`shows of the proxy ${proxySetting} only where it is`, () => {
      const report = writeCheckReport(viewOf('x'), { ...facts, proxySetting }, languages.english);
      deepStrictEqual(/^Proxy in the settings: (.*)$/m.exec(report)?.[1], shown);
    });
  }

  it('leaves out what is left of a short key', () => {
    const view = viewOf('no such key: 0aB1c');
    const report = writeCheckReport(view, { ...facts, apiKey: 'sk-0aB1c' }, languages.english);
    doesNotMatch(report, /0aB1c/);
  });

  it('leaves out the name and password of a proxy, with or without a scheme', () => {
    const proxies = [
      'http://user:pa55#w/or@d@proxy:8080',
      'user:pa55@proxy:8080',
      'http://proxy:8080',
      '',
      ' ',
    ];
    deepStrictEqual(
      proxies.map((proxySetting) => {
        const report = writeCheckReport(viewOf(''), { ...facts, proxySetting }, languages.english);
        return /Proxy.*/.exec(report)?.[0];
      }),
      [
        'Proxy in the settings: http://proxy:8080',
        'Proxy in the settings: proxy:8080',
        'Proxy in the settings: http://proxy:8080',
        'Proxy in the settings: none',
        'Proxy in the settings: none',
      ],
    );
  });

  it('is one block of text, whatever the relay says', () => {
    const report = writeCheckReport(viewOf('```\n# @everyone\u2028```'), facts, languages.english);
    const fences = report.split('\n').filter((line) => line.startsWith('```'));
    deepStrictEqual(fences, ['```text', '```']);
  });

  it('keeps what a key is said to look like, where none is known', () => {
    const words = 'Check that the key is whole, with its leading “sk-”.';
    const report = writeCheckReport(viewOf(words), { ...facts, apiKey: undefined }, languages.english);
    match(report, /API key: failed\n {2}Check that the key is whole, with its leading “sk-”\.\n/);
  });
});
