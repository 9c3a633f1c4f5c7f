import { type ChildProcess, spawn } from 'node:child_process';
import * as vscode from 'vscode';
import { environmentVariables } from '../../../manifest.ts';
import { raceAbort } from '../../../relay/raceAbort.ts';
import { createOwnTerminals } from '../../code/ownTerminals.ts';
import type { CommandOutput } from './commandOutput.ts';

interface Command {
  readonly text: string;
  readonly folder: vscode.Uri;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly output: CommandOutput;
  readonly onOutput: () => void;
}

export interface CommandEnd {
  /** `closed`: the person closed the terminal. */
  readonly by: 'exit' | 'stop' | 'timeout' | 'closed';
  /** Undefined if the shell doesn't report it. */
  readonly exitCode?: number | undefined;
}

/** How long a program may take to end after an interrupt before it is killed. */
const killPatienceMs = 3_000;

/** A command that runs in a visible terminal. */
interface Running {
  /** Resolves when the command has ended by itself or with its terminal. */
  readonly ended: Promise<CommandEnd>;
  readonly interrupt: () => void;
  readonly kill: () => void;
}

/**
 * Runs commands in the extension's own terminal: in the person's configured shell if shell integration reports the end
 * and the exit code of a command; otherwise as a separate process whose output the terminal shows.
 */
export function createCommandRunner() {
  const { t } = vscode.l10n;
  const name = t('Model Relay');
  const terminals = createOwnTerminals(name);
  const running = new Set<Running>();
  let isShellSilent = false;
  /** The last process. Its terminal may be closed: the chat has its output, too. */
  let last: ReturnType<typeof startProcess> | undefined;

  function startAlone(command: Command): Running {
    if (last && !running.has(last)) last.terminal.dispose();
    last = startProcess(command, name);
    running.add(last);
    return last;
  }

  async function start(command: Command): Promise<Running> {
    // For a command of several lines, the shell reports the end of each line.
    if (isShellSilent || command.text.includes('\n')) return startAlone(command);
    const isHere = ({ cwd }: vscode.TerminalShellIntegration) => cwd?.path === command.folder.path;
    const ready = await terminals.take(command.folder, isHere, true);
    if (ready?.shell) return startInShell(ready.terminal, ready.shell, command);
    if (!ready) return { ended: Promise.resolve({ by: 'closed' }), interrupt() {}, kill() {} };
    isShellSilent = true;
    ready.terminal.dispose();
    return startAlone(command);
  }

  return {
    /** Always ends: after the command's time limit at the latest, or when the person stops it. */
    async run(command: Command): Promise<CommandEnd> {
      const { signal, seconds } = command;
      const started = await start(command);
      running.add(started);
      const late = AbortSignal.timeout(seconds * 1000);
      const end = await raceAbort(started.ended, AbortSignal.any([signal, late])).catch(
        // Using `late` here keeps it alive: a signal that nothing references may never fire.
        (): CommandEnd => ({ by: late.aborted && !signal.aborted ? 'timeout' : 'stop' }),
      );
      if (end.by === 'stop' || end.by === 'timeout') {
        started.interrupt();
        const killer = setTimeout(started.kill, killPatienceMs);
        void started.ended.then(() => clearTimeout(killer));
      }
      void started.ended.then(() => running.delete(started));
      return end;
    },
    dispose(): void {
      for (const { kill } of running) kill();
      terminals.dispose();
    },
  };
}

function startInShell(
  terminal: vscode.Terminal,
  shell: vscode.TerminalShellIntegration,
  { text, output, onOutput }: Command,
): Running {
  const { promise, resolve } = Promise.withResolvers<CommandEnd>();
  const listening = vscode.Disposable.from(
    vscode.window.onDidEndTerminalShellExecution(async ({ execution: ended, exitCode }) => {
      if (ended !== execution) return;
      await reading;
      resolve({ by: 'exit', exitCode });
    }),
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed !== terminal) return;
      // The command may have ended the shell itself, as `exit` does.
      const { reason, code } = closed.exitStatus ?? {};
      const isOwnEnd = reason === vscode.TerminalExitReason.Process;
      resolve(isOwnEnd ? { by: 'exit', exitCode: code } : { by: 'closed' });
    }),
  );
  const execution = shell.executeCommand(text);
  const reading = (async () => {
    for await (const chunk of execution.read()) {
      output.add(chunk);
      onOutput();
    }
  })().catch(() => {});
  void promise.then(() => listening.dispose());
  return {
    ended: promise,
    interrupt: () => terminal.sendText('\u0003', false),
    kill: () => terminal.dispose(),
  };
}

/** The person's environment, without the editor's own variables and the relay's API key. */
function processEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(?:VSCODE_|ELECTRON_)/.test(key) && key !== environmentVariables.apiKey,
  );
  return Object.fromEntries(own);
}

function startProcess({ text, folder, output, onOutput }: Command, name: string) {
  const { promise, resolve } = Promise.withResolvers<CommandEnd>();
  const written = new vscode.EventEmitter<string>();
  let isOpen = false;
  let early = `$ ${text}\n`;
  const write = (chunk: string) => {
    if (isOpen) written.fire(chunk.replaceAll(/\r?\n/g, '\r\n'));
    else early += chunk;
  };
  const child = spawn(text, {
    cwd: folder.fsPath,
    env: processEnvironment(),
    shell: vscode.env.shell || true,
    // A separate process group, so that child processes end with the command.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const terminal = vscode.window.createTerminal({
    name,
    pty: {
      onDidWrite: written.event,
      open() {
        isOpen = true;
        write(early);
      },
      close: () => killTree(child, 'SIGKILL'),
      handleInput(data: string) {
        if (data === '\u0003') killTree(child, 'SIGINT');
      },
    },
  });
  terminal.show(true);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output.add(chunk);
      onOutput();
      write(chunk);
    });
  }
  child.once('error', (error) => {
    output.add(String(error));
    resolve({ by: 'exit' });
  });
  child.once('close', (code) => {
    write(`\n[${code ?? ''}]\n`);
    resolve({ by: 'exit', exitCode: code ?? undefined });
  });
  return {
    ended: promise,
    terminal,
    interrupt: () => killTree(child, 'SIGINT'),
    kill: () => killTree(child, 'SIGKILL'),
  };
}

function killTree({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  if (process.platform === 'win32') return void spawn('taskkill', ['/pid', String(pid), '/T', '/F']);
  try {
    process.kill(-pid, signal);
  } catch {
    // The process has already ended.
  }
}
