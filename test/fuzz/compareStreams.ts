import { deepStrictEqual } from 'node:assert/strict';
import type { ChatEvent } from '../../src/relay/chat/chatEvent.ts';
import { createOptionalFields } from '../../src/relay/chat/optionalFields.ts';
import type { Protocol } from '../../src/relay/chat/protocolNames.ts';
import { streamChat } from '../../src/relay/chat/streamChat.ts';
import { RelayError } from '../../src/relay/errors/relayError.ts';
import { createEventReader } from '../../src/relay/http/eventStream.ts';
import type { Reply } from '../../src/relay/http/request.ts';
import type { Transport } from '../../src/relay/http/transport.ts';
import { createRandom } from '../randomNumbers.ts';
import { makeAnswer, makeFrames, type Random } from './randomStreams.ts';

const lineEndings = ['\n', '\r\n', '\r'] as const;
const protocols: readonly Protocol[] = ['messages', 'chatCompletions', 'generateContent'];

type Pieces = AsyncGenerator<Uint8Array, void, undefined>;

async function* inOnePiece(bytes: Uint8Array): Pieces {
  yield bytes;
}

/** Cut at random byte places, in the middle of characters and line ends too, with empty pieces among them. */
async function* inPieces(bytes: Uint8Array, random: Random): Pieces {
  const longest = random() < 0.3 ? 1 : Math.ceil(random() * 60);
  for (let offset = 0; offset < bytes.length; ) {
    const length = Math.floor(random() * (longest + 1));
    yield bytes.subarray(offset, offset + length);
    offset += length;
  }
}

async function readFrames(pieces: Pieces) {
  const events: { event: string | undefined; data: string }[] = [];
  const reader = createEventReader(
    ({ event, data }) => events.push({ event, data }),
    () => new RangeError(),
  );
  for await (const piece of pieces) reader.feed(piece);
  return { events, tail: reader.end() };
}

/** What a caller hears of a response, text joined and ids of the client's own making evened out. */
async function hear(protocol: Protocol, pieces: Pieces): Promise<unknown[]> {
  const reply: Reply = {
    status: 200,
    headers: {},
    url: 'http://127.0.0.1/',
    redact: (text) => text,
    body: pieces,
    release() {},
  };
  const transport: Transport = {
    send: async () => reply,
    fetchFile: async () => reply,
    openProbe() {
      throw new Error('A stream needs no probe');
    },
    async close() {},
  };
  const heard: unknown[] = [];
  let last: { type: string; text: string } | undefined;
  const note = (event: ChatEvent) => {
    if (event.type === 'text' || event.type === 'thinking') {
      if (last?.type === event.type) last.text += event.text;
      else {
        last = { ...event };
        heard.push(last);
      }
      return;
    }
    last = undefined;
    if (event.type === 'finish' && event.error)
      heard.push({ ...event, error: [event.error.kind, event.error.details] });
    else if (event.type === 'toolCall' && event.id.startsWith('call_')) heard.push({ ...event, id: 'made' });
    else heard.push(event);
  };
  try {
    const messages = [{ role: 'user', content: 'x' }] as const;
    const optionalFields = createOptionalFields({ transport, relay: 'https://relay.example.com' });
    for await (const event of streamChat(optionalFields, { model: 'x', protocol, maxTokens: 1, messages }))
      note(event);
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    heard.push(['thrown', error.kind, error.details]);
  }
  return heard;
}

/**
 * One case: a stream of chance, in each kind of line ending, whole and in pieces. The same must come of all of
 * them; and where the stream was well formed, just what was put into it.
 */
export async function compareOneStream(seed: number): Promise<void> {
  const random = createRandom(seed);
  if (random() < 0.4) {
    const { text, events } = makeFrames(random);
    const ending = lineEndings[Math.floor(random() * lineEndings.length)] ?? '\n';
    const bytes = Buffer.from(text.replaceAll('\n', ending));
    const whole = await readFrames(inOnePiece(bytes));
    if (events) deepStrictEqual(whole, { events, tail: '' }, `seed ${seed}: not what was put in`);
    deepStrictEqual(await readFrames(inPieces(bytes, random)), whole, `seed ${seed}: cut otherwise`);
    return;
  }
  const protocol = protocols[Math.floor(random() * protocols.length)] ?? 'messages';
  const text = makeAnswer(random, protocol);
  const ending = lineEndings[Math.floor(random() * lineEndings.length)] ?? '\n';
  const bytes = Buffer.from(text.replaceAll('\n', ending));
  const whole = await hear(protocol, inOnePiece(bytes));
  deepStrictEqual(await hear(protocol, inPieces(bytes, random)), whole, `seed ${seed}: cut otherwise`);
}
