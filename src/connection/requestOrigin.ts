import { hostname } from 'node:os';
import * as vscode from 'vscode';
import type { Translate } from '../text/translate.ts';

/** By what VS Code calls the ways to another machine. */
function describeRemote(remoteName: string, t: Translate): string {
  switch (remoteName) {
    case 'ssh-remote':
      return t('over SSH');
    case 'wsl':
      return t('Windows Subsystem for Linux');
    case 'dev-container':
    case 'attached-container':
      return t('a container');
    case 'codespaces':
      return t('a codespace');
    case 'tunnel':
      return t('over a tunnel');
    default:
      return remoteName;
  }
}

/** From which machine requests leave, in a sentence: its network, its proxy and its certificates count. */
export function describeRequestsOrigin(extension: vscode.Extension<unknown>, t: Translate): string {
  const { remoteName, uiKind } = vscode.env;
  if (remoteName === undefined) {
    return uiKind === vscode.UIKind.Web
      ? t('Requests leave from the server {0}, which serves this page.', hostname())
      : t('Requests leave from this computer.');
  }
  return extension.extensionKind === vscode.ExtensionKind.Workspace
    ? t('Requests leave from {0} ({1}), not from this computer.', hostname(), describeRemote(remoteName, t))
    : t(
        'Requests leave from this computer, though the files are elsewhere ({0}).',
        describeRemote(remoteName, t),
      );
}
