import { deepStrictEqual, match } from 'node:assert/strict';
import { parseConnectLink } from '../../../src/connection/connectLink.ts';
import { describeLinkProblem, type LinkProblem } from '../../../src/messages/inputProblems.ts';

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

const refused: readonly (readonly [query: string, problem: LinkProblem])[] = [
  ['', 'noAddress'],
  ['address=', 'noAddress'],
  ['name=Work', 'noAddress'],
  ['address', 'unknownPart'],
  // Keys, and parameters for keys.
  [`address=${relay}&key=${key}`, 'containsKey'],
  [`address=${relay}&key=`, 'containsKey'],
  [`address=${relay}&token=secret`, 'containsKey'],
  [`address=${relay}&Authorization=Bearer x`, 'containsKey'],
  [`address=${relay}&password=secret`, 'containsKey'],
  [`address=${relay}&name=${key}`, 'containsKey'],
  [`address=${relay}/${key}`, 'containsKey'],
  [`address=${relay}?key=${key}`, 'containsKey'],
  [`address=${relay}&x=bearer 0aB1cD2e`, 'containsKey'],
  // More than an address and a name.
  [`address=${relay}&model=msg-sonnet-4-6`, 'unknownPart'],
  [`address=${relay}&`, 'unknownPart'],
  [`Address=${relay}`, 'unknownPart'],
  [`address=${relay}&__proto__=x`, 'unknownPart'],
  [`address=${relay}&name=R&D`, 'unknownPart'],
  [`address=${relay}&name=${'a'.repeat(3000)}`, 'unknownPart'],
  // Repeated parts.
  [`address=${relay}&address=https://evil.example`, 'repeatedPart'],
  [`address=${relay}&name=A&name=B`, 'repeatedPart'],
  // Queries that may have meant something else before they were decoded.
  ['address=https%3A%2F%2Frelay.example.com', 'unclear'],
  [`address=${relay}&name=My+Relay`, 'unclear'],
  // Addresses that are invalid or disguise their target.
  ['address=relay.example.com', 'notAnAddress'],
  ['address=https://relay.example.com@evil.example', 'notAnAddress'],
  ['address=https://user:secret@relay.example.com', 'notAnAddress'],
  ['address=https://https://evil.example', 'notAnAddress'],
  ['address=https://relay.example.com\\@evil.example', 'notAnAddress'],
  ['address= https://relay.example.com', 'notAnAddress'],
  ['address=https://rеlay.example.com', 'notAnAddress'],
  ['address=https://relay\u200b.example.com', 'notAnAddress'],
  ['address=https://relay.example.com#/console', 'notAnAddress'],
  ['address=https://relay.example.com?a=b', 'notAnAddress'],
  ['address=javascript:alert(1)', 'notAnAddress'],
  ['address=command:modelRelay.connect', 'notAnAddress'],
  // Unencrypted connections.
  ['address=http://relay.example.com', 'unencrypted'],
  ['address=http://localhost.example.com', 'unencrypted'],
  // Names that no profile may have; `profiles.test.ts` has more.
  [`address=${relay}&name=`, 'unusableName'],
  [`address=${relay}&name= Work`, 'unusableName'],
  [`address=${relay}&name=a\nb`, 'unusableName'],
  [`address=${relay}&name=Work\u202ekroW`, 'unusableName'],
  [`address=${relay}&name=$(verified) Relay`, 'unusableName'],
  [`address=${relay}&name=[Relay](https://evil.example)`, 'unusableName'],
  [`address=${relay}&name=__proto__`, 'unusableName'],
  [`address=${relay}&name=constructor`, 'unusableName'],
  ...['\u0000', '\u001b[31m', '\u200b', '\u2003', '\u2028', '\u3164', '\ud800', '\u{e0041}', '<b>', '`'].map(
    (sign) => [`address=${relay}&name=a${sign}b`, 'unusableName'] as const,
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
      deepStrictEqual(parseConnectLink(link), { ok: false, problem: 'otherPath' });
    });
  }

  it('refuses a fragment, above all a key in it', () => {
    const problems = ['name=Work', `key=${key}`].map((fragment) =>
      parseConnectLink({ path: '/connect', query: `address=${relay}`, fragment }),
    );
    deepStrictEqual(problems, [
      { ok: false, problem: 'unknownPart' },
      { ok: false, problem: 'containsKey' },
    ]);
  });

  it('has a separate message for every problem', () => {
    const problems = [...new Set(refused.map(([, problem]) => problem)), 'otherPath' as const];
    const words = problems.map((problem) => describeLinkProblem(problem, (text) => text));
    deepStrictEqual([problems.length, new Set(words).size], [9, 9]);
    for (const text of words) match(text, /^(This|The) .*link.*\.$/);
  });
});
