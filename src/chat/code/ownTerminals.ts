import * as vscode from 'vscode';

/** How long to wait for the shell integration of a new terminal. */
const shellPatienceMs = 4_000;

/** A terminal whose shell waits for a command; `shell` is undefined if it has no shell integration. */
interface ReadyTerminal {
  readonly terminal: vscode.Terminal;
  readonly shell: vscode.TerminalShellIntegration | undefined;
}

export type OwnTerminals = ReturnType<typeof createOwnTerminals>;

/** The extension's own terminals: in any other, a running program could receive the command instead of the shell. */
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

  /** Skips terminals without shell integration: it is unknown whether their shell waits for a command. */
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
     * Shows and reserves a terminal that waits for a command, if need be a new one in this folder. Undefined if it was
     * closed in the meantime.
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
