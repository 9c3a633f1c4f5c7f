import type { FaultOrder } from '../relay/endpoints/controlDoor.ts';
import type { Fault } from '../relay/wire/faults.ts';

/** Asks the reference relay of the extension under test, from that extension's process. */

const address = process.env['MODEL_RELAY_BASE_URL'] ?? '';

interface JournalEntry {
  readonly path: string;
  readonly bodyText: string;
  /** For a chat: the input tokens that did not come from the service's cache. */
  readonly billedInFull: number;
  readonly outcome: 'running' | 'completed' | 'closedByClient' | 'cutByRelay';
}

async function control(path: string, body?: FaultOrder): Promise<unknown> {
  const reply = await fetch(`${address}/__reference/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

export async function readJournal(): Promise<readonly JournalEntry[]> {
  const found = await control('requests');
  if (!Array.isArray(found)) throw new Error('The relay has no journal.');
  return found;
}

/** The body of the latest request. */
export async function lastBody(): Promise<unknown> {
  return JSON.parse((await readJournal()).at(-1)?.bodyText ?? '');
}

/** Makes the next request to a path fail. */
export async function failNext(path: string, fault: Fault): Promise<void> {
  await control('faults', { path, fault });
}
