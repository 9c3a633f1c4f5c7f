import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createRelayClient } from '../../../../../src/relay/client.ts';
import { type QuirkName, quirkGroups } from '../../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { listen } from '../../misbehavingServer.ts';
import {
  chatCompletionsExpectations,
  generateContentExpectations,
  messagesExpectations,
  streamFailureExpectations,
  toolCallExpectations,
} from './chatExpectations.ts';
import { type Effect, type Expectation, same, shortenBeginning } from './effect.ts';
import { errorCaseExpectations, errorShapeExpectations } from './errorExpectations.ts';
import {
  imageExpectations,
  modelListExpectations,
  speechExpectations,
  taskExpectations,
  transportExpectations,
} from './otherExpectations.ts';
import { askColumn, maskWire, type QuirkColumnName, quirkColumns } from './quirkColumns.ts';

const chats: readonly QuirkColumnName[] = ['messages', 'chatCompletions', 'generateContent'];
const all = Object.keys(quirkColumns) as readonly QuirkColumnName[];

/** A column's result and what the relay sent for it, with placeholders for values that differ each time. */
interface Asked {
  readonly came: unknown;
  readonly wire: readonly string[];
}

/** The columns that the quirks of a group are tested in, and what is expected of each quirk. */
const groups: Record<
  keyof typeof quirkGroups,
  readonly [readonly QuirkColumnName[], Readonly<Partial<Record<string, Expectation>>>]
> = {
  'shapes of errors': [all, errorShapeExpectations],
  'cases of errors': [all, errorCaseExpectations],
  'framing of streams': [chats, {}],
  'failures of streams': [chats, streamFailureExpectations],
  'chat completions': [['chatCompletions'], chatCompletionsExpectations],
  'tool calls of chat completions': [['chatCompletions'], toolCallExpectations],
  messages: [['messages'], messagesExpectations],
  'generate content': [['generateContent'], generateContentExpectations],
  'refused fields': [chats, {}],
  'model lists': [['lists'], modelListExpectations],
  speech: [['speech'], speechExpectations],
  images: [['createImages', 'editImages'], imageExpectations],
  tasks: [['task'], taskExpectations],
  transport: [all, transportExpectations],
};

const others = all.filter((column) => !chats.includes(column));

/** The columns of a quirk: a chat and another endpoint, which take turns, and those in which it has another effect. */
function selectColumns(
  columns: readonly QuirkColumnName[],
  { but = {} }: Expectation,
  turn: number,
): readonly QuirkColumnName[] {
  // A group of up to three columns has separate code for each of them.
  if (columns.length <= 3) return columns;
  const inTurn = [chats, others].flatMap((group) => group[turn % group.length] ?? []);
  return [...new Set([...inTurn, ...(Object.keys(but) as QuirkColumnName[])])];
}

/** Quirks of requests that these columns don't make. */
const unseen: ReadonlySet<QuirkName> = new Set<QuirkName>([
  // configuredRequests.test.ts sends such fields.
  ...(Object.keys(quirkGroups['refused fields']) as QuirkName[]),
  // keyQuestion.test.ts sends a wrong key.
  'lists-without-key',
]);

describe('the client against every quirk of the reference relay', () => {
  const usual = new Map<QuirkColumnName, Asked>();
  let relay: ReferenceRelay;
  let tap: WireTap;

  /** Asks through the tap. Does not wait for requests that stall on purpose. */
  async function ask(
    column: QuirkColumnName,
    { timeouts, isWhole = false }: Partial<Expectation> = {},
  ): Promise<Asked> {
    using _whole = isWhole ? relay.with('stream-answered-whole') : undefined;
    const before = relay.requests.length;
    const client = createRelayClient({
      baseUrl: tap.baseUrl,
      apiKey: relay.keys.good,
      timeouts: timeouts ?? {},
    });
    try {
      const came = await askColumn(column, client);
      if (!timeouts)
        await Promise.all(relay.requests.slice(before).map((record) => relay.waitForClose(record)));
      return { came, wire: (await tap.drain()).map(maskWire).toSorted() };
    } finally {
      await client.close();
    }
  }

  before(async () => {
    relay = await startReferenceRelay();
    tap = await startWireTap(relay.baseUrl);
    for (const column of all) usual.set(column, await ask(column));
  });
  after(async () => {
    await tap.close();
    await relay.close();
  });

  it('sees the same each time without a quirk', async () => {
    for (const column of all) deepStrictEqual(await ask(column), usual.get(column), column);
  });

  for (const [group, quirks] of Object.entries(quirkGroups)) {
    const [columns, expectations] = groups[group as keyof typeof quirkGroups];
    describe(group, () => {
      for (const [turn, name] of (Object.keys(quirks) as QuirkName[]).entries()) {
        it(name, async () => {
          const expectation = expectations[name] ?? same;
          const unhandled: unknown[] = [];
          const collect = (reason: unknown) => void unhandled.push(reason);
          process.on('unhandledRejection', collect);
          let isSeen = false;
          try {
            for (const column of selectColumns(columns, expectation, turn)) {
              const without: Asked | undefined = expectation.isWhole
                ? await ask(column, expectation)
                : usual.get(column);
              using _quirk = relay.with(name);
              const asked = await ask(column, expectation);
              isSeen ||= !isDeepStrictEqual(asked, without);
              const came = shortenBeginning(asked.came, without?.came);
              const effect: Effect = expectation.but?.[column] ?? expectation.effect;
              deepStrictEqual(expectation.round?.(came) ?? came, effect(without?.came), column);
            }
            await nextTurn();
          } finally {
            process.off('unhandledRejection', collect);
          }
          deepStrictEqual(unhandled, []);
          // A quirk that the client tolerates must still change what the relay sends.
          strictEqual(isSeen, !unseen.has(name), `whether "${name}" changes anything`);
        });
      }
    });
  }
});

/** Stands between a client and a relay, and records what the relay sends. */
interface WireTap {
  readonly baseUrl: string;
  /** What arrived over each connection since the last call, once all of them are closed. */
  drain(): Promise<readonly Buffer[]>;
  close(): Promise<void>;
}

async function startWireTap(relayAddress: string): Promise<WireTap> {
  const port = Number(new URL(relayAddress).port);
  let connections: {
    readonly upstream: Socket;
    readonly pieces: Buffer[];
    readonly closed: Promise<unknown>;
  }[] = [];
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(port, '127.0.0.1');
    const pieces: Buffer[] = [];
    connections.push({ upstream, pieces, closed: new Promise((resolve) => upstream.once('close', resolve)) });
    // Not piped: the rest must be recorded even if the client stops reading.
    client.on('data', (piece) => upstream.write(piece));
    upstream.on('data', (piece) => {
      pieces.push(piece);
      if (client.writable) client.write(piece);
    });
    upstream.on('end', () => client.end());
    upstream.on('error', () => client.resetAndDestroy());
    client.on('error', () => {});
    client.on('end', () => client.end());
  });
  return {
    baseUrl: `http://127.0.0.1:${await listen(server)}`,
    async drain() {
      const drained = connections;
      connections = [];
      for (const { upstream } of drained) upstream.end();
      await Promise.all(drained.map(({ closed }) => closed));
      return drained.map(({ pieces }) => Buffer.concat(pieces));
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
