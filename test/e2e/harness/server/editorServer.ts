import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EditorServer } from '../../../../scripts/prerequisites/editorServer.ts';
import { waitUntil } from '../waitUntil.ts';

interface ServerOptions {
  readonly editor: EditorServer;
  /** Holds settings, extensions, logs and storage; the server makes it. */
  readonly dataFolder: string;
  /** Environment variables for the server, and so for the extension host; undefined takes one away. */
  readonly env?: NodeJS.ProcessEnv;
  /** A file that the server and each extension host load first. */
  readonly require?: string;
  /** 0 or undefined: any free port. */
  readonly port?: number;
  /**
   * Makes the workbench take `extensionDevelopmentPath` and the like from its address. The price: such a workbench
   * shows no notifications in its corner.
   */
  readonly honourPayload?: boolean;
  /** False turns workspace trust on, and so starts in Restricted Mode. */
  readonly trust?: boolean;
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

const running = new Set<number>();

function endAll(): void {
  for (const processId of running) endGroup(processId);
}

process.on('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endAll();
    // Only the servers are ended here; the signal's other effects stay as they were.
    process.kill(process.pid, signal);
  });
}

function endGroup(processId: number): void {
  try {
    process.kill(-processId, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** A developer may have these set; tests must not depend on that. */
const withoutRelayVariables = { MODEL_RELAY_BASE_URL: undefined, MODEL_RELAY_API_KEY: undefined };

/** Reads /proc, because a small Debian has no `ps`; so this part of the harness is for Linux. */
async function findChildren(parentId: number, argument: string): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        const [status, command] = await Promise.all([
          readFile(`/proc/${name}/status`, 'utf8'),
          readFile(`/proc/${name}/cmdline`, 'utf8'),
        ]);
        const isChild = new RegExp(`^PPid:\\s+${parentId}$`, 'm').test(status);
        return isChild && !/^State:\s+Z/m.test(status) && command.includes(argument) ? [Number(name)] : [];
      } catch {
        // It ended while we were looking.
        return [];
      }
    }),
  );
  return found.flat();
}

/** Starts VS Code's server; it is ready when this returns. */
export async function startServer(options: ServerOptions) {
  const { editor, dataFolder } = options;
  const child = spawn(
    editor.node,
    [
      // Its extension hosts inherit it.
      ...(options.require === undefined ? [] : ['--require', options.require]),
      editor.serverMain,
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
      ...['--without-connection-token', '--accept-server-license-terms', '--disable-telemetry'],
      ...['--server-data-dir', dataFolder],
      ...(options.honourPayload ? ['--enable-smoke-test-driver'] : []),
      ...(options.trust === false ? [] : ['--disable-workspace-trust']),
    ],
    {
      env: { ...process.env, ...withoutRelayVariables, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, so that ending it ends its children too.
      detached: true,
    },
  );
  const processId = child.pid;
  if (processId === undefined) throw new Error(`${editor.node} could not be started.`);
  running.add(processId);
  let output = '';
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /Extension host agent listening on (\d+)/.exec(output) ?? [];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('exit', (code) => reject(new Error(`The editor's server ended with ${code}:\n${output}`)));
  });
  /** IDs of the running extension host processes. */
  const findExtensionHosts = () => findChildren(processId, '--type=extensionHost');
  return {
    port,
    dataFolder,
    /** What the server has printed so far. */
    output: () => output,
    findExtensionHosts,
    /** Ends the extension host as a crash would, and returns when the editor has started another one. */
    killExtensionHost: async () => {
      const doomed = await waitUntil('an extension host runs', async () => {
        const hosts = await findExtensionHosts();
        return hosts.length > 0 ? hosts : undefined;
      });
      for (const host of doomed) process.kill(host, 'SIGKILL');
      await waitUntil('another extension host is started', async () => {
        const hosts = await findExtensionHosts();
        return hosts.some((host) => !doomed.includes(host));
      });
    },
    /** Ends the server and everything it started. */
    close: async () => {
      endGroup(processId);
      running.delete(processId);
      await exited;
    },
  };
}

/** The logs of the editor, its extension host and its extensions by file, and the server's output. */
export async function readLogs(server: RunningServer): Promise<ReadonlyMap<string, string>> {
  const folder = join(server.dataFolder, 'data', 'logs');
  // The first window creates the folder.
  if (!existsSync(folder)) return new Map([['server', server.output()]]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
  return new Map([['server', server.output()], ...texts]);
}
