import * as vscode from 'vscode';
import { summariseFailure } from '../messages/failures.ts';
import { notify, plainText } from '../platform/notifications.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { groupModels } from './modelGroups.ts';
import type { ModelStore } from './modelStore.ts';

/** With the chosen one, so many responses fit beside each other. */
const mostOtherModels = 3;

interface OtherModelItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** Lets a person choose the models that respond beside the chosen one; undefined when nothing was decided. */
export async function pickOtherModels(
  store: ModelStore,
  current: readonly string[],
): Promise<readonly string[] | undefined> {
  const { t } = vscode.l10n;
  const chosen = await store.recall('chat');
  const listing = new vscode.CancellationTokenSource();

  /** VS Code shows its picker as busy until it has them. */
  async function listItems(): Promise<OtherModelItem[]> {
    const { models, failure } = store.state.models.length > 0 ? store.state : await store.refresh();
    const others = models.filter(({ kind, id }) => kind === 'chat' && id !== chosen);
    if (others.length > 0) return groupModels(others).flatMap(([, members]) => members.map(toItem));
    const words = failure ? summariseFailure(failure, { t }) : t('The relay lists no other chat model.');
    void notify('info', words);
    listing.cancel();
    return [];
  }

  const toItem = ({ id, displayName }: RelayModel): OtherModelItem => ({
    id,
    label: plainText(id),
    ...(displayName && displayName !== id && { description: plainText(displayName) }),
    picked: current.includes(id),
  });

  const picked = await vscode.window.showQuickPick(
    listItems(),
    {
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
      title: t('Compare models'),
      placeHolder: t(
        'Select up to {0} models to compare with {1}, or none to use only one',
        mostOtherModels,
        chosen ?? '',
      ),
    },
    listing.token,
  );
  listing.dispose();
  if (!picked) return undefined;
  const ids = picked.map(({ id }) => id);
  if (ids.length > mostOtherModels)
    void notify('info', t('Only the first {0} models will respond.', mostOtherModels));
  return ids.slice(0, mostOtherModels);
}
