import * as vscode from 'vscode';
import { notify } from '../../platform/notifications.ts';
import type { Logger } from '../../relay/logger.ts';
import type { ChatFolders } from './orphanedFiles.ts';
import { createPersistence, type Memory, type Persistence } from './persistence.ts';

/** The persistent storage of the chat. */
export interface ChatStorage {
  readonly persistence: Persistence;
  readonly workspaceState: Memory;
  readonly globalState: Memory;
  /** The person's as well, for what nobody misses where it is lost. */
  readonly transientState: Memory;
  readonly folders: ChatFolders;
}

export function createChatStorage(
  context: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState' | 'globalStorageUri'>,
  logger: Logger,
): ChatStorage {
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
    transientState: persistence.guard(context.globalState, false),
    folders: {
      conversations: pathOf('conversations'),
      pictures: pathOf('pictures'),
      drafts: pathOf('drafts'),
    },
  };
}
