import * as vscode from 'vscode';
import { notify } from '../../platform/notifications.ts';
import type { Logger } from '../../relay/logger.ts';
import { createPersistence } from './persistence.ts';

/** The persistent storage of the chat. */
export type ChatStorage = ReturnType<typeof createChatStorage>;

export function createChatStorage(
  context: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState' | 'globalStorageUri'>,
  logger: Logger,
) {
  const persistence = createPersistence({
    logger,
    onUnkept: () =>
      void notify(
        'warning',
        vscode.l10n.t(
          'Drafts and selections can’t be saved because the disk can’t be written. Free some disk space before you close this window.',
        ),
      ),
  });
  const pathOf = (name: string) => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath;
  return {
    persistence,
    workspaceState: persistence.guard(context.workspaceState),
    globalState: persistence.guard(context.globalState),
    /** The person's as well, for what nobody misses where it is lost. */
    transientState: persistence.guard(context.globalState, false),
    folders: {
      conversations: pathOf('conversations'),
      pictures: pathOf('pictures'),
      drafts: pathOf('drafts'),
    },
  };
}
