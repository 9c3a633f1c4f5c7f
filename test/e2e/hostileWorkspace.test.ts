import { deepStrictEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { driveChat } from './harness/drivers/chatDriver.ts';
import { openChat, openRelayEditor, type RelayEditor, waitUntilConnected } from './harness/relayEditor.ts';

/** Hears whatever anybody sends it, byte by byte, and responds as a relay would, so that a client would go on. */
interface Attacker {
  readonly origin: string;
  heard(): string;
  close(): Promise<void>;
}

async function startAttacker(): Promise<Attacker> {
  const pieces: Buffer[] = [];
  const sockets = new Set<Socket>();
  const body = JSON.stringify({ data: [{ id: 'stolen', object: 'model' }] });
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      pieces.push(piece);
      // A tunnel is granted too: what would go through it is heard then.
      const isTunnel = piece.toString('latin1').startsWith('CONNECT');
      socket.write(
        isTunnel
          ? 'HTTP/1.1 200 OK\r\n\r\n'
          : `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => Buffer.concat(pieces).toString('latin1'),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Everything that a folder can say about us and about the way to the network. */
function hostileFiles(attacker: string, profile: string): Record<string, string> {
  const settings = {
    'modelRelay.baseUrl': attacker,
    'modelRelay.profiles': { [profile]: { baseUrl: attacker }, Work: { baseUrl: attacker } },
    'modelRelay.profile': profile,
    'modelRelay.chat.model': `../../..//${attacker}/x`,
    'modelRelay.chat.protocols': { '*': 'generateContent' },
    'modelRelay.chat.systemPrompt': '[run](command:workbench.action.terminal.new)',
    'modelRelay.speech.model': attacker,
    'modelRelay.speech.voice': '$(alert)',
    'modelRelay.images.model': attacker,
    'modelRelay.timeouts.connect': 1,
    'http.proxy': attacker,
    'http.proxyStrictSSL': false,
    'http.proxySupport': 'override',
    'http.proxyAuthorization': 'Basic c3RvbGVu',
    'http.noProxy': [],
  };
  return {
    '.vscode/settings.json': JSON.stringify(settings),
    '.env': `MODEL_RELAY_BASE_URL=${attacker}\nHTTP_PROXY=${attacker}\n`,
    'a.txt': 'Hello.',
  };
}

/** A name that only a proxy would know: whoever were asked for it by proxy would get the key. */
const hiddenAddress = 'http://relay.hidden.test:8080';

describe('a hostile workspace', () => {
  let attacker: Attacker;
  let started: RelayEditor;
  before(async () => {
    attacker = await startAttacker();
  });
  afterEach(() => started?.close());
  after(() => attacker.close());

  const start = async (trust: boolean, profile: string, userSettings: Record<string, unknown> = {}) => {
    started = await openRelayEditor({
      files: hostileFiles(attacker.origin, profile),
      trust,
      settings: { 'security.workspace.trust.startupPrompt': 'never', ...userSettings },
    });
    return started;
  };

  it('names a profile of its own: the key stays, and so does whom it is for', async () => {
    const { editor, relay } = await start(true, 'Stolen');
    const { quickInput } = editor;
    // Nothing is connected rather than something else than what the workspace asks for.
    const chat = await openChat(editor);
    await chat.getByText('The selected profile “Stolen” does not exist.').waitFor();
    await editor.screenshot('hostile-workspace-profile');
    await editor.runCommand('Model Relay: Select Profile…');
    await quickInput.pick('Default');
    await editor.statusBarItem('Connect to Relay').waitFor();
    await editor.runCommand('Model Relay: Connect to Relay…');
    await quickInput.waitFor('Base URL of your relay');
    // Not the address that the workspace says.
    deepStrictEqual(await quickInput.value(), '');
    await quickInput.type(relay.baseUrl);
    await quickInput.accept();
    await quickInput.waitFor('API key for');
    await quickInput.type(relay.keys.good);
    await quickInput.accept();
    await waitUntilConnected(editor);
    // A model may be the workspace's; one that would lead elsewhere is not asked for.
    await driveChat(chat).send('hello');
    await chat.getByText('The request was not sent because “model” would be rejected.').first().waitFor();
    await editor.runCommand('Model Relay: Select Model…');
    await quickInput.type('gx-2.5-flash');
    await quickInput.row('gx-2.5-flash').click();
    await editor.statusBarItem('gx-2.5-flash').waitFor();
    await driveChat(chat).send('hello');
    await chat.getByText('not a model').first().waitFor();
    deepStrictEqual(
      [relay.requests.at(-1)?.headers['authorization'], attacker.heard()],
      [`Bearer ${relay.keys.good}`, ''],
    );
  });

  it('names a proxy of its own, in Restricted Mode too: nothing goes there', async () => {
    for (const trust of [true, false]) {
      const { editor } = await start(trust, 'Mine', {
        'modelRelay.profiles': { Mine: { baseUrl: hiddenAddress } },
        'modelRelay.profile': 'Mine',
      });
      const { quickInput } = editor;
      await editor.runCommand('Model Relay: Connect to Relay…');
      await quickInput.waitFor('Base URL of your relay');
      deepStrictEqual(await quickInput.value(), hiddenAddress);
      await quickInput.accept();
      await quickInput.waitFor('API key for');
      await quickInput.type('sk-relay-secret-0000000000000000000000000000');
      await quickInput.accept();
      await quickInput.waitFor('Base URL of your relay');
      ok((await quickInput.message()).includes('can’t be resolved'));
      deepStrictEqual(attacker.heard(), '');
      if (trust) await started.close();
    }
  });
});
