import { createParser } from 'eventsource-parser';

/** One server-sent event, or what stood in a stream without being one. */
export type StreamItem =
  | { readonly type: 'event'; readonly name?: string; readonly data: string }
  /** Last of all: raw JSON or HTML that was glued to the stream, which is how relays fail half-way. */
  | { readonly type: 'tail'; readonly text: string };

/** The largest event, in characters: an image of some megabytes in base64 fits. */
const largestEvent = 32 * 1024 ** 2;
const largestTail = 64 * 1024;

/** A line that can't be of the event stream format: it begins as JSON or HTML. */
const rawLine = /[\r\n][ \t]*(?=[{[<])/;
const rawLineOrStart = /(?:^|[\r\n])[ \t]*(?=[{[<])/;
const nextField = /[\r\n](?=data:|event:|:)/;
/** An error that was written into the middle of an unfinished event. */
const gluedError = /\{"(?:error|type":"error)"/;

/**
 * Reads a body as an event stream. Beyond the format it copes with: a last event without its blank line
 * (given out if its data is JSON or `[DONE]`); raw JSON or HTML among or after the events (a `tail`); a cut in
 * the middle of anything. Events come as soon as their bytes do; time is linear in the bytes.
 *
 * Throws what the body throws, after everything that came before; and what `createSizeError` makes when an
 * event outgrows the cap.
 */
export async function* readEventStream(
  body: AsyncIterable<Uint8Array>,
  createSizeError: () => Error,
): AsyncGenerator<StreamItem, void, undefined> {
  let items: StreamItem[] = [];
  let isFlushing = false;
  let isTooLarge = false;
  const tail = createTail();
  const parser = createParser({
    maxBufferSize: largestEvent,
    onEvent({ event, data }) {
      if (!isFlushing || isWhole(data)) items.push({ type: 'event', ...(event && { name: event }), data });
      else tail.addGlued(data);
    },
    onError({ type }) {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  // Takes a byte order mark off, and holds back half a character until the rest comes.
  const decoder = new TextDecoder();

  function feed(text: string): void {
    tail.watch(text);
    parser.feed(text);
    if (isTooLarge) throw createSizeError();
  }

  let failure: unknown;
  try {
    for await (const piece of body) {
      feed(decoder.decode(piece, { stream: true }));
      const ready = items;
      items = [];
      yield* ready;
    }
  } catch (error) {
    failure = error;
  }
  if (!isTooLarge) {
    isFlushing = true;
    feed(decoder.decode());
    parser.feed('\n\n');
  }
  yield* items;
  const text = tail.text();
  if (text) yield { type: 'tail', text };
  if (failure) throw failure;
}

/** Collects what is no event: from the first raw line on, up to the next field, and not without bound. */
function createTail() {
  let collected = '';
  let isRaw = false;
  let isAtLineStart = true;
  return {
    watch(text: string): void {
      let raw = text;
      if (!isRaw) {
        const found = (isAtLineStart ? rawLineOrStart : rawLine).exec(text);
        if (!found) {
          isAtLineStart = /[\r\n][ \t]*$/.test(text) || (isAtLineStart && /^[ \t]*$/.test(text));
          return;
        }
        isRaw = true;
        raw = text.slice(found.index + found[0].length);
      }
      if (collected.length < largestTail) collected += raw.slice(0, largestTail - collected.length);
    },
    /** The data of an event that broke off: if an error was written into it, that is what counts. */
    addGlued(data: string): void {
      const found = gluedError.exec(data);
      if (found && collected === '') collected = data.slice(found.index, found.index + largestTail);
    },
    text(): string {
      return collected.split(nextField, 1)[0]?.trim() ?? '';
    },
  };
}

function isWhole(data: string): boolean {
  if (data.trim() === '[DONE]') return true;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}
