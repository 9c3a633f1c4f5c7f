import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the manifest in the real editor', () => {
  it('contributes exactly the commands that are registered', async () => {
    const extension = vscode.extensions.getExtension('model-relay.model-relay');
    ok(extension, 'the extension is installed');
    await extension.activate();
    const { contributes } = extension.packageJSON;
    const contributed: string[] = contributes.commands.map(
      (entry: { readonly command: string }) => entry.command,
    );
    // The editor itself makes commands for each view, such as `modelRelay.chat.focus`.
    const viewIds: string[] = Object.values<{ readonly id: string }[]>(contributes.views)
      .flat()
      .map((view) => view.id);
    const registered = (await vscode.commands.getCommands(true)).filter(
      (command) =>
        command.startsWith('modelRelay.') && !viewIds.some((viewId) => command.startsWith(`${viewId}.`)),
    );
    deepStrictEqual(registered.toSorted(), contributed.toSorted());
  });

  it('comes with accessibility help that names keys and commands', async () => {
    await vscode.commands.executeCommand('modelRelay.openAccessibilityHelp');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    deepStrictEqual(
      ['Shift+Alt+T (macOS: Ctrl+Cmd+T)', 'the command “Model Relay: Open Transcript”', '<keybinding'].map(
        (words) => text.includes(words),
      ),
      [true, true, false],
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
