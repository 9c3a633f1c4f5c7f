import { defined, parseJson } from '../json.ts';
import { cleanHandle, cleanMessage, cleanRequestId, type Redact } from './cleanText.ts';
import { type ErrorWords, isErrorJson, readErrorBody, readErrorJson } from './errorBody.ts';
import { classify, findUpstreamStatus, type RelayErrorKind } from './errorKind.ts';
import { RelayError, type RelayErrorDetails } from './relayError.ts';

/** The parts of a reply that errors about it need. */
export interface ReplyHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Origin and path. */
  readonly url: string;
  readonly redact: Redact;
}

/** A longer body is not a relay's error, and its beginning tells what else it is. */
export const longestErrorBody = 64 * 1024;

const requestIdHeaders = ['x-oneapi-request-id', 'request-id', 'x-request-id'];

/** The request id in a reply's headers, which support asks for. */
export function requestIdOf({ headers, redact }: ReplyHead): string | undefined {
  return requestIdHeaders.map((name) => cleanRequestId(headers[name] ?? '', redact)).find((id) => id);
}

/** A reply with an error status. Its Content-Type is ignored: relays send JSON as audio, and as event streams. */
export function errorFromReply(head: ReplyHead, body: string): RelayError {
  return createError(head, readErrorBody(body));
}

/**
 * A reply with a good status whose body is not what was asked for: the relay's error, if it is one; the web
 * console's page, if it is HTML; otherwise nothing that the contract knows. `kind` overrides that.
 */
export function errorFromUnexpectedBody(head: ReplyHead, body: string, kind?: RelayErrorKind): RelayError {
  const text = body
    .slice(0, longestErrorBody)
    .replace(/^\ufeff/, '')
    .trim();
  const json = parseJson(text);
  // Truncated JSON is part of the response itself, so its text is not an error message.
  const words = json === undefined && /^[{[]/.test(text) ? { codes: [] } : readErrorBody(text);
  if (words.isHtml) return createError(head, words, kind ?? 'wrongAddress');
  return createError(head, words, kind ?? (isErrorJson(json) ? undefined : 'invalidResponse'));
}

/** The error that a relay sent inside a stream, as JSON. `kind` overrides what it is classified as. */
export function errorFromJson(head: ReplyHead, json: unknown, kind?: RelayErrorKind): RelayError {
  return createError(head, readErrorJson(json) ?? { codes: [] }, kind);
}

/** An error of our own about a reply: its status, URL and request id, without a message. */
export function errorAboutReply(
  head: ReplyHead,
  kind: RelayErrorKind,
  details: RelayErrorDetails = {},
): RelayError {
  const requestId = requestIdOf(head);
  return new RelayError(kind, {
    status: head.status,
    ...(requestId && { requestId }),
    url: head.redact(head.url),
    ...details,
  });
}

function createError(head: ReplyHead, words: ErrorWords, knownKind?: RelayErrorKind): RelayError {
  const { status, headers, redact } = head;
  const { message, requestId: suffixId } = cleanMessage(words.message ?? '', redact);
  const upstreamStatus = findUpstreamStatus(status, words.upstream);
  const kind = knownKind ?? classify({ status, upstreamStatus, codes: words.codes, message: message ?? '' });
  const details = {
    status,
    upstreamStatus,
    relayMessage: message,
    code: cleanHandle(words.codes[0] ?? '', redact),
    requestId: requestIdOf(head) ?? cleanRequestId(words.requestId ?? '', redact) ?? suffixId,
    retryAfterMs: readRetryAfter(headers),
    phase: kind === 'timeout' ? ('relay' as const) : undefined,
    url: redact(head.url),
  };
  return new RelayError(kind, defined(details));
}

/** `retry-after-ms`, or `retry-after` in seconds or as an HTTP date; nothing when it is neither. */
function readRetryAfter(headers: ReplyHead['headers']): number | undefined {
  const inMs = readNumber(headers['retry-after-ms']);
  if (inMs !== undefined) return Math.round(inMs);
  const after = headers['retry-after'];
  const inSeconds = readNumber(after);
  if (inSeconds !== undefined) return Math.round(inSeconds * 1000);
  // Date.parse alone would parse a bare number as a year.
  const date = after && /[a-z]{3}.*\d:\d\d/i.test(after) ? Date.parse(after) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  // Relative to the server's own clock: ours may be hours off.
  const sentAt = Date.parse(headers['date'] ?? '');
  return Math.max(0, date - (Number.isNaN(sentAt) ? Date.now() : sentAt));
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
