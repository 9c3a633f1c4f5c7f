import type { CallOptions } from '../../relay/callOptions.ts';
import type { RelayClient } from '../../relay/client.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import type { ModelListPath, RelayModel } from '../../relay/models/relayModel.ts';

/** One list as it came, and how long it took. */
export interface ReadList {
  readonly models: readonly RelayModel[];
  readonly error?: RelayError;
  readonly ms: number;
}

/** Reads each list once, whichever stage wants it first. Throws only when it is cancelled. */
export function createModelLists(options: {
  readonly client: RelayClient;
  readonly call: CallOptions;
  readonly now: () => number;
}) {
  const { client, call, now } = options;
  const read = new Map<ModelListPath, ReadList>();

  async function request(path: ModelListPath): Promise<ReadList> {
    const startedAt = now();
    const ms = () => Math.round(now() - startedAt);
    try {
      return { models: await client.readModelList(path, call), ms: ms() };
    } catch (error) {
      if (!(error instanceof RelayError) || error.kind === 'cancelled') throw error;
      return { models: [], error, ms: ms() };
    }
  }

  return {
    async read(path: ModelListPath): Promise<ReadList> {
      const list = read.get(path) ?? (await request(path));
      read.set(path, list);
      return list;
    },

    /** Whether none of those read could be read. */
    haveFailed: () => [...read.values()].every(({ error }) => error !== undefined),

    /** What the lists read so far name; a model of both is one, which can do what either says. */
    merged(): readonly RelayModel[] {
      const byId = new Map<string, RelayModel>();
      for (const model of [...read.values()].flatMap(({ models }) => models)) {
        const known = byId.get(model.id);
        const protocols = [...new Set([...(known?.protocols ?? []), ...model.protocols])];
        byId.set(model.id, { ...model, ...known, protocols });
      }
      return [...byId.values()];
    },
  };
}
