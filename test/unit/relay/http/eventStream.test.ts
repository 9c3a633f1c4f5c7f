import { deepStrictEqual, throws } from 'node:assert/strict';
import { createEventReader } from '../../../../src/relay/http/eventStream.ts';

type Item = { readonly event: string | undefined; readonly data: string } | { readonly tail: string };

const sizeError = new RangeError('too large');

function piecesOf(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

function read(pieces: readonly Uint8Array[], items: Item[] = []): Item[] {
  const reader = createEventReader(
    ({ event, data }) => items.push({ event, data }),
    () => sizeError,
  );
  for (const piece of pieces) reader.feed(piece);
  const tail = reader.end();
  return tail === '' ? items : [...items, { tail }];
}

const event = (data: string, name?: string): Item => ({ event: name, data });
const tail = (text: string): Item => ({ tail: text });

const streams: readonly (readonly [name: string, text: string, items: readonly Item[]])[] = [
  ['nothing', '', []],
  ['one event', 'data: {"a":1}\n\n', [event('{"a":1}')]],
  ['CR', 'data: 1\r\rdata: 2\r\r', [event('1'), event('2')]],
  ['CRLF', 'data: 1\r\n\r\ndata: 2\r\n\r\n', [event('1'), event('2')]],
  ['a byte order mark', '\ufeffdata: 1\n\n', [event('1')]],
  ['no space after the colon', 'data:1\n\n', [event('1')]],
  ['two spaces after the colon', 'data:  1\n\n', [event(' 1')]],
  ['trailing spaces', 'data: {"a":1}   \n\n', [event('{"a":1}   ')]],
  ['data over several lines', 'data: {\ndata:\ndata: "a":1}\n\n', [event('{\n\n"a":1}')]],
  ['names', 'event: ping\ndata: {}\n\nevent:stop\ndata:{}\n\n', [event('{}', 'ping'), event('{}', 'stop')]],
  ['an extra blank line', 'event: a\ndata: 1\n\n\nevent: b\ndata: 2\n\n', [event('1', 'a'), event('2', 'b')]],
  ['a name without data', 'event: a\n\ndata: 1\n\n', [event('1')]],
  ['comments', ': PING\n\n: OPENROUTER PROCESSING\ndata: 1\n\n:\n\n', [event('1')]],
  ['unknown fields', 'foo: bar\nid: 7\nretry: 10\ndata: 1\n\n', [event('1')]],
  ['characters of several bytes', 'data: "äöü 你好 😀"\n\n', [event('"äöü 你好 😀"')]],
  ['U+2028 inside JSON', 'data: "a\u2028b"\n\n', [event('"a\u2028b"')]],
  ['escaped line breaks', 'data: "a\\n\\nb"\n\n', [event('"a\\n\\nb"')]],
  ['a sentinel', 'data: 1\n\ndata: [DONE] \n\n', [event('1'), event('[DONE] ')]],
  ['a last event without its blank line', 'data: 1\n\ndata: {"a":1}', [event('1'), event('{"a":1}')]],
  ['a last event with half its blank line', 'data: {"a":1}\n', [event('{"a":1}')]],
  ['a last event with half a CRLF', 'data: {"a":1}\r', [event('{"a":1}')]],
  ['a last sentinel without its blank line', 'data: [DONE]', [event('[DONE]')]],
  ['a last event cut inside its JSON', 'data: 1\n\ndata: {"a":', [event('1')]],
  ['a last event cut inside its field name', 'data: 1\n\ndat', [event('1')]],
  [
    'raw JSON at the end',
    'data: 1\n\n{"error":{"message":"x"}}',
    [event('1'), tail('{"error":{"message":"x"}}')],
  ],
  ['raw JSON with a line break', 'data: 1\n\n{"error":"x"}\n', [event('1'), tail('{"error":"x"}')]],
  ['multiline raw JSON', 'data: 1\n\n{\n  "error": "x"\n}\n', [event('1'), tail('{\n  "error": "x"\n}')]],
  ['raw JSON after a space', 'data: 1\n\n  {"error":"x"}', [event('1'), tail('{"error":"x"}')]],
  ['raw JSON after a comment', ': PING\n\n{"error":"x"}', [tail('{"error":"x"}')]],
  [
    'raw JSON before a sentinel',
    '{"error":"x"}\n\ndata: [DONE]\n\n',
    [event('[DONE]'), tail('{"error":"x"}')],
  ],
  ['raw JSON after a sentinel', 'data: [DONE]\n\n{"error":"x"}', [event('[DONE]'), tail('{"error":"x"}')]],
  ['raw JSON inside an event', 'data: 1\n{"error":"x"}\n\n', [event('1'), tail('{"error":"x"}')]],
  ['a raw JSON array', 'data: 1\n\n[{"error":"x"}]', [event('1'), tail('[{"error":"x"}]')]],
  ['a raw HTML page', 'data: 1\n\n<html><h1>502</h1>', [event('1'), tail('<html><h1>502</h1>')]],
  ['braces inside data', 'data: {\ndata: {"a":1}}\n\ndata: <p>\n\n', [event('{\n{"a":1}}'), event('<p>')]],
];

describe('event stream', () => {
  for (const [name, text, items] of streams) {
    it(`reads ${name}, in chunks of every size`, () => {
      const bytes = Buffer.from(text);
      for (let size = 1; size <= Math.max(1, bytes.length); size += 1) {
        deepStrictEqual(read(piecesOf(bytes, size)), items, `in pieces of ${size}`);
      }
    });
  }

  it('gives every event that arrived before a cut, wherever it is', () => {
    const whole = Buffer.from('event: a\r\ndata: {"a":"ä"}\r\n\r\n: PING\n\ndata: {"b":"😀"}\n\n');
    for (let length = 0; length <= whole.length; length += 1) {
      const text = whole.subarray(0, length).toString();
      deepStrictEqual(read([whole.subarray(0, length)]), [
        ...(text.includes('{"a":"ä"}') ? [event('{"a":"ä"}', 'a')] : []),
        ...(text.includes('{"b":"😀"}') ? [event('{"b":"😀"}')] : []),
      ]);
    }
  });

  it('gives an event as soon as its blank line arrives', () => {
    const heard: string[] = [];
    const reader = createEventReader(
      ({ data }) => heard.push(data),
      () => sizeError,
    );
    for (const text of ['data: 1\n\n', 'data: 2\n', '\n']) {
      reader.feed(Buffer.from(text));
      heard.push('fed');
    }
    deepStrictEqual(heard, ['1', 'fed', 'fed', '2', 'fed']);
  });

  it('fails at an event that exceeds the limit, but gives the events before it', () => {
    const megabyte = Buffer.alloc(1024 ** 2, 'x');
    const items: Item[] = [];
    throws(() => read([Buffer.from('data: 1\n\ndata: '), ...Array(40).fill(megabyte)], items), sizeError);
    deepStrictEqual(items, [event('1')]);
  });

  it('looks for raw text only near the end of a stream', () => {
    const events = Buffer.from(`data: 1\n\n{"error":"x"}\n\n${'data: 1\n\n'.repeat(20_000)}`);
    for (const size of [1000, events.length]) {
      const items = read(piecesOf(events, size));
      deepStrictEqual([items.length, items.at(-1)], [20_001, event('1')]);
    }
  });

  it('finds raw text wherever the pieces of a long stream end', () => {
    const text = `${'data: 1\n\n'.repeat(10_000)}{"error":"x"}\n\n`;
    for (const rest of [1, 2, 10, 15, 16]) {
      const items = read([text.slice(0, -rest), text.slice(-rest)].map((piece) => Buffer.from(piece)));
      deepStrictEqual([items.length, items.at(-1)], [10_001, tail('{"error":"x"}')], `${rest} at the end`);
    }
  });
});
