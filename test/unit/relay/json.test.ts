import { deepStrictEqual } from 'node:assert/strict';
import { errorFromUnexpectedBody } from '../../../src/relay/errors/errorReply.ts';
import { parseJson } from '../../../src/relay/json.ts';

/** How many characters `run` passes to the engine's own parser. */
function countParsed(run: () => void): number {
  const { parse } = JSON;
  let characters = 0;
  JSON.parse = (text, ...rest) => {
    characters += text.length;
    return parse(text, ...rest);
  };
  try {
    run();
  } finally {
    JSON.parse = parse;
  }
  return characters;
}

describe('JSON of a relay', () => {
  const flat: readonly (readonly [name: string, value: unknown])[] = [
    ['one long string', { data: 'A'.repeat(2_000_000) }],
    ['a string that looks like values', ['[{,"\\'.repeat(300_000), '\\']],
    ['quotes after backslashes', ['\\"'.repeat(300_000), { '\\': [1, 2] }]],
  ];
  for (const [name, value] of flat) {
    it(`is read if most of it is ${name}`, () => {
      deepStrictEqual(parseJson(JSON.stringify(value)), value);
    });
  }

  const hostile: readonly (readonly [name: string, text: string])[] = [
    ['only opens arrays', '['.repeat(2_000_000)],
    ['only opens objects', '{"":'.repeat(500_000)],
    ['holds a million numbers', `[${'1,'.repeat(1_000_000)}1]`],
    ['holds a million numbers after a string', `["\\\\\\"",${'1,'.repeat(1_000_000)}1]`],
  ];
  for (const [name, text] of hostile) {
    it(`is not parsed if it ${name}`, () => {
      let value: unknown;
      const parsed = countParsed(() => {
        value = parseJson(text);
      });
      deepStrictEqual([value, parsed], [undefined, 0]);
    });
  }

  it('is searched for an error only up to the length of errors', () => {
    const head = { status: 200, headers: {}, url: 'https://relay.test/v1', redact: (text: string) => text };
    let kind: string | undefined;
    const parsed = countParsed(() => {
      kind = errorFromUnexpectedBody(head, `{"error":"${'x'.repeat(200_000)}"}`).kind;
    });
    deepStrictEqual([kind, parsed], ['invalidResponse', 64 * 1024]);
  });
});
