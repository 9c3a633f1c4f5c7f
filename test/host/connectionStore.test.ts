import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { prepareWith } from '../../src/chat/view/editorServices.ts';
import { createChecks } from '../../src/connection/checks.ts';
import { type ConnectionStore, createConnectionStore } from '../../src/connection/connectionStore.ts';
import { createEnvironmentConnection } from '../../src/connection/environmentConnection.ts';
import { summariseFailure } from '../../src/messages/failures.ts';
import { NotReadyError } from '../../src/messages/ownErrors.ts';
import {
  addProfile,
  deleteProfile,
  useProfile,
  writeProfileSetting,
} from '../../src/platform/settings/settings.ts';
import { parseBaseAddress } from '../../src/relay/baseUrl.ts';
import { RelayError } from '../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { startProxy } from '../unit/relay/http/connectProxy.ts';

/** A secret storage that can be held, so that a test can act while a key is being read. */
class SlowSecrets implements vscode.SecretStorage {
  readonly #secrets = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  /** Readers wait for this promise. */
  #gate: Promise<void> = Promise.resolve();
  readonly #readers = new vscode.EventEmitter<void>();

  /** Makes readers wait until `open` is called. */
  hold() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return { open: resolve, isReading: new Promise((heard) => this.#readers.event(heard)) };
  }

  async keys(): Promise<string[]> {
    return [...this.#secrets.keys()];
  }
  async get(key: string): Promise<string | undefined> {
    const gate = this.#gate;
    this.#readers.fire();
    await gate;
    return this.#secrets.get(key);
  }
  async store(key: string, value: string): Promise<void> {
    this.#secrets.set(key, value);
    this.#changed.fire({ key });
  }
  async delete(key: string): Promise<void> {
    this.#secrets.delete(key);
    this.#changed.fire({ key });
  }
}

/** State that outlives a window. */
function createMemento() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}

interface Listener {
  /** The status of every reply. */
  status: number;
  readonly origin: string;
  readonly authorizations: (string | undefined)[];
  readonly server: Server;
}

async function listen(): Promise<Listener> {
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.statusCode = listener.status;
    response.end(JSON.stringify({ data: [{ id: 'm-1' }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listener: Listener = { status: 200, origin, authorizations, server };
  return listener;
}

describe('the connection', () => {
  const oldKey = 'sk-old-key-00000000000000000000';
  const newKey = 'sk-new-key-00000000000000000000';
  let secrets: SlowSecrets;
  let context: vscode.ExtensionContext;
  let relays: Listener[];
  /** The extension under test is connected by this variable. */
  const environmentAddress = process.env['MODEL_RELAY_BASE_URL'];

  before(() => {
    delete process.env['MODEL_RELAY_BASE_URL'];
  });
  after(() => {
    if (environmentAddress) process.env['MODEL_RELAY_BASE_URL'] = environmentAddress;
  });
  beforeEach(async () => {
    secrets = new SlowSecrets();
    const extension = vscode.extensions.getExtension('model-relay.model-relay');
    context = { secrets, extension, globalState: createMemento() } as unknown as vscode.ExtensionContext;
    relays = [await listen(), await listen()];
  });
  afterEach(async () => {
    for (const { server } of relays) {
      server.closeAllConnections();
      server.close();
    }
    await deleteProfile('Work');
    await writeProfileSetting('', 'modelRelay.baseUrl', undefined);
  });

  it('is checked at the base URL that its key was entered for, even if the base URL changes during the check', async () => {
    const [before, after] = relays as [Listener, Listener];
    const store = createConnectionStore(context, silentLogger);
    await writeProfileSetting('', 'modelRelay.baseUrl', before.origin);
    await store.keys.store({ profile: '', origin: before.origin }, oldKey);
    const checks = createChecks(
      {
        context,
        logger: silentLogger,
        connection: store,
        requestsLeaveFrom: '',
        models: { accept: async () => {} },
        voices: { chooseVoice: () => undefined },
      },
      () => {},
    );
    const { isReading, open } = secrets.hold();
    const checked = checks.start('');
    await isReading;
    await writeProfileSetting('', 'modelRelay.baseUrl', after.origin);
    open();
    await checked;
    ok(before.authorizations.includes(`Bearer ${oldKey}`), 'the check did go to the relay of the key');
    deepStrictEqual(
      after.authorizations.filter((value) => value?.includes(oldKey)),
      [],
    );
    store.dispose();
  });

  it('knows in another window at which base URL a relay has replied, and at no other', async () => {
    const [known, unknown] = relays as [Listener, Listener];
    const listWith = async ({ origin }: Listener) => {
      const store = createConnectionStore(context, silentLogger);
      const client = await store.openClient({ profile: '', baseUrl: origin, apiKey: oldKey });
      const kind = await client.listModels().then(
        () => 'listed',
        (error: unknown) => (error instanceof RelayError ? error.kind : String(error)),
      );
      await client.close();
      store.dispose();
      return kind;
    };
    const before = await listWith(known);
    known.status = 404;
    unknown.status = 404;
    deepStrictEqual(
      [before, await listWith(known), await listWith(unknown)],
      ['listed', 'notFound', 'wrongAddress'],
    );
  });

  it('reports its final state when the profile changes while a key is being read', async () => {
    const [relay] = relays as [Listener, Listener];
    await addProfile('Work');
    await writeProfileSetting('Work', 'modelRelay.baseUrl', relay.origin);
    const store = createConnectionStore(context, silentLogger);
    await store.keys.store({ profile: 'Work', origin: relay.origin }, oldKey);
    const { isReading, open } = secrets.hold();
    await useProfile('Work');
    await isReading;
    // Switch back before the key is read; the default profile has no base URL, so it is not connected.
    await useProfile('');
    open();
    deepStrictEqual(await store.view(), { state: 'missing', fromEnvironment: false, profile: '' });
    const told = new Promise((resolve) => store.onDidChange(() => resolve(store.view())));
    await useProfile('Work');
    const { host } = new URL(relay.origin);
    deepStrictEqual(await told, { state: 'connected', host, fromEnvironment: false, profile: 'Work' });
    store.dispose();
  });

  it('reports which host has no key, even if the host before had none either', async () => {
    const store = createConnectionStore(context, silentLogger);
    for (const { origin } of relays) {
      const told = new Promise((resolve) => store.onDidChange(() => resolve(store.view())));
      await writeProfileSetting('', 'modelRelay.baseUrl', origin);
      deepStrictEqual(await told, { state: 'missing', host: new URL(origin).host, fromEnvironment: false });
    }
    store.dispose();
  });

  it('uses the current key in each round of tools, and sends nothing once the key is removed', async () => {
    const [relay] = relays as [Listener, Listener];
    const store = createConnectionStore(context, silentLogger);
    const place = { profile: '', origin: relay.origin };
    await writeProfileSetting('', 'modelRelay.baseUrl', relay.origin);
    await store.keys.store(place, oldKey);
    const prepared = await prepareWith({
      connection: store,
      models: {
        find: () => undefined,
        select: async () => 'm-1',
        state: { models: [] },
        protocolOf: () => undefined,
      },
      configurable: () => ({ efforts: [], takesTemperature: false }),
      prepareImage: () => Promise.reject(new Error('No image was asked for')),
    });
    ok('ask' in prepared);
    const round = async () => {
      const call = { signal: new AbortController().signal, onRetryWait: () => {}, onPhase: () => {} };
      const request = { model: 'm-1', messages: [{ role: 'user', content: 'Hello' }], maxTokens: 1 } as const;
      for await (const _ of prepared.ask(request, call));
    };
    // The listener replies with a model list, which is not a valid chat response.
    await rejects(round(), { kind: 'invalidResponse' });
    await store.keys.store(place, newKey);
    await rejects(round(), { kind: 'invalidResponse' });
    await store.keys.remove(place);
    await rejects(round(), NotReadyError);
    deepStrictEqual(relay.authorizations, [`Bearer ${oldKey}`, `Bearer ${newKey}`]);
    store.dispose();
  });

  it('uses a key only for the origin and the profile that it was entered for', async () => {
    const [relay, other] = relays as [Listener, Listener];
    const store = createConnectionStore(context, silentLogger);
    const parsed = parseBaseAddress(relay.origin);
    ok(parsed.ok);
    await store.save({ profile: '', address: parsed.address, apiKey: oldKey });
    await addProfile('Work');
    await writeProfileSetting('Work', 'modelRelay.baseUrl', relay.origin);
    const keys = async () => [
      (await store.connectionOf(''))?.apiKey,
      (await store.connectionOf('Work'))?.apiKey,
      (await store.view()).state,
    ];
    const seen = [await keys()];
    await writeProfileSetting('', 'modelRelay.baseUrl', other.origin);
    seen.push(await keys());
    await rejects(store.ensureConnected(), NotReadyError);
    await writeProfileSetting('', 'modelRelay.baseUrl', relay.origin);
    await store.save({ profile: 'Work', address: parsed.address, apiKey: newKey });
    seen.push(await keys());
    deepStrictEqual(seen, [
      [oldKey, undefined, 'connected'],
      [undefined, undefined, 'missing'],
      [oldKey, newKey, 'connected'],
    ]);
    deepStrictEqual([relay.authorizations, other.authorizations], [[], []]);
    store.dispose();
  });

  it('uses the proxy of the settings, and reports when the proxy requires a password', async () => {
    const [relay] = relays as [Listener, Listener];
    const { port } = new URL(relay.origin);
    const proxy = await startProxy({
      leadsTo: Number(port),
      authorization: `Basic ${Buffer.from('ada:s3cret').toString('base64')}`,
    });
    // Only the proxy can resolve this name: a response proves that the request went through it.
    const base = `http://relay.hidden.test:${port}`;
    const store = createConnectionStore(context, silentLogger);
    const http = vscode.workspace.getConfiguration('http');
    const listBy = async (address: string) => {
      await http.update('proxy', address, vscode.ConfigurationTarget.Global);
      const client = await store.openClient({ profile: '', baseUrl: base, apiKey: oldKey });
      try {
        return (await client.listModels()).models.map(({ id }) => id);
      } catch (error) {
        return summariseFailure(error, { t: vscode.l10n.t }).split('. ')[0];
      } finally {
        await client.close();
      }
    };
    try {
      deepStrictEqual(
        [await listBy(proxy.url), await listBy(proxy.url.replace('://', '://ada:s3cret@'))],
        [`The proxy ${proxy.url} requires a user name and password, or rejected them (HTTP 407)`, ['m-1']],
      );
    } finally {
      await http.update('proxy', undefined, vscode.ConfigurationTarget.Global);
      await proxy.close();
      store.dispose();
    }
  });

  it('is not taken from the environment in an untrusted workspace until the person agrees, once for each origin', async () => {
    const [relay, other] = relays as [Listener, Listener];
    const kept = new Map<string, unknown>();
    const memory = {
      get: (key: string, fallback: unknown) => kept.get(key) ?? fallback,
      update: async (key: string, value: unknown) => void kept.set(key, value),
    } as unknown as vscode.Memento;
    const asked: string[] = [];
    let answer: boolean | undefined;
    const environment = () =>
      createEnvironmentConnection(memory, {
        isTrusted: () => false,
        askAbout: async (base) => {
          asked.push(base);
          return answer;
        },
      });
    const environmentKey = process.env['MODEL_RELAY_API_KEY'];
    process.env['MODEL_RELAY_BASE_URL'] = relay.origin;
    process.env['MODEL_RELAY_API_KEY'] = oldKey;
    try {
      const store = createConnectionStore(context, silentLogger, environment());
      const hosts = async (from: ConnectionStore) => [(await from.view()).host, from.typedAddress('')];
      deepStrictEqual([await hosts(store), asked], [[undefined, ''], []]);
      deepStrictEqual([await store.confirmEnvironment(''), await hosts(store)], [undefined, [undefined, '']]);
      answer = true;
      deepStrictEqual(
        [await store.confirmEnvironment('Work'), await store.confirmEnvironment('')],
        [false, true],
      );
      await (await store.ensureConnected()).client.listModels();
      // Another window knows the person's consent; another origin needs its own.
      const later = createConnectionStore(context, silentLogger, environment());
      const { host, origin } = new URL(relay.origin);
      deepStrictEqual([await hosts(later), await later.confirmEnvironment('')], [[host, origin], false]);
      answer = false;
      process.env['MODEL_RELAY_BASE_URL'] = other.origin;
      deepStrictEqual(
        [await later.confirmEnvironment(''), await later.confirmEnvironment(''), await hosts(later)],
        [false, false, [undefined, '']],
      );
      deepStrictEqual(asked, [relay.origin, relay.origin, other.origin]);
      deepStrictEqual(
        [new Set(relay.authorizations), other.authorizations],
        [new Set([`Bearer ${oldKey}`]), []],
      );
      store.dispose();
      later.dispose();
    } finally {
      delete process.env['MODEL_RELAY_BASE_URL'];
      if (environmentKey) process.env['MODEL_RELAY_API_KEY'] = environmentKey;
      else delete process.env['MODEL_RELAY_API_KEY'];
    }
  });
});
