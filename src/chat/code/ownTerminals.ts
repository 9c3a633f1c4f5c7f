import * as vscode from 'vscode';

/** How long a new terminal may take until its shell says that it can be told what to run. */
const shellPatienceMs = 4_000;

/** A terminal whose shell waits for a command; undefined where the shell doesn't say, as some can't. */
interface ReadyTerminal {
  readonly terminal: vscode.Terminal;
  readonly shell: vscode.TerminalShellIntegration | undefined;
}

/** Terminals of our own: in another one a running program would get what is meant for the shell. */
export function createOwnTerminals(name: string) {
  const terminals = new Set<vscode.Terminal>();
  const busy = new Set<vscode.Terminal>();
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidCloseTerminal((closed) => {
      terminals.delete(closed);
      busy.delete(closed);
    }),
    vscode.window.onDidStartTerminalShellExecution(({ terminal }) => {
      if (terminals.has(terminal)) busy.add(terminal);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => busy.delete(terminal)),
  );

  /** Without word from the shell nobody knows whether it waits, so it is a new one then. */
  function findIdle(
    isMeant: (shell: vscode.TerminalShellIntegration) => boolean,
  ): vscode.Terminal | undefined {
    return [...terminals].find(
      (terminal) =>
        terminal.exitStatus === undefined &&
        terminal.shellIntegration &&
        isMeant(terminal.shellIntegration) &&
        !busy.has(terminal),
    );
  }

  function open(folder: vscode.Uri | undefined): vscode.Terminal {
    const terminal = vscode.window.createTerminal({ name, ...(folder && { cwd: folder }) });
    terminals.add(terminal);
    return terminal;
  }

  return {
    /**
     * Shows one that waits for a command, a new one in this folder if need be, and takes it. Undefined if it was closed
     * meanwhile.
     */
    async take(
      folder: vscode.Uri | undefined,
      isMeant: (shell: vscode.TerminalShellIntegration) => boolean = () => true,
      preserveFocus = false,
    ): Promise<ReadyTerminal | undefined> {
      const terminal = findIdle(isMeant) ?? open(folder);
      busy.add(terminal);
      terminal.show(preserveFocus);
      const shell = terminal.shellIntegration ?? (await waitForShell(terminal));
      return terminal.exitStatus === undefined ? { terminal, shell } : undefined;
    },
    dispose: () => subscriptions.dispose(),
  };
}

function waitForShell(terminal: vscode.Terminal): Promise<vscode.TerminalShellIntegration | undefined> {
  return new Promise((resolve) => {
    const settle = (shell: vscode.TerminalShellIntegration | undefined) => {
      clearTimeout(timer);
      listening.dispose();
      resolve(shell);
    };
    const listening = vscode.Disposable.from(
      vscode.window.onDidChangeTerminalShellIntegration((change) => {
        if (change.terminal === terminal) settle(change.shellIntegration);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) settle(undefined);
      }),
    );
    const timer = setTimeout(() => settle(undefined), shellPatienceMs);
  });
}
