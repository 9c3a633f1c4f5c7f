import type { RelayErrorKind } from '../../../../../src/relay/errors/errorKind.ts';
import type { RelayErrorDetails } from '../../../../../src/relay/errors/relayError.ts';
import type { Family } from '../column.ts';
import { answerWith, failed, type Row } from '../row.ts';
import { errorCases } from './errorCases.ts';
import { errorShapes } from './errorShapes.ts';

/** A reply with an error status, and what is to be made of it, whichever endpoint it comes from. */
export interface ErrorReply {
  readonly status: number;
  /** Text as it is, anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly kind: RelayErrorKind;
  /** Beside the status. */
  readonly details?: RelayErrorDetails;
}

/** Types that relays leave on errors, since they had set them before they asked for the response. */
const lyingTypes: Readonly<Record<Family, string>> = {
  lists: 'text/html',
  streams: 'text/event-stream',
  'whole answers': 'text/event-stream',
  speech: 'audio/mpeg',
  images: 'image/png',
  tasks: 'text/plain',
  files: 'video/mp4',
};

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function typeOf(body: string): string {
  if (body.startsWith('<')) return 'text/html';
  return body.startsWith('{') || body.startsWith('[') ? 'application/json' : 'text/plain';
}

/** Each error twice: under its own type, and under one that it is not. */
export const errorRows: readonly Row[] = Object.entries({ ...errorShapes, ...errorCases }).flatMap(
  ([name, { status, body, headers = {}, kind, details = {} }]) => {
    const text = textOf(body);
    const type = typeOf(text);
    const expected = failed(kind, { status, ...details });
    return [
      { name: `${status}, ${name}`, answer: answerWith(text, { status, headers, type }), expected },
      {
        name: `${status}, ${name}, under another type`,
        answer: (call, good, column) => {
          const lie = type === 'text/html' ? 'application/json' : lyingTypes[column.family];
          return answerWith(text, { status, headers, type: lie })(call, good, column);
        },
        expected,
      },
    ];
  },
);
