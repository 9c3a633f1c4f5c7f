import { defined, endOfObject, type Fields, isFields, parseJson } from '../json.ts';

/** The contents of a relay's error body, in any of the known shapes. Neither cleaned nor redacted yet. */
export interface ErrorWords {
  readonly message?: string;
  /** Every code in it, the most specific first: the relay's own, then statuses and types as words, then numbers. */
  readonly codes: readonly string[];
  readonly requestId?: string;
  readonly isHtml?: boolean;
  /** The error of a service behind the relay, if the relay repeats it as text. */
  readonly upstream?: { readonly status?: number; readonly codes: readonly string[] };
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
  // Just "Bad Request" if there is also a message, but the whole text if there is none.
  'error',
];

/** Fields that may contain the whole error again. */
const wrapperFields = ['error', 'errors', 'header', 'response', 'detail', 'message'];
const deepestNesting = 8;

/** How much of a message is searched for another error in it. */
const longestRead = 64 * 1024;
/** Maximum number of braces at which that error's JSON may begin. */
const mostBraces = 4;
/** A status right before the JSON: `[404]: `, `: 401): `, `HTTP 429: `. */
const statusBefore = /\b([45]\d\d)\b[\])]{0,2}:?\s*$/;
/** A status in brackets before plain words, and what relays put before it: names and ids of their own. */
const bracketedStatus = /^.{1,300}?[[(:\s]([45]\d\d)[\])]:\s+(?=\S)/s;
/** What the relay itself appends: its request id, or when it will be ready again. */
const closingRemark = /^\s*([(（][^()（）{}]{1,250}[)）]\.?)\s*$/;
const stackTrace = /[\r\n][ \t]{1,16}at /;

/** Reads an error body whatever its Content-Type says: JSON, bare or as an event, else HTML, else text. */
export function readErrorBody(body: string): ErrorWords {
  const text = body.replace(/^\ufeff/, '').trim();
  if (text === '') return { codes: [] };
  // To a streaming request, some relays reply with an error status and the error as an event.
  const json = parseJson(/^data:\s*([{[].*)$/m.exec(text)?.[1] ?? text);
  if (json !== undefined) return readErrorJson(json) ?? { codes: [] };
  if (text.startsWith('<')) return { ...readHtml(text), isHtml: true };
  // A binary body is not an error message.
  return text.includes('\ufffd') ? { codes: [] } : readMessage(text, 0);
}

/** The error in a JSON value: an object, the first of an array, or a plain string. */
export function readErrorJson(json: unknown, depth = 0): ErrorWords | undefined {
  if (typeof json === 'string') return readMessage(json, depth);
  if (Array.isArray(json)) {
    for (const item of json) {
      const words = depth < deepestNesting ? readErrorJson(item, depth + 1) : undefined;
      if (words?.message !== undefined) return words;
    }
    return undefined;
  }
  return isFields(json) ? readErrorFields(json, depth) : undefined;
}

/** Whether JSON under status 200 is an error. */
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

/** Some relays put an error whose fields are all empty next to a good response. */
function isTelling(error: Fields): boolean {
  const { message, codes } = readErrorFields(error, 1);
  return message !== undefined || codes.length > 0;
}

function readErrorFields(fields: Fields, depth: number): ErrorWords {
  const inner = depth < deepestNesting ? readWrapped(fields, depth) : undefined;
  const text = firstText(messageFields.map((name) => fields[name]));
  const told = inner?.message === undefined && text !== undefined ? readMessage(text, depth) : inner;
  const requestId =
    told?.requestId ?? firstText([fields['request_id'], fields['requestId'], fields['requestID']]);
  // A status or type of `error` says nothing.
  const kinds = [fields['status'], fields['type']].filter((kind) => !/^error$/i.test(String(kind)));
  return defined({
    message: told?.message,
    requestId,
    upstream: told?.upstream,
    codes: rankCodes([...(told?.codes ?? []), ...(inner?.codes ?? []), fields['code'], ...kinds]),
  });
}

/**
 * A message without a stack trace, or the error of a service behind the relay that the message repeats: as JSON, or as
 * words after its status.
 */
function readMessage(text: string, depth: number): ErrorWords {
  const head = text.slice(0, longestRead);
  let start = head.indexOf('{');
  for (let braces = 0; start !== -1 && braces < mostBraces && depth < deepestNesting; braces += 1) {
    const end = endOfObject(head, start);
    const status = statusBefore.exec(head.slice(Math.max(0, start - 40), start))?.[1];
    const json = end === -1 ? undefined : parseJson(head.slice(start, end));
    const words = isErrorText(json, start === 0 || status !== undefined)
      ? readErrorFields(json, depth + 1)
      : undefined;
    if (words?.message !== undefined) {
      const remark = closingRemark.exec(text.slice(end))?.[1];
      const upstreamStatus = words.upstream?.status ?? (status === undefined ? undefined : Number(status));
      return {
        ...words,
        message: remark ? `${words.message} ${remark}` : words.message,
        upstream: { codes: words.codes, ...(upstreamStatus !== undefined && { status: upstreamStatus }) },
      };
    }
    start = head.indexOf('{', start + 1);
  }
  const [words = ''] = text.split(stackTrace, 1);
  const [prefix = '', status] = bracketedStatus.exec(words) ?? [];
  return {
    message: words.slice(prefix.length),
    codes: [],
    ...(status !== undefined && { upstream: { status: Number(status), codes: [] } }),
  };
}

/** Whether JSON in a message is an error, and not a tool's schema or input that the message is about. */
function isErrorText(json: unknown, isTold: boolean): json is Fields {
  if (!isFields(json)) return false;
  if (isFields(json['error']) || typeof json['error'] === 'string') return true;
  const isCoded = isTold || ['code', 'type', 'status'].some((name) => name in json);
  return isCoded && json['message'] !== undefined;
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

/** Words tell more than numbers, which often only repeat the HTTP status; 0 tells nothing. */
function rankCodes(values: readonly unknown[]): string[] {
  const codes = values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => String(value).trim())
    .filter((code) => code !== '' && !/^(0|failure|none|null|success|ok)$/i.test(code));
  const isNumber = (code: string) => /^-?\d+$/.test(code);
  return [...new Set([...codes.filter((code) => !isNumber(code)), ...codes.filter(isNumber)])];
}

/** The beginning of a page tells what it is; reading no further keeps a hostile one from costing time. */
const htmlHeadLength = 8192;

function readHtml(page: string): ErrorWords {
  const html = page.slice(0, htmlHeadLength);
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
  const heading = /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1]?.trim();
  return defined({ message: title || heading || undefined, codes: [] });
}

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

/** The two large numbers are success codes of the speech services of family A. */
function isSuccessCode(code: unknown): boolean {
  if (typeof code === 'object') return code === null;
  return /^(0|200|1|3000|20000000|ok|success)?$/i.test(String(code));
}
