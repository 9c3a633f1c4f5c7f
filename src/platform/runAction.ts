import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import type { FailureAction } from '../protocol/protocolViews.ts';

/** Commands, with their arguments, that fix a failure. The failed feature handles `tryAgain` itself. */
const mending: Record<
  Exclude<FailureAction['id'], 'tryAgain'>,
  readonly [command: string, ...args: unknown[]]
> = {
  connect: [commands.connect, 'address'],
  changeAddress: [commands.connect, 'address'],
  setKey: [commands.connect, 'key'],
  selectModel: [commands.selectModel],
  selectVoice: [commands.selectVoice],
  checkConnection: [commands.checkConnection],
  selectProfile: [commands.selectProfile],
  getStarted: [commands.getStarted],
  openProxySettings: ['workbench.action.openSettings', 'http.proxy'],
  showLog: [commands.showLog],
};

/** Actions that open something to read or to write in: the focus stays there. */
export const leadsAway: ReadonlySet<FailureAction['id']> = new Set([
  'showLog',
  'openProxySettings',
  'checkConnection',
  'getStarted',
]);

/** Runs the action of a button on a failure. */
export async function runAction(action: FailureAction['id']): Promise<void> {
  if (action !== 'tryAgain') await vscode.commands.executeCommand(...mending[action]);
}
