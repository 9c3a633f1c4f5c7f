const longestMessage = 500;
const longestHandle = 200;

/** No more than this is read of a text: a hostile one costs no time, and what is shown is far shorter. */
const longestRead = 10_000;
const longestKey = 2048;

/** Direction marks and other characters that make shown text read differently from what it is. */
const deceptiveCharacters = /\u00ad|[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069]|\ufeff/g;
const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/** Anything that looks like somebody's key, also when the relay has masked the middle of it. */
const keyLikes = /\bsk-[\w*.•…-]{6,}/g;
const bearerKeys = /(bearer\s+)[\w.~+/=-]{8,}/gi;

/** The support handle, which most relays append to their messages. */
const requestIdSuffix = /\s*[(（[]\s*request[ _-]?id\s*[:：]\s*([^()（）\s]{1,200})\s*[)）\]]\.?$/i;
const longestSuffix = 300;

/** Request ids are logged, so nothing that could be a sentence passes for one. */
const requestIdForm = /^[\w.:/+=-]{1,200}$/;

/** Takes the client's own key, and all that looks like a key, out of a text. */
export type Redact = (text: string) => string;

export function createRedact(apiKey: string): Redact {
  // Relays strip the prefix before they look a key up, and some cut it at the next '-': what they echo may lack both.
  const bare = apiKey.replace(/^sk-/, '');
  const parts = [bare, bare.replace(/-.*$/s, '')].filter((part) => part.length >= 8);
  const own = [apiKey, encodeURIComponent(apiKey), ...parts];
  return (text) => {
    // Invisible characters go first: taken out later, they could join a key that was not recognised.
    let clean = text.replace(deceptiveCharacters, '');
    for (const key of own) clean = clean.replaceAll(key, '[key]');
    return clean.replace(keyLikes, '[key]').replace(bearerKeys, '$1[key]');
  };
}

/** A relay's message made fit to be shown, with the request id that it ended with. */
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

/** A code or an id made fit to be shown; nothing where nothing is left. */
export function cleanHandle(text: string, redact: Redact): string | undefined {
  return cut(cleanBeginning(text, redact).trim(), longestHandle) || undefined;
}

/** A request id that is fit to be logged; nothing for a text that is none. */
export function cleanRequestId(text: string, redact: Redact): string | undefined {
  const id = cleanBeginning(text, redact).trim();
  return requestIdForm.test(id) ? id : undefined;
}

/** The beginning of a text without keys and control characters. */
function cleanBeginning(text: string, redact: Redact): string {
  const clean = redact(text.slice(0, longestRead).replace(controlCharacters, ' '));
  // A key that was cut in two at the end would not be recognised.
  return text.length > longestRead ? clean.slice(0, -longestKey) : clean;
}

/** Cuts between characters, never inside one. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
