import { doesNotMatch, ok } from 'node:assert/strict';
import { createRelayClient, type RelayClient } from '../../../../src/relay/client.ts';
import type { RelayErrorKind } from '../../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../../src/relay/errors/relayError.ts';
import type { NetworkOptions } from '../../../../src/relay/http/proxy.ts';
import type {
  ProbedCertificate,
  ProbedConnection,
  ProbedName,
} from '../../../../src/relay/probe/connectionProbe.ts';
import { apiKey } from '../clientCalls.ts';

type FailureSeen = readonly [kind: RelayErrorKind, details: RelayErrorDetails];

/** What each step found; the last one may be a failure, which ends the probe. */
interface Seen {
  readonly name?: ProbedName | FailureSeen;
  readonly connection?: ProbedConnection | FailureSeen;
  readonly certificate?: ProbedCertificate | undefined | FailureSeen;
}

export function createClient(baseUrl: string, network: NetworkOptions = {}, connectMs = 10_000): RelayClient {
  return createRelayClient({ baseUrl, apiKey, network, timeouts: { connectMs } });
}

/** Runs all steps in order, up to the first failure. */
export async function look(baseUrl: string, network?: NetworkOptions, connectMs?: number): Promise<Seen> {
  const client = createClient(baseUrl, network, connectMs);
  const probe = client.probe();
  let seen: Seen = {};
  try {
    seen = { name: await probe.lookUpName() };
    seen = { ...seen, connection: await probe.connect() };
    return { ...seen, certificate: await probe.readCertificate() };
  } catch (error) {
    const step = seen.connection ? 'certificate' : seen.name ? 'connection' : 'name';
    return { ...seen, [step]: describeFailure(error) };
  } finally {
    await client.close();
  }
}

function describeFailure(error: unknown): FailureSeen {
  ok(error instanceof RelayError, String(error));
  doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /0aB1cD2eF3|pa55word/);
  return [error.kind, error.details];
}

/** How a step failed. */
export async function failureOf(step: Promise<unknown>): Promise<FailureSeen> {
  return step.then(
    (value) => {
      throw new Error(`no failure but ${JSON.stringify(value)}`);
    },
    (error) => describeFailure(error),
  );
}
