import type { CallOptions } from '../../../../src/relay/callOptions.ts';
import type { RelayClient } from '../../../../src/relay/client.ts';

/** All bytes of a task's result. */
export async function readResult(
  client: Pick<RelayClient, 'openTaskResult'>,
  url: string,
  call?: CallOptions,
): Promise<Buffer> {
  const { body } = await client.openTaskResult({ url }, call);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
