import { deepStrictEqual } from 'node:assert/strict';
import { isCleanKey, type ParsedKey, parseApiKey } from '../../../src/relay/apiKey.ts';

const key = 'sk-0aB1cD2eF3gH4iJ5';

const accepted: readonly string[] = [
  key,
  `  ${key}\n`,
  `\r\n\t${key}\r\n`,
  `\ufeff${key}`,
  `\u200b${key}\u200b`,
  'sk-0aB1\u200bcD2eF3\u2060gH4iJ5',
  `\u00a0${key}\u00a0`,
  `\u3000${key}`,
  `"${key}"`,
  `'${key}',`,
  `“${key}”`,
  `「${key}」`,
  `\`${key}\``,
  `Bearer ${key}`,
  `bearer ${key}`,
  `BEARER\t${key}`,
  `Bearer Bearer ${key}`,
  `Bearer: ${key}`,
  `Authorization: Bearer ${key}`,
  `authorization:Bearer ${key}`,
  `"Authorization": "Bearer ${key}",`,
  `-H "Authorization: Bearer ${key}"`,
  `Authorization：Bearer ${key}`,
  `x-api-key: ${key}`,
  `"apiKey": "${key}"`,
  `api_key: ${key}`,
  `密钥：${key}`,
  `OPENAI_API_KEY=${key}`,
  `export ANTHROPIC_AUTH_TOKEN="${key}"`,
  `set RELAY_KEY=${key}`,
  `$env:RELAY_KEY = '${key}'`,
  `setx RELAY_KEY ${key}`,
  `RELAY_API_KEY: ${key}`,
  `{"apiKey": "${key}"}`,
  `令牌 ${key}`,
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
  // The shortest and the longest allowed length.
  'sk-12345',
  `sk-${'a'.repeat(2045)}`,
];

const refused: readonly (readonly [pasted: string, Exclude<ParsedKey, { ok: true }>])[] = [
  ['', { ok: false, reason: 'empty' }],
  [' \ufeff\u200b\n', { ok: false, reason: 'empty' }],
  ['Bearer ', { ok: false, reason: 'empty' }],
  ['""', { ok: false, reason: 'empty' }],
  ['sk-0aB1cD2e F3gH4iJ5', { ok: false, reason: 'whitespaceInside' }],
  [`${key} # work`, { ok: false, reason: 'whitespaceInside' }],
  [`${key}\nsk-9zY8xW7vU6`, { ok: false, reason: 'severalKeys' }],
  [`A=${key}\nB=${key}`, { ok: false, reason: 'severalKeys' }],
  ['https://relay.example.com/v1', { ok: false, reason: 'looksLikeUrl' }],
  ['www.relay.example.com', { ok: false, reason: 'looksLikeUrl' }],
  [`${key} sk-9zY8xW7vU6`, { ok: false, reason: 'severalKeys' }],
  [`${key},sk-9zY8xW7vU6`, { ok: false, reason: 'severalKeys' }],
  ['relay.example.com/v1', { ok: false, reason: 'looksLikeUrl' }],
  ['localhost:3000', { ok: false, reason: 'looksLikeUrl' }],
  ['10.0.0.7:3000', { ok: false, reason: 'looksLikeUrl' }],
  ['someone@example.com', { ok: false, reason: 'looksLikeUrl' }],
  ['C:\\Users\\me\\key.txt', { ok: false, reason: 'looksLikeUrl' }],
  [`curl https://relay.example.com -H "Authorization: Bearer ${key}"`, { ok: false, reason: 'looksLikeUrl' }],
  ['sk-****************J5', { ok: false, reason: 'masked' }],
  ['sk-0aB1…iJ5', { ok: false, reason: 'masked' }],
  ['sk-0aB1...iJ5', { ok: false, reason: 'masked' }],
  ['sk-••••••••iJ5', { ok: false, reason: 'masked' }],
  ['<API_KEY>', { ok: false, reason: 'placeholder' }],
  ['YOUR_API_KEY', { ok: false, reason: 'placeholder' }],
  ['sk-your-api-key', { ok: false, reason: 'placeholder' }],
  ['sk-xxxxxxxxxxxx', { ok: false, reason: 'placeholder' }],
  ['$OPENAI_API_KEY', { ok: false, reason: 'placeholder' }],
  ['{{API_KEY}}', { ok: false, reason: 'placeholder' }],
  ['%OPENAI_API_KEY%', { ok: false, reason: 'placeholder' }],
  ['process.env.OPENAI_API_KEY', { ok: false, reason: 'placeholder' }],
  ['undefined', { ok: false, reason: 'placeholder' }],
  ['ｓｋ－0aB1cD2eF3', { ok: false, reason: 'unexpectedCharacters' }],
  ['sk-0aB1é密D2eF3é', { ok: false, reason: 'unexpectedCharacters' }],
  [`key := "${key}"; x`, { ok: false, reason: 'whitespaceInside' }],
  [`$key="${key}"`, { ok: false, reason: 'unexpectedCharacters' }],
  ['sk-0aB1\u0000D2eF3', { ok: false, reason: 'unexpectedCharacters' }],
  ['sk-😀0aB1D2eF3', { ok: false, reason: 'unexpectedCharacters' }],
  ['sk-', { ok: false, reason: 'tooShort' }],
  ['abc', { ok: false, reason: 'tooShort' }],
  ['sk-1234', { ok: false, reason: 'tooShort' }],
  [`sk-${'a'.repeat(2046)}`, { ok: false, reason: 'tooLong' }],
];

describe('API key', () => {
  for (const pasted of accepted) {
    it(`reads ${JSON.stringify(pasted)}`, () => {
      deepStrictEqual(parseApiKey(pasted), { ok: true, key });
    });
  }

  for (const pasted of kept) {
    it(`leaves ${pasted} unchanged`, () => {
      deepStrictEqual(parseApiKey(pasted), { ok: true, key: pasted });
    });
  }

  for (const [pasted, problem] of refused) {
    it(`refuses ${JSON.stringify(pasted.slice(0, 40))}: ${problem.reason}`, () => {
      deepStrictEqual(parseApiKey(pasted), problem);
    });
  }

  it('is clean only if it fits into a header', () => {
    const samples = [key, 'a b', 'a\n', 'ä', '', 'a\u0000'];
    deepStrictEqual(samples.map(isCleanKey), [true, false, false, false, false, false]);
  });
});
