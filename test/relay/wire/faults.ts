import type { Quirk } from '../quirks/quirk.ts';
import type { TransportChanges, WholeReply } from './transportChanges.ts';

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
  /** The endpoint's own reply, whose socket is destroyed after so many bytes of body. */
  | { readonly kind: 'truncateAfterBytes'; readonly bytes: number }
  /** The endpoint's own reply, which ends after so many bytes as if it were complete. */
  | { readonly kind: 'endCleanlyAfterBytes'; readonly bytes: number }
  /** 200 with an empty body. */
  | { readonly kind: 'emptyReply' }
  /** 200 with the web console's page. */
  | { readonly kind: 'htmlPage' }
  /** The endpoint's own reply, so much later. */
  | { readonly kind: 'delay'; readonly delayMs: number };

/** What such relays reply outside of their API: the web console. */
export const consolePage: WholeReply = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Reference relay console</title></head><body><div id="root">This page is for people. The API is below /v1 and /v1beta.</div></body></html>\n',
};

/** The reply that a fault puts in the endpoint's place, if it is of that sort. */
function replyOfFault(fault: Fault): WholeReply | undefined {
  switch (fault.kind) {
    case 'reply': {
      const { status, body = '', headers = {} } = fault;
      return typeof body === 'string'
        ? { status, headers, body }
        : { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    }
    case 'emptyReply':
      return { status: 200, headers: {}, body: '' };
    case 'htmlPage':
      return consolePage;
    default:
      return undefined;
  }
}

function transportOfFault(fault: Fault): TransportChanges {
  switch (fault.kind) {
    case 'dropConnection':
      return { instead: 'drop' };
    case 'stallBeforeHeaders':
      return { instead: 'stall' };
    case 'stallAfterBytes':
      return { limit: { bytes: fault.bytes, ending: 'stall' } };
    case 'truncateAfterBytes':
      return { limit: { bytes: fault.bytes, ending: 'cut' } };
    case 'endCleanlyAfterBytes':
      return { limit: { bytes: fault.bytes, ending: 'end' } };
    case 'delay':
      return { delayMs: fault.delayMs };
    default:
      return {};
  }
}

/** A fault is a quirk that was never given a name. */
export function quirkOfFault(fault: Fault): Quirk {
  const reply = replyOfFault(fault);
  return {
    does: fault.kind,
    transport: transportOfFault(fault),
    ...(reply !== undefined && { reply: () => reply }),
  };
}
