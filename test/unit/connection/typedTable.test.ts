import { deepStrictEqual } from 'node:assert/strict';
import { checkField, checkTypedAddress } from '../../../src/connection/inputChecks.ts';
import { describeKeyProblem } from '../../../src/messages/inputProblems.ts';
import { parseApiKey } from '../../../src/relay/apiKey.ts';
import { languages } from '../translations.ts';

const t = languages.english;
const open = (base: string) =>
  `Requests go to ${base} unencrypted. Other people on the network can read the API key.`;

/** Typed base URLs, and the panel's remark. `baseUrl.test.ts` tests how each is read. */
const addresses: readonly (readonly [typed: string, says: string | undefined])[] = [
  ['  ', undefined],
  ['https://relay.example.com/', 'Requests go to https://relay.example.com'],
  ['https://relay.example.com/v1', 'Interpreted as https://relay.example.com'],
  [
    'https://relay.example.com/sub/v1',
    'Requests go to https://relay.example.com/sub. Remove /sub if it is the path of a web page.',
  ],
  ['http://relay.example.com', open('http://relay.example.com')],
  ['http://127.0.0.1:3000', 'Requests go to http://127.0.0.1:3000'],
  ['""', 'Enter the relay’s base URL.'],
  ['relay', 'This is not a valid URL. Enter one such as https://relay.example.com.'],
  [
    'https://a.example.com https://b.example.com',
    'The URL contains a space or a line break. Paste only the URL.',
  ],
  ['wss://relay.example.com', 'Enter a URL that begins with https:// or http://.'],
  [
    'someone@example.com',
    'Remove the name and password before the @. The relay uses an API key, which you enter separately.',
  ],
  [
    'sk-0aB1cD2eF3gH4iJ5',
    'This looks like an API key. Enter the base URL here. The API key is entered separately.',
  ],
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

describe('the remark on', () => {
  for (const [typed, says] of addresses) {
    it(`the address ${JSON.stringify(typed)}`, () => {
      deepStrictEqual(checkTypedAddress(typed, t).remark?.text, says);
    });
  }

  for (const [pasted, says] of keys) {
    it(`the key ${JSON.stringify(pasted.slice(0, 40))}`, () => {
      const parsed = parseApiKey(pasted);
      deepStrictEqual(parsed.ok || describeKeyProblem(parsed.reason, t), says);
    });
  }
});

describe('a base URL while it is typed', () => {
  it('has the URLs of the requests, and the severity of its remark', () => {
    deepStrictEqual(checkTypedAddress('http://host.example/sub/v1', t), {
      remark: { severity: 'warning', text: open('http://host.example/sub') },
      endpoints: [
        { label: 'Messages', url: 'http://host.example/sub/v1/messages' },
        { label: 'Chat completions', url: 'http://host.example/sub/v1/chat/completions' },
        {
          label: 'Generate content',
          url: 'http://host.example/sub/v1beta/models/{model}:generateContent',
        },
        { label: 'Speech', url: 'http://host.example/sub/v1/audio/speech' },
      ],
    });
  });
});

describe('a number while it is typed', () => {
  const whole = 'Enter a whole number.';
  const rows: readonly (readonly [typed: string, says: string | undefined])[] = [
    ['', undefined],
    [' 8192 ', undefined],
    ['８１９２', undefined],
    ['0', 'Enter a number of at least 1.'],
    ['-5', 'Enter a number of at least 1.'],
    ['9'.repeat(30), 'Enter a number of at most 10000000.'],
    ['8,192', whole],
    ['1e3', whole],
    ['1.5', whole],
  ];
  for (const [typed, says] of rows) {
    it(JSON.stringify(typed), () => {
      const expected = says === undefined ? {} : { remark: { severity: 'error', text: says } };
      deepStrictEqual(checkField('chat.maxOutputTokens', typed, t), expected);
    });
  }
});
