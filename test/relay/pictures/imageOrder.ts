import type { Exchange } from '../wire/exchange.ts';
import { addressOf, createExhibit, type Exhibit } from './gallery.ts';

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
