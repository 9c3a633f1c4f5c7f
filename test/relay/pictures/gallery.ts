import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Call } from '../wire/endpoint.ts';
import { streamHeaders } from '../wire/eventFraming.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { JsonObject } from '../wire/fields.ts';
import { Refusal } from '../wire/refusal.ts';
import { film } from './film.ts';
import { type PictureOrder, paintPicture } from './paintPicture.ts';

/** Where results are to be had for a while, without a key. */
export const galleryPrefix = '/gallery/';

interface Exhibit {
  /** Such as '0a1b2c3d4e5f6071.png'. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Pictures that were painted last, by their names: tests ask for the same ones, and files for a while only. */
const painted = new Map<string, Buffer>();
const mostPainted = 64;

function nameFile(seed: string, ending: string): string {
  return `${createHash('sha256').update(seed).digest('hex').slice(0, 16)}.${ending}`;
}

/** The film of a prompt: the same for all, under a name of its own. */
export function createFilm(prompt: string): Exhibit {
  return { name: nameFile(prompt, 'webm'), mediaType: 'video/webm', bytes: film };
}

function createPicture(order: PictureOrder): Exhibit {
  const name = nameFile(JSON.stringify(order), 'png');
  const bytes = painted.get(name) ?? paintPicture(order);
  painted.delete(name);
  painted.set(name, bytes);
  for (const oldest of [...painted.keys()].slice(0, -mostPainted)) painted.delete(oldest);
  return { name, mediaType: 'image/png', bytes };
}

/** The address of an exhibit: in the gallery, or on another origin if the prompt says "elsewhere". */
export function addressOf(exhibit: Exhibit, prompt: string, exchange: Exchange): Promise<string> | string {
  const { host } = exchange.record.headers;
  return /\belsewhere\b/i.test(prompt) ? lend(exhibit) : `http://${host}${galleryPrefix}${exhibit.name}`;
}

/** Replies at the gallery. */
export function answerAtGallery(exchange: Exchange): Promise<void> {
  const { method, path } = exchange.record;
  const name = /^\/gallery\/([0-9a-f]{16}\.(?:png|webm))$/.exec(path)?.[1] ?? '';
  const isFilm = name.endsWith('webm');
  const bytes = isFilm ? film : painted.get(name);
  if (method !== 'GET' || bytes === undefined) throw new Refusal({ status: 404, message: 'No such file' });
  const mediaType = isFilm ? 'video/webm' : 'image/png';
  return exchange.reply({ status: 200, headers: { 'content-type': mediaType }, body: bytes });
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

/** What an image endpoint was asked for. */
export interface GalleryOrder extends Omit<PictureOrder, 'index'> {
  readonly count: number;
}

/**
 * What images are made of an order. With the word "filtered" in its prompt the first one is held back, with "all filtered"
 * every one; undefined stands for such an image. With "fewer", the last one is not there at all.
 */
export function paintOrder({ count, ...order }: GalleryOrder): readonly (Exhibit | undefined)[] {
  const has = (words: RegExp) => words.test(order.prompt);
  const areAll = has(/\ball filtered\b/i);
  const isFirst = has(/\bfiltered\b/i);
  return Array.from({ length: has(/\bfewer\b/i) ? count - 1 : count }, (_, index) =>
    areAll || (isFirst && index === 0) ? undefined : createPicture({ ...order, index }),
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

/** How much longer than a word of a chat an image takes whose prompt has the word "slow". */
const wordsPerImage = 50;

/** Replies with images, as what the quirks make of it: a text is a stream of events. */
export async function replyWithImages(
  { exchange, quirks, settings }: Call,
  prompt: string,
  body: JsonObject,
): Promise<void> {
  if (/\bslow\b/i.test(prompt)) await exchange.sleep(wordsPerImage * settings.slowWordMs);
  const changed = quirks.changeBody(body);
  const isStream = typeof changed === 'string';
  return exchange.reply({
    status: 200,
    headers: isStream ? streamHeaders : { 'content-type': 'application/json; charset=utf-8' },
    body: isStream ? changed : JSON.stringify(changed),
  });
}
