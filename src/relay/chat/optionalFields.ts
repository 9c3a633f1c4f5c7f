import { RelayError } from '../errors/relayError.ts';
import type { RelayRequest, Reply } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { type Logger, silentLogger } from '../logger.ts';
import { createFieldRefusals, type RefusalStorage } from '../refusalMemory.ts';
import type { TakesField } from './requestFields.ts';

/** Requests with optional fields, and what is known of models that refuse such fields. */
export type OptionalFields = ReturnType<typeof createOptionalFields>;

interface OptionalFieldsOptions {
  readonly transport: Pick<Transport, 'send'>;
  /** Origin of the relay. */
  readonly relay: string;
  /** Stores refusals beyond the life of the client; without it, they are lost. */
  readonly storage?: RefusalStorage | undefined;
  readonly logger?: Logger;
}

export function createOptionalFields(options: OptionalFieldsOptions) {
  const { transport, relay, storage = createStorage(), logger = silentLogger } = options;
  const refusals = createFieldRefusals(storage);

  return {
    /**
     * Sends the request of `write`, and yields what `read` makes of the reply. If the relay, or the service behind it,
     * returns 400 or 422 and names an optional field that was sent, the request is sent again without that field: such
     * a refusal is not billed. The same applies if a reply with a good status has that error before anything was read.
     * If the model accepts the second request, its later requests leave the field out from the start.
     */
    async *ask<T>(
      model: string,
      write: (takes: TakesField) => RelayRequest,
      read: (reply: Reply) => AsyncIterable<T>,
    ): AsyncGenerator<T, void, undefined> {
      const dropped = new Set<string>();
      for (;;) {
        const sent = new Map<string, RegExp>();
        const takes: TakesField = (field, words) => {
          if (dropped.has(field) || refusals.has(relay, model, field)) return false;
          sent.set(field, words);
          return true;
        };
        let hasBegun = false;
        try {
          for await (const item of read(await transport.send(write(takes)))) {
            // Not earlier: a relay that only mentions the field would refuse the request without it, too.
            if (!hasBegun) for (const field of dropped) refusals.set(relay, model, field, true);
            hasBegun = true;
            yield item;
          }
          return;
        } catch (error) {
          const refused = hasBegun ? undefined : findRefused(error, sent);
          if (refused === undefined) throw error;
          logger.info(
            `${JSON.stringify(model)} rejects the field ${JSON.stringify(refused)}: retrying without it`,
          );
          dropped.add(refused);
        }
      }
    },
  };
}

/** The field that an error is about: of those that were sent, the first that the error names. */
function findRefused(error: unknown, sent: ReadonlyMap<string, RegExp>): string | undefined {
  if (!(error instanceof RelayError)) return undefined;
  const { status = 0, upstreamStatus = status, relayMessage = '' } = error.details;
  const isInGoodReply =
    upstreamStatus === 200 && ['invalidRequest', 'betaFieldRejected'].includes(error.kind);
  if (!isInGoodReply && ![400, 422].includes(upstreamStatus)) return undefined;
  return [...sent]
    .map(([field, words]) => ({ field, at: relayMessage.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0]?.field;
}

function createStorage(): RefusalStorage {
  const stored = new Map<string, unknown>();
  return { get: (key) => stored.get(key), update: async (key, value) => void stored.set(key, value) };
}
