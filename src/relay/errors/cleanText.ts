const longestMessage = 500;
const longestHandle = 200;

/** Direction marks and other characters that make shown text read differently from what it is. */
const deceptiveCharacters = /\u00ad|[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069]|\ufeff/g;
const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/** Anything that looks like somebody's key, also when the relay has masked the middle of it. */
const keyLikes = /\bsk-[\w*.•…-]{6,}/g;
const bearerKeys = /(bearer\s+)[\w.~+/=-]{8,}/gi;

/** The support handle, which most relays append to their messages. */
const requestIdSuffix = /\s*[(（[]\s*request[ _-]?id\s*[:：]\s*([^)）\]\s]+)\s*[)）\]]\.?\s*$/i;

/** Takes the client's own key, and all that looks like a key, out of a text. */
export type Redact = (text: string) => string;

export function createRedact(apiKey: string): Redact {
  // Relays strip the prefix before they look a key up, so what they echo may lack it.
  const bare = apiKey.replace(/^sk-/, '');
  const own = [apiKey, encodeURIComponent(apiKey), ...(bare.length >= 8 ? [bare] : [])];
  return (text) => {
    // Invisible characters go first: taken out later, they could join a key that was not recognised.
    let clean = text.replace(deceptiveCharacters, '');
    for (const key of own) clean = clean.replaceAll(key, '[key]');
    return clean.replace(keyLikes, '[key]').replace(bearerKeys, '$1[key]');
  };
}

/** A relay's message made fit to be shown, with the request id that it ended with. */
export function cleanMessage(text: string, redact: Redact): { message?: string; requestId?: string } {
  const clean = redact(text.replace(controlCharacters, ' ')).replace(/\s+/g, ' ').trim();
  const suffix = requestIdSuffix.exec(clean);
  const message = cut(suffix ? clean.slice(0, suffix.index) : clean, longestMessage);
  return { ...(message && { message }), ...(suffix?.[1] && { requestId: suffix[1] }) };
}

/** A code or an id made fit to be shown; nothing where nothing is left. */
export function cleanHandle(text: string, redact: Redact): string | undefined {
  return cut(redact(text.replace(controlCharacters, ' ')).trim(), longestHandle) || undefined;
}

/** Cuts between characters, never inside one. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
