import { ellipsize } from '../../text/ellipsize.ts';
import { invisibleCharacters } from '../../text/invisibleCharacters.ts';

const longestMessage = 500;
const longestHandle = 200;

/** How much of a text is read: a hostile one must not cost time, and the shown text is far shorter. */
const longestRead = 10_000;
const longestKey = 2048;

const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/** Anything that looks like a key, even if the relay has masked its middle; without a full stop after it. */
const keyLikes = /\bsk-[\w*.•…-]{6,}?(?=\.?(?![\w*.•…-]))/gi;
/** The key is the group: a lookbehind for the word would scan the same blanks again and again. */
const bearerKeys = /bearer\s+([\w.~+/=-]{8,})/gi;

/** This many characters of the key in a row count as part of it: relays echo it without prefix, cut, or in capitals. */
const shortestPart = 8;

/** The support handle, which most relays append to their messages. */
const requestIdSuffix = /\s*[(（[]\s*request[ _-]?id\s*[:：]\s*([^()（）\s]{1,200})\s*[)）\]]\.?$/i;
const longestSuffix = 300;

/** Request ids are logged, so nothing that could be a sentence passes for one. */
const requestIdForm = /^[\w.:/+=-]{1,200}$/;

/** Removes the client's own key, and everything that looks like a key, from a text. */
export type Redact = (text: string) => string;

export function createRedact(apiKey: string): Redact {
  const parts = new Set([apiKey, encodeURIComponent(apiKey)].flatMap(partsOf));
  return (text) => {
    // Remove invisible characters first: removed later, they could rejoin a key that was not recognized.
    const clean = text.replace(invisibleCharacters, '').replaceAll(apiKey, '[key]');
    const found = [keyLikes, bearerKeys].flatMap((pattern) =>
      Array.from(clean.matchAll(pattern), ({ 0: whole, 1: key = whole, index }) => ({
        start: index + whole.length - key.length,
        end: index + whole.length,
      })),
    );
    found.push(...findParts(clean, parts));
    found.sort((one, other) => one.start - other.start);
    let redacted = '';
    let shown = 0;
    let last = -1;
    for (const { start, end } of found) {
      if (start > last) redacted += `${clean.slice(shown, start)}[key]`;
      last = Math.max(last, end);
      shown = last;
    }
    return redacted + clean.slice(shown);
  };
}

/** All parts of a key with the minimum length, in lower case. */
function partsOf(key: string): string[] {
  const starts = Array.from({ length: Math.max(0, key.length - shortestPart + 1) }, (_, start) => start);
  return starts.map((start) => key.slice(start, start + shortestPart).toLowerCase());
}

/** Finds parts of a key, even with blanks, line breaks and other characters between theirs. */
function findParts(text: string, parts: ReadonlySet<string>) {
  const places = Array.from(text.matchAll(/[!-~]/g), ({ index }) => index);
  const letters = text.replace(/[^!-~]+/g, '').toLowerCase();
  return places.flatMap((start, index) =>
    parts.has(letters.slice(index, index + shortestPart))
      ? [{ start, end: (places[index + shortestPart - 1] ?? start) + 1 }]
      : [],
  );
}

/** A relay's message, cleaned for display, and the request id that it ended with. */
export function cleanMessage(text: string, redact: Redact): { message?: string; requestId?: string } {
  const clean = cleanBeginning(text, redact).replace(/\s+/g, ' ').trim();
  const end = redact(text.slice(-longestSuffix).replace(controlCharacters, ' ')).replace(/\s+/g, ' ').trim();
  const [suffix = '', id = ''] = requestIdSuffix.exec(end) ?? [];
  const message = cut(
    suffix && clean.endsWith(suffix) ? clean.slice(0, -suffix.length) : clean,
    longestMessage,
  );
  const requestId = cleanRequestId(id, redact);
  return { ...(message && { message }), ...(requestId && { requestId }) };
}

/** A code or an id, cleaned for display; undefined if nothing is left. */
export function cleanHandle(text: string, redact: Redact): string | undefined {
  return cut(cleanBeginning(text, redact).trim(), longestHandle) || undefined;
}

/** A request id that is safe to log; undefined for other text. */
export function cleanRequestId(text: string, redact: Redact): string | undefined {
  const id = cleanBeginning(text, redact).trim();
  return requestIdForm.test(id) ? id : undefined;
}

/** The beginning of a text without keys and control characters. */
function cleanBeginning(text: string, redact: Redact): string {
  const clean = redact(text.slice(0, longestRead).replace(controlCharacters, ' '));
  if (text.length <= longestRead) return clean;
  // A key truncated at the end is not recognized, so drop the end, but nothing up to the last redacted key.
  const lastKey = clean.lastIndexOf('[key]');
  const wholeEnd = lastKey === -1 ? 0 : lastKey + '[key]'.length;
  return clean.slice(0, Math.max(wholeEnd, clean.length - longestKey));
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : ellipsize(text, length - 1);
}
