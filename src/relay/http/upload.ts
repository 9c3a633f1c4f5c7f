import { RelayError } from '../errors/relayError.ts';
import type { Exchange } from './exchange.ts';

/** A body larger than this goes up in slices, each when the one before has left. */
export const sliceBytes = 64 * 1024;

/** A large body, as undici takes it: the next slice is asked for when the one before has left. */
export async function* sliceBody(bytes: Uint8Array, exchange: Exchange): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += sliceBytes) {
    if (!exchange.wantsUpload) {
      // Ending short while the reply still comes would be a fault of ours, and undici would drop the reply for it.
      await exchange.closed;
      return;
    }
    yield bytes.subarray(offset, offset + sliceBytes);
    exchange.onSliceSent(offset + sliceBytes >= bytes.length);
  }
}

/** Throws `invalidRequest` for what has no JSON: nested too deep, in a circle, or with big integers in it. */
export function writeJson(json: unknown): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(json));
  } catch {
    throw new RelayError('invalidRequest', { field: 'request' });
  }
}
