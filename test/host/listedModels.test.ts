import { deepStrictEqual, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { createListedModels, type ListedModelsPorts } from '../../src/chatProvider/listedModels.ts';
import { loadClient } from '../../src/connection/connectionStore.ts';
import type { Account } from '../../src/platform/settings/profiles.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { RelayModel } from '../../src/relay/models/relayModel.ts';
import { failNext, readJournal } from './relayJournal.ts';

const base = process.env['MODEL_RELAY_BASE_URL'] ?? '';
const apiKey = process.env['MODEL_RELAY_API_KEY'] ?? '';
const signal = new AbortController().signal;
const listPaths = ['/v1/models', '/v1beta/models'];

describe('the models listed for VS Code', () => {
  let profiles: string[];
  let connected: Set<string>;
  let lists: Map<string, readonly RelayModel[]>;
  let asked: string[];
  let changes: vscode.EventEmitter<void>;
  let requestsBefore: number;

  beforeEach(async () => {
    profiles = ['', 'work', 'keyless'];
    connected = new Set(['', 'work']);
    lists = new Map();
    asked = [];
    changes = new vscode.EventEmitter();
    requestsBefore = (await readJournal()).length;
  });

  const accountOf = async (profile: string): Promise<Account | undefined> =>
    connected.has(profile) ? { profile, base } : undefined;

  async function connectedAs(profile: string) {
    const account = await accountOf(profile);
    const client = () => loadClient({ profile, baseUrl: base, apiKey }, silentLogger);
    return account && { account, client: await client() };
  }

  const listOf = ({ profile }: Account) => lists.get(profile) ?? [];

  function create(changed: Partial<ListedModelsPorts> = {}) {
    return createListedModels({
      profiles: () => profiles,
      connection: { accountOf, connectedAs },
      models: { listOf, accept: async ({ profile }, { models }) => void lists.set(profile, models) },
      protocolOf: ({ id }) => (id === 'oa-mini' ? 'messages' : undefined),
      limits: () => ({ 'oa-mini': { context: 50_000, output: 5_000 } }),
      connect: async () => void asked.push('connect'),
      onDidChange: [changes.event],
      logger: silentLogger,
      ...changed,
    });
  }

  async function newRequests(): Promise<string[]> {
    return (await readJournal())
      .slice(requestsBefore)
      .map(({ path }) => path)
      .filter((path) => listPaths.includes(path))
      .sort();
  }

  const chatModel: RelayModel = { id: 'only-one', kind: 'chat', protocols: ['chatCompletions'] };

  it('are the stored ones of every profile with a key, without a request', async () => {
    lists.set('', [chatModel]).set('work', [chatModel]).set('keyless', [chatModel]);
    const found = await create().list({ isSilent: true, signal });
    deepStrictEqual(
      [
        found.map(({ id, model, profile, detail }) => [id, model, profile, detail]),
        await newRequests(),
        asked,
      ],
      [
        [
          ['only-one', 'only-one', '', 'Default'],
          ['only-one#work', 'only-one', 'work', 'work'],
        ],
        [],
        [],
      ],
    );
  });

  it('are fetched if none are stored, once for concurrent calls', async () => {
    connected.delete('work');
    const models = create();
    const [one, other] = await Promise.all([
      models.list({ isSilent: true, signal }),
      models.list({ isSilent: true, signal }),
    ]);
    deepStrictEqual(
      [one.length > 10, other.length === one.length, await newRequests()],
      [true, true, listPaths],
    );
    const mini = one.find(({ id }) => id === 'oa-mini');
    deepStrictEqual(
      [mini?.protocol, mini?.maxInputTokens, mini?.maxOutputTokens, mini?.detail],
      ['messages', 45_000, 5_000, undefined],
    );
  });

  it('are fetched again when the person asks, and stay the stored ones if that fails', async () => {
    connected.delete('work');
    lists.set('', [chatModel]);
    for (const path of listPaths) await failNext(path, { kind: 'reply', status: 401 });
    const models = create();
    deepStrictEqual(
      [(await models.list({ isSilent: false, signal })).map(({ id }) => id), await newRequests()],
      [['only-one'], listPaths],
    );
    deepStrictEqual((await models.list({ isSilent: false, signal })).length > 10, true);
  });

  it('are not fetched again right after a failure', async () => {
    connected.delete('work');
    for (const path of listPaths) await failNext(path, { kind: 'reply', status: 401 });
    const models = create();
    const found = [
      await models.list({ isSilent: true, signal }),
      await models.list({ isSilent: true, signal }),
    ];
    deepStrictEqual([found, await newRequests()], [[[], []], listPaths]);
  });

  it('are fetched once per profile, even if there are many profiles and no list is stored', async () => {
    for (const name of Array.from({ length: 12 }, (_, index) => `profile ${index}`)) {
      profiles.push(name);
      connected.add(name);
    }
    lists.set('', [chatModel]);
    // This port never stores a fetched list.
    const models = create({ models: { listOf, accept: async () => changes.fire() } });
    const asking: Promise<unknown>[] = [];
    models.onDidChange(() => asking.push(models.list({ isSilent: true, signal })));
    await models.list({ isSilent: true, signal });
    for (let count = 0; count !== asking.length; ) {
      count = asking.length;
      await Promise.all(asking);
    }
    deepStrictEqual((await newRequests()).length, 13 * listPaths.length);
  });

  for (const [reason, answer] of [
    [/HTTP 401/, { kind: 'reply', status: 401 }],
    [/lists no models/, { kind: 'reply', status: 200, body: '{"data":[]}' }],
  ] as const)
    it(`fail with the reason when the person asks and there are none: ${reason}`, async () => {
      connected.delete('work');
      for (const path of listPaths) await failNext(path, answer);
      await rejects(create().list({ isSilent: false, signal }), reason);
    });

  it('are still fetched for other callers when one caller cancels', async () => {
    connected.delete('work');
    const models = create();
    const gone = new AbortController();
    const [first, second] = [
      models.list({ isSilent: true, signal: gone.signal }),
      models.list({ isSilent: false, signal }),
    ];
    gone.abort();
    deepStrictEqual([await first, (await second).length > 10], [[], true]);
  });

  it('are those of the other profiles when one profile fails', async () => {
    lists.set('', [chatModel]);
    const models = create({
      connection: {
        connectedAs,
        accountOf: async (profile) => {
          if (profile === 'work') throw new Error('The key store is closed.');
          return accountOf(profile);
        },
      },
    });
    deepStrictEqual(
      (await models.list({ isSilent: true, signal })).map(({ id }) => id),
      ['only-one'],
    );
  });

  it('are none without a connection, which the person is asked for only if the call is not silent', async () => {
    connected.clear();
    const models = create({
      connect: async () => {
        asked.push('connect');
        connected.add('');
        lists.set('', [chatModel]);
      },
    });
    deepStrictEqual([await models.list({ isSilent: true, signal }), asked], [[], []]);
    const found = await models.list({ isSilent: false, signal });
    deepStrictEqual([found.length > 0, asked], [true, ['connect']]);
  });

  it('are announced when they change, once there have been any', async () => {
    const models = create();
    let count = 0;
    models.onDidChange(() => {
      count++;
    });
    const counts: number[] = [];
    await models.announce();
    counts.push(count);
    lists.set('work', [chatModel]);
    await models.announce();
    counts.push(count);
    await models.list({ isSilent: true, signal });
    // The last key is gone, so VS Code must be told.
    connected.clear();
    await models.announce();
    counts.push(count);
    await models.list({ isSilent: true, signal });
    await models.announce();
    counts.push(count);
    const next = new Promise<void>((resolve) => models.onDidChange(resolve));
    connected.add('work');
    changes.fire();
    await next;
    deepStrictEqual([...counts, count], [0, 1, 2, 2, 3]);
    models.dispose();
  });
});
