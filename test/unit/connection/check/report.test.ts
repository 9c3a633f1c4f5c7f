import { deepStrictEqual, doesNotMatch, match } from 'node:assert/strict';
import { type ReportInput, writeCheckReport } from '../../../../src/connection/check/checkMessages.ts';
import { useReferenceRelay } from '../../../relay/useReferenceRelay.ts';
import { languages } from '../../translations.ts';
import { runCheck, today } from './runCheck.ts';

const apiKey = 'sk-0aB1cD2eF3gH4iJ5/+=';

const facts: ReportInput = {
  extensionVersion: '1.2.3',
  editor: 'Visual Studio Code 1.105.0',
  requestsLeaveFrom: 'Requests are sent from this computer.',
  dateMs: today,
  apiKey,
};

const report = `\`\`\`text
Model Relay 1.2.3: connection check
“API key” failed: 127.0.0.1 rejected the API key (HTTP 401).

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
  - If the API key is complete, check its status in the relay’s console: it may be disabled, expired, out of quota, or restricted to other IP addresses.
  Message from the relay: Incorrect API key provided: [key]. Prompt: Hello
  Request ID: …
Model lists: skipped
  Not checked because “API key” failed.
Chat test: skipped
  Not checked because “API key” failed.
Speech test: skipped
  Not checked because “API key” failed.

Visual Studio Code 1.105.0
Requests are sent from this computer.
2026-11-21T12:00:00.000Z
\`\`\`
`;

describe('the report of a check', () => {
  const relay = useReferenceRelay();

  it('contains all results, and no key even if the relay repeats it', async () => {
    const { undo } = relay.with('error-echoes-key');
    const { good } = relay.keys;
    const view = await runCheck({ address: relay.baseUrl, apiKey: good });
    undo();
    const written = writeCheckReport(view, { ...facts, apiKey: good }, languages.english);
    const steady = written.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1').replace(/(Request ID: ).*/, '$1…');
    deepStrictEqual(steady, report);
  });

  /** The report of a check whose messages contain something they should not. */
  const write = (relayMessage: string, change: Partial<ReportInput> = {}) =>
    writeCheckReport(
      {
        profile: 'Work',
        isRunning: false,
        summary: { status: 'failed', text: relayMessage },
        stages: [
          {
            id: 'key',
            label: 'API key',
            status: 'failed',
            verdict: relayMessage,
            failure: {
              title: '',
              advice: [relayMessage],
              relayMessage,
              requestId: relayMessage,
              actions: [],
            },
          },
        ],
      },
      { ...facts, ...change },
      languages.english,
    );
  const secrets: readonly (readonly [name: string, words: string, key?: string])[] = [
    ['the key', `no such key: ${apiKey}`],
    ['the key without its beginning', `no such key: ${apiKey.slice(3)}`],
    ['the key as part of a URL', `/login?key=${encodeURIComponent(apiKey)}`],
    ['another key', 'use sk-0aB1cD2eF3other'],
    ['a header', 'Authorization: Bearer 0aB1cD2eF3gH4'],
    ['the user name and password of a URL', 'https://user:0aB1cD2eF3@relay.example.com/'],
    ['the rest of a short key', 'no such key: 0aB1c', 'sk-0aB1c'],
  ];
  for (const [name, words, key = apiKey] of secrets) {
    it(`leaves out ${name}`, () => {
      const written = write(words, { apiKey: key });
      doesNotMatch(written, /0aB1c|user/);
      match(written, /API key: failed/);
    });
  }

  it('has no question that nobody answered', () => {
    const view = {
      profile: '',
      isRunning: false,
      summary: { status: 'ok', text: 'Passed so far. Test speech?' },
      stages: [{ id: 'speech', label: 'Speech', status: 'asks', verdict: 'This may incur a small cost.' }],
    } as const;
    const lines = writeCheckReport(view, facts, languages.english).split('\n');
    deepStrictEqual(lines.slice(2, 6), ['All checks passed.', '', 'Speech: skipped', '']);
  });

  it('is a single code block, whatever the relay says', () => {
    const lines = write('```\n# @everyone\u2028```').split('\n');
    deepStrictEqual(
      lines.filter((line) => line.startsWith('```')),
      ['```text', '```'],
    );
  });

  it('keeps the description of a key when no key is known', () => {
    const words = 'Check that the key is whole, with its leading “sk-”.';
    match(write(words, { apiKey: undefined }), new RegExp(`API key: failed\\n {2}${words}\\n`));
  });
});
