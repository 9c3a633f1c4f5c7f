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
  'sk-0aB1cD2e\nF3gH4iJ5',
  'sk-0aB1cD2e  \r\n   F3gH4iJ5\r\n',
];

const kept: readonly string[] = [
  '0aB1cD2eF3gH',
  'key-with-no-prefix',
  'YWJjZGVmZ2g=',
  'sk-a!b#c$d%e&f',
  'k:v:0123456',
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
  ['sk-****************J5', { ok: false, reason: 'masked' }],
  ['sk-0aB1…iJ5', { ok: false, reason: 'masked' }],
  ['sk-0aB1...iJ5', { ok: false, reason: 'masked' }],
  ['sk-••••••••iJ5', { ok: false, reason: 'masked' }],
  ['<API_KEY>', { ok: false, reason: 'placeholder' }],
  ['YOUR_API_KEY', { ok: false, reason: 'placeholder' }],
  ['sk-your-api-key', { ok: false, reason: 'placeholder' }],
  ['sk-xxxxxxxxxxxx', { ok: false, reason: 'placeholder' }],
  ['$OPENAI_API_KEY', { ok: false, reason: 'placeholder' }],
  ['ｓｋ－0aB1cD2eF3', { ok: false, reason: 'unexpectedCharacters', characters: ['ｓ', 'ｋ', '－'] }],
  ['sk-0aB1é密D2eF3é', { ok: false, reason: 'unexpectedCharacters', characters: ['é', '密'] }],
  ['sk-0aB1\u0000D2eF3', { ok: false, reason: 'unexpectedCharacters', characters: ['\u0000'] }],
  ['sk-😀0aB1D2eF3', { ok: false, reason: 'unexpectedCharacters', characters: ['😀'] }],
  ['sk-', { ok: false, reason: 'tooShort' }],
  ['abc', { ok: false, reason: 'tooShort' }],
  [`sk-${'a'.repeat(4000)}`, { ok: false, reason: 'tooLong' }],
];

describe('key', () => {
  for (const pasted of accepted) {
    it(`reads ${JSON.stringify(pasted)}`, () => {
      deepStrictEqual(parseApiKey(pasted), { ok: true, key });
    });
  }

  for (const pasted of kept) {
    it(`keeps ${pasted} as it is`, () => {
      deepStrictEqual(parseApiKey(pasted), { ok: true, key: pasted });
    });
  }

  for (const [pasted, problem] of refused) {
    it(`refuses ${JSON.stringify(pasted.slice(0, 40))}: ${problem.reason}`, () => {
      deepStrictEqual(parseApiKey(pasted), problem);
    });
  }

  it('knows what fits into a header', () => {
    const samples = [key, 'a b', 'a\n', 'ä', '', 'a\u0000'];
    deepStrictEqual(samples.map(isCleanKey), [true, false, false, false, false, false]);
  });
});
