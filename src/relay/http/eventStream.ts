import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { errorAboutReply, type ReplyHead } from '../errors/errorReply.ts';
import { parseJson } from '../json.ts';

type StreamEvent = Pick<EventSourceMessage, 'event' | 'data'>;

/** The largest event, in characters: an image of some megabytes in base64 fits. */
const largestEvent = 32 * 1024 ** 2;
/** How far from its end a stream is searched for raw text, in characters. */
const longestEnd = 64 * 1024;

/** The beginning of a line that can't be of the event stream format: it begins as JSON or HTML. */
const rawLine = /[\r\n][ \t]*(?=[{[<])/;
const nextField = /[\r\n](?=data:|event:|:)/;

/**
 * Reads the pieces of a body as an event stream, and reports each event as soon as its bytes are there: one by one,
 * since collecting events costs more than reading them. Beyond the format it copes with: a last event without its blank
 * line (reported if its data is JSON or `[DONE]`); raw JSON or HTML among or after the last events, which is how relays
 * fail midway; an interruption anywhere. Time is linear in the bytes.
 */
export function createEventReader(onEvent: (event: StreamEvent) => void, createSizeError: () => Error) {
  let isFlushing = false;
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: largestEvent,
    onEvent(event) {
      if (!isFlushing || isWhole(event.data)) onEvent(event);
    },
    onError({ type }) {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  // Removes a byte order mark, and holds back an incomplete character until the rest arrives.
  const decoder = new TextDecoder();

  /** The last part of the text, and the part before it, which is dropped as a whole: nothing is copied. */
  let [earlier, latest] = ['', '\n'];

  let hasStarted = false;
  function read(decoded: string): void {
    // Leading white space would make the first line invalid.
    const text = hasStarted ? decoded : decoded.trimStart();
    if (text === '') return;
    hasStarted = true;
    parser.feed(text);
    if (isTooLarge) throw createSizeError();
    if (latest.length > longestEnd) [earlier, latest] = [latest, ''];
    latest += text;
  }

  return {
    /** Throws what `createSizeError` makes when an event outgrows the cap. */
    feed: (piece: Uint8Array): void => read(decoder.decode(piece, { stream: true })),

    /** Emits the rest, however the body ended. Returns the raw JSON or HTML that was glued to the stream, or ''. */
    end(): string {
      if (!isTooLarge) {
        isFlushing = true;
        read(decoder.decode());
        parser.feed('\n\n');
      }
      return findRawText((earlier + latest).slice(-longestEnd));
    },
  };
}

/**
 * The events of a complete reply, and its raw tail as the last of them. Throws `invalidResponse` if one is too large.
 */
export function readEventsOf(text: string, head: ReplyHead): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  const reader = createEventReader(
    (event) => events.push(event),
    () => errorAboutReply(head, 'invalidResponse'),
  );
  reader.feed(Buffer.from(text));
  const tail = reader.end();
  return tail === '' ? events : [...events, { data: tail }];
}

/** Text that is not an event: from the first raw line up to the next field. */
function findRawText(text: string): string {
  const start = rawLine.exec(text)?.index;
  return start === undefined ? '' : (text.slice(start).trim().split(nextField, 1)[0]?.trim() ?? '');
}

function isWhole(data: string): boolean {
  return isSentinel(data) || parseJson(data) !== undefined;
}

/** `[DONE]`, perhaps with spaces around it. Nearly every event is longer, and needs no closer look. */
export function isSentinel(data: string): boolean {
  return data.length < 16 && data.trim() === '[DONE]';
}
