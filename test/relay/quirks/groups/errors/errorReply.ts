import type { WholeReply } from '../../../wire/transportChanges.ts';
import type { Quirk } from '../../quirk.ts';

type Headers = Readonly<Record<string, string>>;

export const json = { 'content-type': 'application/json; charset=utf-8' };
export const html = { 'content-type': 'text/html' };

/** An error in the endpoint's place. A body that isn't a string is sent as JSON. */
export function error(does: string, status: number, body: unknown, headers: Headers = {}): Quirk {
  const text = typeof body === 'string';
  const reply: WholeReply = {
    status,
    headers: { ...(text ? {} : json), ...headers },
    body: text ? body : JSON.stringify(body),
  };
  return { does: `${status}: ${does}`, reply: () => reply };
}

/** As the relay's own middleware writes it. */
export function relayError(
  does: string,
  status: number,
  message: string,
  code = '',
  headers: Headers = {},
): Quirk {
  const body = {
    error: { message: `${message} (request id: 20261101120000000abcdef01)`, type: 'new_api_error', code },
  };
  return error(does, status, body, headers);
}

export const upstreamError = {
  message: 'upstream error: do request failed',
  type: 'new_api_error',
  code: 'do_request_failed',
};
