import * as vscode from 'vscode';
import { confirm, notify } from '../../platform/notifications.ts';
import { fitsInDialog, hasControlCharacters, readCommands, showInvisible } from './linksAndCommands.ts';

/** How long a new terminal may take until its shell says that it can be told what to run. */
const shellPatienceMs = 4_000;

/** A terminal of our own: in another one a running program would get what is meant for the shell. */
export function createCommandTerminal() {
  const { t } = vscode.l10n;
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

  /** One whose shell waits for a command. Without word from the shell nobody knows, so it is a new one then. */
  function findIdle(): vscode.Terminal | undefined {
    return [...terminals].find(
      (terminal) => terminal.exitStatus === undefined && terminal.shellIntegration && !busy.has(terminal),
    );
  }

  function open(folder: vscode.Uri | undefined): vscode.Terminal {
    const terminal = vscode.window.createTerminal({ name: t('Chat'), ...(folder && { cwd: folder }) });
    terminals.add(terminal);
    return terminal;
  }

  return {
    /** Runs the commands of a block in a terminal, after the person saw them and agreed. */
    async run(code: string, language: string, folder: vscode.Uri | undefined): Promise<void> {
      const commands = readCommands(code, language);
      if (commands === '') return void (await notify('info', t('This code contains no command.')));
      if (hasControlCharacters(commands)) {
        const words = t(
          'The code was not run because it contains control characters that the terminal would execute.',
        );
        return void (await notify('warning', words));
      }
      if (!fitsInDialog(commands)) return void (await offerInEditor(code));
      if (!(await agrees(commands))) return;
      const terminal = findIdle() ?? open(folder);
      terminal.show();
      const shell = terminal.shellIntegration ?? (await waitForShell(terminal));
      if (terminal.exitStatus !== undefined) return;
      busy.add(terminal);
      if (shell) shell.executeCommand(commands);
      else terminal.sendText(commands, true);
    },
    dispose: () => subscriptions.dispose(),
  };
}

/** Where all of it can be read, and run from by the person. */
async function offerInEditor(code: string): Promise<void> {
  const { t } = vscode.l10n;
  const words = t('This code is too long to review here. Open it in an editor and run it from there.');
  const open = t('Open in Editor');
  if ((await notify('info', words, open)) !== open) return;
  const document = await vscode.workspace.openTextDocument({ content: code, language: 'shellscript' });
  await vscode.window.showTextDocument(document);
}

async function agrees(commands: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const lines = commands.split('\n').length;
  const question =
    lines === 1 ? t('Run this command in the terminal?') : t('Run these {0} lines in the terminal?', lines);
  return confirm('warning', question, showInvisible(commands), t('Run'));
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
