import { deepStrictEqual } from 'node:assert/strict';
import { checkField, checkTypedAddress, toSettingValue } from '../../../src/connection/inputChecks.ts';
import { describeKeyProblem } from '../../../src/messages/inputProblems.ts';
import type { FieldName } from '../../../src/protocol/settingsProtocol.ts';
import { parseApiKey } from '../../../src/relay/apiKey.ts';
import { languages } from '../translations.ts';

const t = languages.english;
const relay = 'https://relay.example.com';
const open = 'unencrypted. Other people on the network can read the API key.';
const whole = 'Enter a whole number.';

/** The text typed into a field, the saved value (undefined removes it), and the remark with its severity. */
const rows: readonly (readonly [FieldName, typed: string, saved: unknown, remark?: string])[] = [
  ['baseUrl', '  ', undefined],
  ['baseUrl', ` ${relay}/`, relay, `info: Requests go to ${relay}`],
  ['baseUrl', `${relay}/v1 `, relay, `info: Interpreted as ${relay}`],
  [
    'baseUrl',
    `${relay}/sub/v1`,
    `${relay}/sub`,
    `info: Requests go to ${relay}/sub. Remove /sub if it is the path of a web page.`,
  ],
  [
    'baseUrl',
    'http://relay.example.com',
    'http://relay.example.com',
    `warning: Requests go to http://relay.example.com ${open}`,
  ],
  ['baseUrl', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000', 'info: Requests go to http://127.0.0.1:3000'],
  ['baseUrl', '""', undefined, 'error: Enter the relay’s base URL.'],
  ['baseUrl', 'relay', undefined, `error: This is not a valid URL. Enter one such as ${relay}.`],
  [
    'baseUrl',
    'https://a.example.com https://b.example.com',
    undefined,
    'error: The URL contains a space or a line break. Paste only the URL.',
  ],
  [
    'baseUrl',
    'wss://relay.example.com',
    undefined,
    'error: Enter a URL that begins with https:// or http://.',
  ],
  [
    'baseUrl',
    'someone@example.com',
    undefined,
    'error: Remove the name and password before the @. The relay uses an API key, which you enter separately.',
  ],
  [
    'baseUrl',
    'sk-0aB1cD2eF3gH4iJ5',
    undefined,
    'error: This looks like an API key. Enter the base URL here. The API key is entered separately.',
  ],
  ['chat.model', ' msg-sonnet-4-6 ', 'msg-sonnet-4-6'],
  ['chat.systemPrompt', '  Answer\n  in one word.  ', '  Answer\n  in one word.  '],
  ['chat.systemPrompt', ' \n ', undefined],
  ['chat.maxOutputTokens', '', undefined],
  ['chat.maxOutputTokens', ' 8192 ', 8192],
  ['chat.maxOutputTokens', '８１９２', 8192],
  ['chat.maxOutputTokens', '0', undefined, 'error: Enter a number of at least 1.'],
  ['chat.maxOutputTokens', '-5', undefined, 'error: Enter a number of at least 1.'],
  ['chat.maxOutputTokens', '9'.repeat(30), undefined, 'error: Enter a number of at most 10000000.'],
  ['chat.maxOutputTokens', '8,192', undefined, `error: ${whole}`],
  ['chat.maxOutputTokens', '1e3', undefined, `error: ${whole}`],
  ['timeouts.connect', '2.5', undefined, `error: ${whole}`],
  ['timeouts.firstByte', '3600', 3600],
  ['timeouts.idle', '3601', undefined, 'error: Enter a number of at most 3600.'],
];

/** Pasted keys that can't be used, and the message. No message repeats the key. */
const keys: readonly (readonly [pasted: string, says: string])[] = [
  ['Bearer ', 'Paste the API key.'],
  ['someone@example.com', 'This looks like a URL. Paste the API key, which usually begins with “sk-”.'],
  ['sk-0aB1cD2eF3gH4iJ5\nsk-9zY8xW7vU6tS5', 'More than one API key was pasted. Paste only one.'],
  [
    'sk-0aB1****iJ5',
    'This API key is masked with dots or asterisks. Use the copy button in the relay’s console to copy the complete key.',
  ],
  ['YOUR_API_KEY', 'This is a placeholder from a guide. Paste your own API key.'],
  ['sk-0aB1é2eF3gH4iJ5', 'The API key contains invalid characters. Copy it again and paste only the key.'],
  ['sk-0aB1cD2e F3gH4iJ5', 'The API key contains a space. Paste only the key.'],
  ['sk-', 'This is too short for an API key. Paste the complete key, including “sk-”.'],
  ['a'.repeat(4000), 'This is too long for an API key. Paste only the key.'],
];

describe('what a person types', () => {
  for (const [name, typed, saved, remark] of rows) {
    it(`is checked and saved: ${name} ${JSON.stringify(typed)}`, () => {
      const verdict = checkField(name, typed, t);
      const { severity, text } = verdict.remark ?? {};
      deepStrictEqual(
        [toSettingValue(name, typed), verdict.saved, severity && `${severity}: ${text}`],
        [saved, saved === undefined ? undefined : String(saved), remark],
      );
    });
  }

  for (const [pasted, says] of keys) {
    it(`is no API key: ${JSON.stringify(pasted.slice(0, 40))}`, () => {
      const parsed = parseApiKey(pasted);
      deepStrictEqual(parsed.ok || describeKeyProblem(parsed.reason, t), says);
    });
  }

  it('shows the URLs of requests, if it is a base URL', () => {
    deepStrictEqual(checkTypedAddress(`${relay}/sub/v1`, t).endpoints, [
      { label: 'Messages', url: `${relay}/sub/v1/messages` },
      { label: 'Chat completions', url: `${relay}/sub/v1/chat/completions` },
      { label: 'Generate content', url: `${relay}/sub/v1beta/models/{model}:generateContent` },
      { label: 'Speech', url: `${relay}/sub/v1/audio/speech` },
    ]);
  });
});
