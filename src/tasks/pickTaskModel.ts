import * as vscode from 'vscode';
import type { RelayModels } from '../platform/connectedModel.ts';

/** Lets the person pick the model of a task: video models first, then image models, or any typed one. */
export async function pickTaskModel(
  models: Pick<RelayModels, 'state' | 'ensureListed'>,
): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick();
  picker.title = t('Select Model');
  picker.placeholder = t('Select a model, or enter a model ID');
  picker.matchOnDescription = true;
  const show = () => {
    const typed = picker.value.trim();
    const listed = (['video', 'image'] as const).flatMap((kind) =>
      models.state.models
        .filter((model) => model.kind === kind)
        .map(({ id }) => ({ label: id, description: kind === 'video' ? t('Video') : t('Image') })),
    );
    const isListed = listed.some(({ label }) => label === typed);
    picker.items = typed && !isListed ? [...listed, { label: typed, description: t('Use this ID') }] : listed;
  };
  show();
  picker.onDidChangeValue(show);
  picker.busy = true;
  void models
    .ensureListed()
    .catch(() => undefined)
    .then(() => {
      show();
      picker.busy = false;
    });
  try {
    return await new Promise<string | undefined>((resolve) => {
      picker.onDidAccept(() => resolve(picker.activeItems[0]?.label));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}
