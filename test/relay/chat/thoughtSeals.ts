import { createHmac, randomBytes } from 'node:crypto';
import { isJsonObject } from '../wire/fields.ts';

/** With its keys in order, so that the same value is the same text however a client wrote it. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/**
 * Signatures of thoughts and of tool calls. Providers check that a client returns them unchanged, and know
 * which calls they were given with.
 */
export class ThoughtSeals {
  readonly #secret = randomBytes(32);
  readonly #sealedCalls = new Set<string>();

  /** The signature that belongs to a value, the same every time. */
  seal(value: unknown): string {
    return createHmac('sha256', this.#secret).update(canonicalJson(value)).digest('base64');
  }

  isSealOf(signature: unknown, value: unknown): boolean {
    return signature === this.seal(value);
  }

  /** Remembers that a call, told by its id or by what it calls, was given out together with a signature. */
  rememberCall(call: unknown): void {
    this.#sealedCalls.add(canonicalJson(call));
  }

  wasSealed(call: unknown): boolean {
    return this.#sealedCalls.has(canonicalJson(call));
  }
}
