import type { Switchboard } from '../quirks/switchboard.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Fault, quirkOfFault } from '../wire/faults.ts';
import type { Journal } from '../wire/journal.ts';

/**
 * For tests in another process (test/host/relayJournal.ts), and no part of the contract: the journal to read, faults to set.
 *
 *   GET  /__reference/requests     every request so far
 *   POST /__reference/faults       {"path": "/v1/messages", "fault": {"kind": …}}
 */
export const controlPrefix = '/__reference/';

export interface FaultOrder {
  readonly path: string;
  readonly fault: Fault;
}

/** Replies at the control door. The exchange is not in the journal that it reads. */
export async function answerAtControlDoor(
  exchange: Exchange,
  { journal, switchboard }: { readonly journal: Journal; readonly switchboard: Switchboard },
): Promise<void> {
  const body = (await exchange.readBody()).toString('utf8');
  if (exchange.record.method === 'POST') {
    const { path, fault }: FaultOrder = JSON.parse(body);
    switchboard.queue(quirkOfFault(fault), path);
  }
  return exchange.replyJson(200, journal.requests);
}
