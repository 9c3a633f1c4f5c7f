import { Refusal } from '../../../wire/refusal.ts';
import { jsonHeaders } from '../../../wire/transportChanges.ts';
import type { Quirk } from '../../quirk.ts';

type Headers = Readonly<Record<string, string>>;

export const html = { 'content-type': 'text/html' };

const longestShown = 80;

/** What `--help` says of an error: its status, its own headers, and how its body begins. */
function describe(status: number, headers: Headers, body: string): string {
  const shown = Object.entries(headers).map(([name, value]) => `${name} ${value}, `);
  const text = body.replaceAll(/(?:<[^>]*>|\s)+/g, ' ').trim();
  return `${status}: ${shown.join('')}${text.slice(0, longestShown) || 'no body'}`;
}

/** An error in the endpoint's place. A body that isn't a string is sent as JSON. */
export function error(status: number, body: unknown, headers: Headers = {}): Quirk {
  const isText = typeof body === 'string';
  const text = isText ? body : JSON.stringify(body);
  const reply = { status, headers: { ...(isText ? {} : jsonHeaders), ...headers }, body: text };
  return { does: describe(status, headers, text), reply: () => reply };
}

/** In the shape of the chat-completions family. */
export function apiError(
  status: number,
  message: string,
  type: string,
  code: string | number | null = null,
  param: string | null = null,
): Quirk {
  return error(status, { error: { message, type, param, code } });
}

/** As the relay's own middleware writes it, with the request's id at the end of the message. */
export function relayError(status: number, message: string, code = '', headers: Headers = {}): Quirk {
  return {
    does: describe(status, headers, message),
    reply: ({ id }) => {
      const refusal = new Refusal({ status, message, code });
      return { status, headers: { ...jsonHeaders, ...headers }, body: refusal.body(id) };
    },
  };
}

/** The page of the edge in front of a relay. */
export function edgeError(status: number, title: string): Quirk {
  const page = `<!DOCTYPE html>\n<html lang="en-US"><head><title>relay.example | ${status}: ${title}</title></head><body><h1>${title} <span>Error code ${status}</span></h1></body></html>\n`;
  return {
    ...error(status, page, {
      'content-type': 'text/html; charset=UTF-8',
      server: 'cloudflare',
      'cf-ray': '8f0000000000abcd-FRA',
    }),
    does: `${status}: ${title}`,
  };
}

export const upstreamError = {
  message: 'upstream error: do request failed',
  type: 'new_api_error',
  code: 'do_request_failed',
};
