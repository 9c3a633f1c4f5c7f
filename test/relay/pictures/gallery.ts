import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Exchange } from '../wire/exchange.ts';
import { Refusal } from '../wire/refusal.ts';
import { drawPng } from './drawPng.ts';

/** Where results are to be had for a while, without a key. The name says all, so nothing is kept. */
export const galleryPrefix = '/gallery/';

interface Exhibit {
  /** Such as '0a1b2c3d4e5f6071.png'. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

const kinds = {
  png: { mediaType: 'image/png', draw: drawPng },
  mp4: { mediaType: 'video/mp4', draw: drawFilm },
} as const;

/** What is drawn for a prompt; the same every time. */
export function createExhibit(prompt: string, kind: keyof typeof kinds, index = 0): Exhibit {
  const seed = createHash('sha256').update(`${index} ${prompt}`).digest('hex').slice(0, 16);
  return { name: `${seed}.${kind}`, mediaType: kinds[kind].mediaType, bytes: kinds[kind].draw(seed) };
}

/** The address of an exhibit: in the gallery, or on another origin if the prompt says "elsewhere". */
export function addressOf(exhibit: Exhibit, prompt: string, exchange: Exchange): Promise<string> | string {
  const { host } = exchange.record.headers;
  return /\belsewhere\b/i.test(prompt) ? lend(exhibit) : `http://${host}${galleryPrefix}${exhibit.name}`;
}

/** Replies at the gallery. */
export function answerAtGallery(exchange: Exchange): Promise<void> {
  const [, seed, kind] = /^\/gallery\/([0-9a-f]{16})\.(png|mp4)$/.exec(exchange.record.path) ?? [];
  if (exchange.record.method !== 'GET' || seed === undefined || (kind !== 'png' && kind !== 'mp4')) {
    throw new Refusal({ status: 404, message: 'No such file' });
  }
  const { mediaType, draw } = kinds[kind];
  return exchange.reply({ status: 200, headers: { 'content-type': mediaType }, body: draw(seed) });
}

/**
 * Puts an exhibit into a storage of its own, on another port of this machine, until it was fetched once. Like real
 * ones, which are asked with a signed address, it refuses a request that brings a key as well.
 */
async function lend({ name, mediaType, bytes }: Exhibit): Promise<string> {
  const storage = createServer((request, response) => {
    const isRight = request.headers.authorization === undefined && request.url === `/${name}?signature=1`;
    response.writeHead(isRight ? 200 : 400, { 'content-type': isRight ? mediaType : 'application/xml' });
    response.end(isRight ? bytes : '<Error><Code>InvalidArgument</Code></Error>');
    storage.close();
  });
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
  // Nobody has to fetch it.
  storage.unref();
  const address = storage.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/${name}?signature=1`;
}

function writeBox(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 8);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), content]);
}

/** An mp4 in which nothing is to be seen: a movie without tracks, and the seed as its only content. */
function drawFilm(seed: string): Buffer {
  const header = Buffer.alloc(100);
  // A thousand units a second, none of them long; played at its own speed and as loud as it is.
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(0x0001_0000, 20);
  header.writeUInt16BE(0x0100, 24);
  // The matrix that leaves everything where it is, then the number of the next track.
  header.writeUInt32BE(0x0001_0000, 36);
  header.writeUInt32BE(0x0001_0000, 52);
  header.writeUInt32BE(0x4000_0000, 68);
  header.writeUInt32BE(1, 96);
  return Buffer.concat([
    writeBox('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2mp41', 'latin1')),
    writeBox('moov', writeBox('mvhd', header)),
    writeBox('free', Buffer.from(seed)),
  ]);
}

/**
 * What images are made of a prompt. With the word "filtered" in it the first one is held back, with "all
 * filtered" every one; undefined stands for such an image.
 */
export function drawOrder(prompt: string, count: number): readonly (Exhibit | undefined)[] {
  const areAll = /\ball filtered\b/i.test(prompt);
  const isFirst = /\bfiltered\b/i.test(prompt);
  return Array.from({ length: count }, (_, index) =>
    areAll || (isFirst && index === 0) ? undefined : createExhibit(prompt, 'png', index),
  );
}

/** An image as the image endpoints of the chat-completions family give it. */
export async function describePicture(
  exhibit: Exhibit,
  prompt: string,
  format: 'b64_json' | 'url',
  exchange: Exchange,
) {
  return format === 'url'
    ? { url: await addressOf(exhibit, prompt, exchange) }
    : { b64_json: exhibit.bytes.toString('base64') };
}
