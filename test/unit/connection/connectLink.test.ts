import { deepStrictEqual } from 'node:assert/strict';
import { parseConnectLink } from '../../../src/connection/connectLink.ts';
import type { LinkProblem } from '../../../src/messages/inputProblems.ts';

const relay = 'https://relay.example.com';
const key = 'sk-0aB1cD2eF3gH4iJ5kL6m';

/** The query as the editor decodes it, and the address and name read from it. */
const accepted: readonly (readonly [query: string, base: string, name?: string])[] = [
  [`address=${relay}`, relay],
  [`address=${relay}/v1`, relay],
  ['address=https://relay.example.com:8443/sub/v1', 'https://relay.example.com:8443/sub'],
  ['address=HTTPS://Relay.Example.COM', relay],
  ['address=https://10.0.0.7:3000', 'https://10.0.0.7:3000'],
  ['address=http://localhost:3000/v1', 'http://localhost:3000'],
  ['address=http://[::1]:3000', 'http://[::1]:3000'],
  [`address=${relay}&name=Work`, relay, 'Work'],
  [`address=${relay}&name=公司 中转站（测试）`, relay, '公司 中转站（测试）'],
  [`address=${relay}&name=a=b`, relay, 'a=b'],
];

const withKeys = [
  ...['key=', `key=${key}`, 'token=secret', 'Authorization=Bearer x', 'password=secret'],
  ...[`name=${key}`, 'x=bearer 0aB1cD2e'],
].map((part) => `address=${relay}&${part}`);

const invalid: readonly string[] = [
  ...['', 'address=', 'name=Work', 'address'],
  // More than an address and a name.
  ...['model=msg-sonnet-4-6', '', '__proto__=x', 'name=R&D', `name=${'a'.repeat(3000)}`].map(
    (part) => `address=${relay}&${part}`,
  ),
  `Address=${relay}`,
  // Repeated parts.
  `address=${relay}&address=https://evil.example`,
  `address=${relay}&name=A&name=B`,
  // Queries that may have meant something else before they were decoded.
  'address=https%3A%2F%2Frelay.example.com',
  `address=${relay}&name=My+Relay`,
  // Addresses that are invalid or disguise their target.
  ...[
    'relay.example.com',
    'https://relay.example.com@evil.example',
    'https://user:secret@relay.example.com',
    'https://https://evil.example',
    'https://relay.example.com\\@evil.example',
    ' https://relay.example.com',
    'https://rеlay.example.com',
    'https://relay\u200b.example.com',
    'https://relay.example.com#/console',
    'https://relay.example.com?a=b',
    'javascript:alert(1)',
    'command:modelRelay.connect',
  ].map((address) => `address=${address}`),
  // Names that no profile may have; `profiles.test.ts` has more.
  ...[
    '',
    ' Work',
    'a\nb',
    '$(verified) Relay',
    '[Relay](https://evil.example)',
    '__proto__',
    'constructor',
  ].map((name) => `address=${relay}&name=${name}`),
  ...['\u0000', '\u001b[31m', '\u202e', '\u200b', '\u2028', '\u3164', '\ud800', '\u{e0041}', '<b>', '`'].map(
    (sign) => `address=${relay}&name=a${sign}b`,
  ),
];

const refused: readonly (readonly [query: string, problem: LinkProblem])[] = [
  ...[...withKeys, `address=${relay}/${key}`, `address=${relay}?key=${key}`].map(
    (query) => [query, 'containsKey'] as const,
  ),
  ...invalid.map((query) => [query, 'invalid'] as const),
  ...['http://relay.example.com', 'http://localhost.example.com'].map(
    (address) => [`address=${address}`, 'unencrypted'] as const,
  ),
];

const linkTo = (query: string) => ({ path: '/connect', query, fragment: '' });

describe('a link to connect', () => {
  for (const [query, base, name] of accepted) {
    it(`reads ${query.slice(0, 100)}`, () => {
      const { origin, host } = new URL(base);
      const expected = { ok: true, address: { base, origin, host }, ...(name !== undefined && { name }) };
      deepStrictEqual(parseConnectLink(linkTo(query)), expected);
    });
  }

  for (const [query, problem] of refused) {
    it(`refuses ${JSON.stringify(query.slice(0, 100))}: ${problem}`, () => {
      deepStrictEqual(parseConnectLink(linkTo(query)), { ok: false, problem });
    });
  }

  for (const path of ['', '/Connect', '/connect/x', '//connect', '/../connect']) {
    it(`refuses the path ${JSON.stringify(path)}`, () => {
      const link = { path, query: `address=${relay}`, fragment: '' };
      deepStrictEqual(parseConnectLink(link), { ok: false, problem: 'invalid' });
    });
  }

  it('refuses a fragment, above all a key in it', () => {
    const problems = ['name=Work', `key=${key}`].map((fragment) =>
      parseConnectLink({ path: '/connect', query: `address=${relay}`, fragment }),
    );
    deepStrictEqual(problems, [
      { ok: false, problem: 'invalid' },
      { ok: false, problem: 'containsKey' },
    ]);
  });
});
