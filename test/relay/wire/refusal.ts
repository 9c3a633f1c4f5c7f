/** How an error body looks: as the relay's own middleware writes it, or as the Messages protocol does. */
export type ErrorShape = 'relay' | 'messages';

export interface RefusalDetails {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  /** Only the relay's own shape has room for a code. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by whoever finds a reason to refuse a request; the server turns it into a reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly details: RefusalDetails;
  shape: ErrorShape = 'relay';

  constructor(details: RefusalDetails) {
    super(details.message);
    this.details = details;
  }

  /** The JSON text of the body, with the request's id where relays put it: at the end of the message. */
  body(requestId: string): string {
    const { message, type = 'new_api_error', code = '' } = this.details;
    const told = `${message} (request id: ${requestId})`;
    return JSON.stringify(
      this.shape === 'messages'
        ? { type: 'error', error: { type, message: told } }
        : { error: { message: told, type, code } },
    );
  }
}

/** A 400 for a parameter (contract 7). */
export function invalidRequest(message: string): Refusal {
  return new Refusal({
    status: 400,
    type: 'invalid_request_error',
    code: 'invalid_request',
    message,
  });
}
