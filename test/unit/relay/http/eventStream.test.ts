import { deepStrictEqual, rejects } from 'node:assert/strict';
import { readEventStream } from '../../../../src/relay/http/eventStream.ts';

/** What was read, whichever batches it came in. */
type Item = { readonly event: string | undefined; readonly data: string } | { readonly tail: string };

const sizeError = new RangeError('too large');

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}

async function read(body: AsyncIterable<Uint8Array>, items: Item[] = []): Promise<Item[]> {
  for await (const { events, tail } of readEventStream(body, () => sizeError)) {
    items.push(...events.map(({ event, data }) => ({ event, data })));
    if (tail !== undefined) items.push({ tail });
  }
  return items;
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
  ['one space of two', 'data:  1\n\n', [event(' 1')]],
  ['padding behind', 'data: {"a":1}   \n\n', [event('{"a":1}   ')]],
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
  ['raw JSON over lines', 'data: 1\n\n{\n  "error": "x"\n}\n', [event('1'), tail('{\n  "error": "x"\n}')]],
  ['raw JSON after blanks', 'data: 1\n\n  {"error":"x"}', [event('1'), tail('{"error":"x"}')]],
  ['raw JSON after a comment', ': PING\n\n{"error":"x"}', [tail('{"error":"x"}')]],
  [
    'raw JSON before a sentinel',
    '{"error":"x"}\n\ndata: [DONE]\n\n',
    [event('[DONE]'), tail('{"error":"x"}')],
  ],
  ['raw JSON after a sentinel', 'data: [DONE]\n\n{"error":"x"}', [event('[DONE]'), tail('{"error":"x"}')]],
  ['raw JSON inside an event', 'data: 1\n{"error":"x"}\n\n', [event('1'), tail('{"error":"x"}')]],
  ['a raw JSON array', 'data: 1\n\n[{"error":"x"}]', [event('1'), tail('[{"error":"x"}]')]],
  ['a raw page', 'data: 1\n\n<html><h1>502</h1>', [event('1'), tail('<html><h1>502</h1>')]],
  [
    'JSON glued into a broken event',
    'data: {"a":"b{"error":{"message":"x"}}',
    [tail('{"error":{"message":"x"}}')],
  ],
  [
    'a typed error glued into a broken event',
    'data: {"a":"b{"type":"error","error":{}}',
    [tail('{"type":"error","error":{}}')],
  ],
  ['braces inside data', 'data: {\ndata: {"a":1}}\n\ndata: <p>\n\n', [event('{\n{"a":1}}'), event('<p>')]],
];

describe('event stream', () => {
  for (const [name, text, items] of streams) {
    it(`reads ${name}, in pieces of every size`, async () => {
      const bytes = Buffer.from(text);
      for (let size = 1; size <= Math.max(1, bytes.length); size += 1) {
        deepStrictEqual(await read(piecesOf(bytes, size)), items, `in pieces of ${size}`);
      }
    });
  }

  it('gives everything that came before a cut, wherever it is', async () => {
    const whole = Buffer.from('event: a\r\ndata: {"a":"ä"}\r\n\r\n: PING\n\ndata: {"b":"😀"}\n\n');
    for (let length = 0; length <= whole.length; length += 1) {
      const failure = new Error('cut');
      async function* cut() {
        yield whole.subarray(0, length);
        throw failure;
      }
      const items: Item[] = [];
      await rejects(read(cut(), items), failure);
      const text = whole.subarray(0, length).toString();
      deepStrictEqual(items, [
        ...(text.includes('{"a":"ä"}') ? [event('{"a":"ä"}', 'a')] : []),
        ...(text.includes('{"b":"😀"}') ? [event('{"b":"😀"}')] : []),
      ]);
    }
  });

  it('gives an event as soon as its blank line is there', async () => {
    const asked: string[] = [];
    async function* body() {
      for (const text of ['data: 1\n\n', 'data: 2\n', '\n']) {
        asked.push(text);
        yield Buffer.from(text);
      }
    }
    const stream = readEventStream(body(), () => sizeError);
    deepStrictEqual(
      (await stream.next()).value?.events.map(({ data }) => data),
      ['1'],
    );
    deepStrictEqual(asked, ['data: 1\n\n']);
    deepStrictEqual(
      (await stream.next()).value?.events.map(({ data }) => data),
      ['2'],
    );
    deepStrictEqual(asked, ['data: 1\n\n', 'data: 2\n', '\n']);
  });

  it('gives up an event that outgrows the cap, and what came before it', async () => {
    const megabyte = Buffer.alloc(1024 ** 2, 'x');
    async function* body() {
      yield Buffer.from('data: 1\n\ndata: ');
      for (let count = 0; count < 40; count += 1) yield megabyte;
    }
    const items: Item[] = [];
    await rejects(read(body(), items), sizeError);
    deepStrictEqual(items, [event('1')]);
  });

  it('keeps only the beginning of an endless tail', async () => {
    const page = Buffer.from(`<html>${'x'.repeat(200_000)}`);
    deepStrictEqual(await read(piecesOf(page, 1000)), [tail(page.toString().slice(0, 64 * 1024))]);
  });

  it('closes the body when its reader leaves', async () => {
    let isClosed = false;
    async function* body() {
      try {
        yield Buffer.from('data: 1\n\ndata: 2\n\n');
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of readEventStream(body(), () => sizeError)) break;
    deepStrictEqual(isClosed, true);
  });
});
