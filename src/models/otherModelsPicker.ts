import * as vscode from 'vscode';
import { notify, plainText } from '../notify.ts';
import { groupModels } from './groups.ts';
import type { ModelStore } from './modelStore.ts';

/** With the chosen one, so many answers fit beside each other. */
const mostOtherModels = 3;

interface OtherModelItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** Lets a person choose the models that answer beside the chosen one; undefined when nothing was decided. */
export async function pickOtherModels(
  store: ModelStore,
  current: readonly string[],
): Promise<readonly string[] | undefined> {
  const { t } = vscode.l10n;
  const chosen = await store.select('chat');
  const models = store.state.models.filter(({ kind, id }) => kind === 'chat' && id !== chosen);
  if (models.length === 0) {
    void notify('info', t('The relay lists no other model that answers in the chat.'));
    return undefined;
  }
  const items = groupModels(models).flatMap(([, members]) =>
    members.map(
      ({ id, displayName }): OtherModelItem => ({
        id,
        label: plainText(id),
        ...(displayName && displayName !== id && { description: plainText(displayName) }),
        picked: current.includes(id),
      }),
    ),
  );
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    matchOnDescription: true,
    title: t('Ask several models'),
    placeHolder: t(
      'Choose up to {0} that answer beside {1}; none, to ask only one',
      mostOtherModels,
      chosen ?? '',
    ),
  });
  if (!picked) return undefined;
  const ids = picked.map(({ id }) => id);
  if (ids.length > mostOtherModels)
    void notify('info', t('The first {0} of them will answer.', mostOtherModels));
  return ids.slice(0, mostOtherModels);
}
