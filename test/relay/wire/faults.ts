import type { Quirk } from '../quirks/quirk.ts';
import type { WholeReply } from './transportChanges.ts';

/** One thing to go wrong with the next request to an endpoint. */
export type Fault =
  /** Replies with this instead of the endpoint. A body that isn't a string is sent as JSON. */
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Closes the socket without a byte. */
  | { readonly kind: 'dropConnection' }
  /** Reads the request and never responds. */
  | { readonly kind: 'stallBeforeHeaders' }
  /** The endpoint's own reply, which stops after so many bytes of body; the socket stays open. */
  | { readonly kind: 'stallAfterBytes'; readonly bytes: number }
  /** The endpoint's own reply, so much later. */
  | { readonly kind: 'delay'; readonly delayMs: number };

/** What such relays reply outside of their API: the web console. */
export const consolePage: WholeReply = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Reference relay console</title></head><body><div id="root">This page is for people. The API is below /v1 and /v1beta.</div></body></html>\n',
};

/** A fault is a quirk that was never given a name. */
export function quirkOfFault(fault: Fault): Quirk {
  const does = fault.kind;
  switch (fault.kind) {
    case 'reply': {
      const { status, body = '', headers = {} } = fault;
      const reply =
        typeof body === 'string'
          ? { status, headers, body }
          : {
              status,
              headers: { 'content-type': 'application/json', ...headers },
              body: JSON.stringify(body),
            };
      return { does, reply: () => reply };
    }
    case 'dropConnection':
      return { does, transport: { instead: 'drop' } };
    case 'stallBeforeHeaders':
      return { does, transport: { instead: 'stall' } };
    case 'stallAfterBytes':
      return { does, transport: { limit: { bytes: fault.bytes, ending: 'stall' } } };
    case 'delay':
      return { does, transport: { delayMs: fault.delayMs } };
  }
}
