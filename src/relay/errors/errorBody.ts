import { type Fields, isFields, parseJson } from '../json.ts';

/** What a relay's error body says, in whichever of their many shapes. Nothing is cleaned or redacted yet. */
export interface ErrorWords {
  readonly message?: string;
  /** Every code in it, the most telling first: the relay's own, then statuses and types in words, then numbers. */
  readonly codes: readonly string[];
  readonly requestId?: string;
  readonly isHtml?: boolean;
}

/** Where relays and the services behind them put the text of an error, in order of trust. */
const messageFields = [
  'message',
  'msg',
  'err',
  'error_msg',
  'error_message',
  'detail',
  'description',
  'html-message',
  // A mere "Bad Request" where there is a message beside it, but the whole text where there is none.
  'error',
];

/** Fields that may hold the whole error once more. */
const wrapperFields = ['error', 'errors', 'header', 'response', 'detail'];
const deepestNesting = 4;

/** Reads an error body whatever its Content-Type says: JSON, bare or as an event, else HTML, else text. */
export function readErrorBody(body: string): ErrorWords {
  const text = body.replace(/^\ufeff/, '').trim();
  if (text === '') return { codes: [] };
  // Some relays answer a stream's request with an error status and the error as an event.
  const json = parseJson(/^data:\s*([{[].*)$/m.exec(text)?.[1] ?? text);
  if (json !== undefined) return readErrorJson(json) ?? { codes: [] };
  if (text.startsWith('<')) return { ...readHtml(text), isHtml: true };
  // Bytes that are no text are nobody's words.
  return text.includes('\ufffd') ? { codes: [] } : { message: text, codes: [] };
}

/** The error in a JSON value: an object, the first of an array, or a plain string. */
export function readErrorJson(json: unknown, depth = 0): ErrorWords | undefined {
  if (typeof json === 'string') return { message: json, codes: [] };
  if (Array.isArray(json)) {
    for (const item of json) {
      const words = depth < deepestNesting ? readErrorJson(item, depth + 1) : undefined;
      if (words?.message !== undefined) return words;
    }
    return undefined;
  }
  return isFields(json) ? readErrorFields(json, depth) : undefined;
}

/** Whether JSON under status 200 is an error all the same. */
export function isErrorJson(json: unknown, depth = 0): boolean {
  if (Array.isArray(json)) {
    return json.length > 0 && depth < deepestNesting && json.every((item) => isErrorJson(item, depth + 1));
  }
  if (!isFields(json)) return false;
  const { error, success, type, status, code } = json;
  return (
    (typeof error === 'string' && error !== '') ||
    (isFields(error) && (isTelling(error) || Object.keys(json).length === 1)) ||
    success === false ||
    type === 'error' ||
    status === 'failure' ||
    (typeof json['message'] === 'string' && code !== undefined && !isSuccessCode(code))
  );
}

/** Some relays put an error whose fields are all empty beside a good answer. */
function isTelling(error: Fields): boolean {
  const { message, codes } = readErrorFields(error, 1);
  return message !== undefined || codes.length > 0;
}

function readErrorFields(fields: Fields, depth: number): ErrorWords {
  const inner = depth < deepestNesting ? readWrapped(fields, depth) : undefined;
  const message = inner?.message ?? firstText(messageFields.map((name) => fields[name]));
  const requestId =
    inner?.requestId ?? firstText([fields['request_id'], fields['requestId'], fields['requestID']]);
  return {
    ...(message !== undefined && { message }),
    ...(requestId !== undefined && { requestId }),
    codes: rankCodes([...(inner?.codes ?? []), fields['code'], fields['status'], fields['type']]),
  };
}

function readWrapped(fields: Fields, depth: number): ErrorWords | undefined {
  for (const name of wrapperFields) {
    const value = fields[name];
    if (typeof value !== 'object') continue;
    const words = readErrorJson(value, depth + 1);
    if (words?.message !== undefined || (words && words.codes.length > 0)) return words;
  }
  return undefined;
}

/** Words tell more than numbers, which often only repeat the HTTP status; `error` as a type and 0 tell nothing. */
function rankCodes(values: readonly unknown[]): string[] {
  const codes = values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => String(value).trim())
    .filter((code) => code !== '' && !/^(0|error|failure|none|null|success|ok)$/i.test(code));
  const isNumber = (code: string) => /^-?\d+$/.test(code);
  return [...new Set([...codes.filter((code) => !isNumber(code)), ...codes.filter(isNumber)])];
}

/** A page says what it is at its beginning; looking no further keeps a hostile one from costing time. */
const htmlHeadLength = 8192;

function readHtml(page: string): ErrorWords {
  const html = page.slice(0, htmlHeadLength);
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
  const heading = /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1]?.trim();
  const message = title || heading;
  return { ...(message && { message }), codes: [] };
}

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

/** The two large ones are what the speech services of family A say. */
function isSuccessCode(code: unknown): boolean {
  if (typeof code === 'object') return code === null;
  return /^(0|200|1|3000|20000000|ok|success)?$/i.test(String(code));
}
