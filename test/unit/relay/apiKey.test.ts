import { deepStrictEqual } from 'node:assert/strict';
import { isCleanKey, type KeyProblem, parseApiKey } from '../../../src/relay/apiKey.ts';

const key = 'sk-0aB1cD2eF3gH4iJ5';

const accepted: readonly string[] = [
  key,
  `\r\n\t${key}\r\n`,
  `\ufeff${key}`,
  'sk-0aB1\u200bcD2eF3\u2060gH4iJ5',
  `\u3000${key}`,
  `"${key}"`,
  `「${key}」`,
  `Bearer ${key}`,
  `Bearer Bearer ${key}`,
  `Bearer: ${key}`,
  `Authorization: Bearer ${key}`,
  `"Authorization": "Bearer ${key}",`,
  `-H "Authorization: Bearer ${key}"`,
  `x-api-key: ${key}`,
  `密钥：${key}`,
  `export ANTHROPIC_AUTH_TOKEN="${key}"`,
  `$env:RELAY_KEY = '${key}'`,
  `setx RELAY_KEY ${key}`,
  `{"apiKey": "${key}"}`,
  `令牌 ${key}`,
  `curl https://relay.example.com -H "Authorization: Bearer ${key}"`,
  `（${key}）。`,
  'sk-0aB1\u3164cD2eF3\ufe0fgH4iJ5',
  'sk-0aB1cD2e\nF3gH4iJ5',
  'sk-0aB1cD2e  \r\n   F3gH4iJ5\r\n',
];

const kept: readonly string[] = [
  '0aB1cD2eF3gH',
  'key-with-no-prefix',
  'YWJjZGVmZ2g=',
  'sk-a!b#c$d%e&f',
  'k:v:0123456',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  '0a1b2c3d4e5f60718293a4b5c6d7e8f9.aB1cD2eF3gH4iJ5k',
  '/9j4AAQSkZJRg==',
  'sk-task-0aB1cD2e',
  'sk-my-token:0aB1cD2e',
  '0aB1cD2eKEY=',
  // The shortest and the longest allowed length.
  'sk-12345',
  `sk-${'a'.repeat(2045)}`,
];

const refused: readonly (readonly [pasted: string, KeyProblem])[] = [
  ['', 'empty'],
  [' \ufeff\u200b\n', 'empty'],
  ['Bearer ', 'empty'],
  ['Authorization: Bearer ', 'empty'],
  ['sk-0aB1cD2e F3gH4iJ5', 'whitespaceInside'],
  [`${key} # work`, 'whitespaceInside'],
  [`${key}\nsk-9zY8xW7vU6`, 'severalKeys'],
  [`A=${key}\nB=${key}`, 'severalKeys'],
  ['https://relay.example.com/v1', 'looksLikeUrl'],
  [`${key} sk-9zY8xW7vU6`, 'severalKeys'],
  ['relay.example.com/v1', 'looksLikeUrl'],
  ['10.0.0.7:3000', 'looksLikeUrl'],
  ['someone@example.com', 'looksLikeUrl'],
  ['sk-****************J5', 'masked'],
  ['sk-0aB1…iJ5', 'masked'],
  ['<API_KEY>', 'placeholder'],
  ['YOUR_API_KEY', 'placeholder'],
  ['sk-your-api-key', 'placeholder'],
  ['sk-xxxxxxxxxxxx', 'placeholder'],
  ['$OPENAI_API_KEY', 'placeholder'],
  ['{{API_KEY}}', 'placeholder'],
  ['%OPENAI_API_KEY%', 'placeholder'],
  ['process.env.OPENAI_API_KEY', 'placeholder'],
  ['os.environ["OPENAI_API_KEY"]', 'placeholder'],
  ['undefined', 'placeholder'],
  ['ｓｋ－0aB1cD2eF3', 'unexpectedCharacters'],
  ['sk-0aB1é密D2eF3é', 'unexpectedCharacters'],
  [`key := "${key}"; x`, 'whitespaceInside'],
  ['sk-0aB1\u0000D2eF3', 'unexpectedCharacters'],
  ['sk-1234', 'tooShort'],
  [`sk-${'a'.repeat(2046)}`, 'tooLong'],
];

describe('API key', () => {
  for (const pasted of accepted) {
    it(`reads ${JSON.stringify(pasted)}`, () => {
      deepStrictEqual(parseApiKey(pasted), { ok: true, key });
    });
  }

  it('leaves out what stands before a key without the usual prefix', () => {
    const other = '0aB1cD2eF3gH';
    const pasted = [
      `Bearer ${other}`,
      `export RELAY_SECRET = "${other}"`,
      `{"apiKey": "${other}"}`,
      `密钥：${other}`,
    ];
    deepStrictEqual(
      pasted.map(parseApiKey),
      pasted.map(() => ({ ok: true, key: other })),
    );
  });

  for (const pasted of kept) {
    it(`leaves ${pasted} unchanged`, () => {
      deepStrictEqual(parseApiKey(pasted), { ok: true, key: pasted });
    });
  }

  for (const [pasted, reason] of refused) {
    it(`refuses ${JSON.stringify(pasted.slice(0, 40))}: ${reason}`, () => {
      deepStrictEqual(parseApiKey(pasted), { ok: false, reason });
    });
  }

  it('is clean only if it fits into a header', () => {
    const samples = [key, 'a b', 'a\n', 'ä', '', 'a\u0000'];
    deepStrictEqual(samples.map(isCleanKey), [true, false, false, false, false, false]);
  });
});
