import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { errorAboutReply, type ReplyHead } from '../errors/errorReply.ts';
import { parseJson } from '../json.ts';

type StreamEvent = Pick<EventSourceMessage, 'event' | 'data'>;

/** The largest event, in characters: an image of some megabytes in base64 fits. */
const largestEvent = 32 * 1024 ** 2;
const largestTail = 64 * 1024;

/** A line that can't be of the event stream format: it begins as JSON or HTML. */
const rawLine = /[\r\n][ \t]*(?=[{[<])/;
const rawLineOrStart = /(?:^|[\r\n])[ \t]*(?=[{[<])/;
const nextField = /[\r\n](?=data:|event:|:)/;

/**
 * Reads the pieces of a body as an event stream, and reports each event as soon as its bytes are there: one by one,
 * since collecting events costs more than reading them. Beyond the format it copes with: a last event without its blank
 * line (reported if its data is JSON or `[DONE]`); raw JSON or HTML among or after the events, which is how relays fail
 * midway; an interruption anywhere. Time is linear in the bytes.
 */
export function createEventReader(onEvent: (event: StreamEvent) => void, createSizeError: () => Error) {
  let isFlushing = false;
  let isTooLarge = false;
  let hasUnknownLine = false;
  const tail = createTail();
  const parser = createParser({
    maxBufferSize: largestEvent,
    onEvent(event) {
      if (!isFlushing || isWhole(event.data)) onEvent(event);
    },
    onError({ type }) {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
      hasUnknownLine ||= type === 'unknown-field';
    },
  });
  // Removes a byte order mark, and holds back an incomplete character until the rest arrives.
  const decoder = new TextDecoder();

  let hasStarted = false;
  function read(decoded: string): void {
    // Leading white space would make the first line invalid.
    const text = hasStarted ? decoded : decoded.trimStart();
    if (text === '') return;
    hasStarted = true;
    hasUnknownLine = false;
    parser.feed(text);
    tail.watch(text, hasUnknownLine);
    if (isTooLarge) throw createSizeError();
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
      return tail.text();
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

/** Collects text that is not an event: from the first raw line up to the next field, with a limit. */
function createTail() {
  let collected = '';
  let isRaw = false;
  let isAtLineStart = true;
  return {
    /**
     * Scans a piece only if it may contain raw text: the parser found an unknown line, or the piece ends in a line
     * that can't become a known one.
     */
    watch(text: string, hasUnknownLine: boolean): void {
      let raw = text;
      if (!isRaw) {
        const lineStart = findLastLine(text);
        const isContinued = lineStart === 0 && !isAtLineStart;
        const isSuspect = isContinued ? false : /[ \t{[<]/.test(text.charAt(lineStart));
        const wasBlank = isAtLineStart && isBlankStart(text);
        if (!hasUnknownLine && !isSuspect && !wasBlank) {
          if (text !== '') isAtLineStart = lineStart === text.length;
          return;
        }
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
    text(): string {
      return collected.split(nextField, 1)[0]?.trim() ?? '';
    },
  };
}

/** Where the last line begins. Searching backwards for rare text would cost more than the parser. */
function findLastLine(text: string): number {
  const lineFeed = text.lastIndexOf('\n');
  return Math.max(lineFeed, text.includes('\r') ? text.lastIndexOf('\r') : -1) + 1;
}

/** A piece may continue a line that was blank so far. */
function isBlankStart(text: string): boolean {
  return /^[ \t{[<]/.test(text);
}

function isWhole(data: string): boolean {
  return isSentinel(data) || parseJson(data) !== undefined;
}

/** `[DONE]`, perhaps with spaces around it. Nearly every event is longer, and needs no closer look. */
export function isSentinel(data: string): boolean {
  return data.length < 16 && data.trim() === '[DONE]';
}
