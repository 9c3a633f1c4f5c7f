import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { summariseFailure } from '../messages/failures.ts';
import { unsavedSettingWords } from '../messages/inputProblems.ts';
import { modelSettings } from '../platform/modelChoice.ts';
import { notify, notifyBriefly, plainText } from '../platform/notifications.ts';
import { describeProfile } from '../platform/settings/profiles.ts';
import {
  readActiveProfile,
  readProfileNames,
  useProfile,
  writeSetting,
} from '../platform/settings/settings.ts';
import type { ChosenKind } from '../relay/models/modelGroups.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { createModelFavorites, type ModelFavorites } from './modelFavorites.ts';
import { createModelMenu } from './modelListing.ts';
import { type OrderedModel, orderModels } from './modelOrder.ts';
import type { ModelState, ModelStore, SharedModelPorts } from './modelStore.ts';

interface PickerItem extends vscode.QuickPickItem {
  readonly model?: RelayModel;
  readonly isPinned?: boolean;
  /** The profile that this row switches to. The picker then lists its relay's models. */
  readonly profile?: string;
}

/** The pickers of models, for features that ask for another one. */
export function createModelPickers(ports: SharedModelPorts) {
  return {
    selectModel: (kind: ChosenKind) => selectModel(ports, kind),
    /** Makes a model the selected one of a kind. */
    useModel: (model: RelayModel, kind: ChosenKind) =>
      choose(model, kind, createModelFavorites(ports.context.globalState)),
    pickOtherModels: (current: readonly string[]) => pickOtherModels(ports, current),
    pickAnotherModel: (current: string, kind: 'chat' | 'image') => pickAnotherModel(ports, current, kind),
    modelMenu: createModelMenu(ports),
  };
}

/** Shows the picker of the relay's models of a kind; the picker of chat models has the profiles, too. */
export async function selectModel(
  { models: store, context, connection }: SharedModelPorts,
  kind: ChosenKind,
): Promise<void> {
  const { t } = vscode.l10n;
  const favorites = createModelFavorites(context.globalState);
  const picker = vscode.window.createQuickPick<PickerItem>();
  const refreshButton = { iconPath: new vscode.ThemeIcon('refresh'), tooltip: t('Refresh') };
  const settingsButton = { iconPath: new vscode.ThemeIcon('gear'), tooltip: t('Open Settings') };
  let host: string | undefined;
  picker.placeholder = describeChoice(store.state, kind);
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.buttons = [refreshButton, settingsButton];

  /** Returns whether the list has changed. */
  const showItems = (state: ModelState): boolean => {
    const typed = picker.value.trim();
    const listed = [...(kind === 'chat' ? profileItems() : []), ...modelItems(state, store, kind, favorites)];
    const isListed = listed.some(({ label, description }) => `${label} ${description}`.includes(typed));
    const items = typed && !isListed ? [...listed, toTypedItem(typed, kind)] : listed;
    // Setting the items makes VS Code ignore an Enter at that moment, so skip it if nothing changed.
    if (isDeepStrictEqual(items, picker.items)) return false;
    picker.items = items;
    return true;
  };
  const show = (state: ModelState) => {
    const active = picker.activeItems[0]?.model?.id ?? store.selected(kind);
    const kept = showItems(state)
      ? picker.items.find((item) => item.model && item.model.id === active)
      : undefined;
    // If the person has typed something, VS Code's best match stays active. A row that what was just typed has hidden
    // would leave no row active, and Enter without effect.
    if (kept && picker.value === '') picker.activeItems = [kept];
    if (state.failure !== undefined) {
      const words = summariseFailure(state.failure, { t, host });
      picker.placeholder = t('Model list last updated: {0}. {1}', formatTime(state.readAt, t), words);
    }
  };
  const refresh = async () => {
    picker.busy = true;
    ({ host } = await connection.view());
    picker.title = host ? t('Models of {0}', host) : t('Models');
    picker.placeholder = t('Loading the relay’s model lists…');
    const state = await store.refresh();
    picker.placeholder = describeChoice(state, kind);
    show(state);
    picker.busy = false;
  };

  const switchProfile = async (profile: string) => {
    picker.value = '';
    try {
      await useProfile(profile);
      await refresh();
    } catch {
      await notify('warning', unsavedSettingWords(t));
    }
  };

  show(store.state);
  const watch = store.onDidChange(() => show(store.state));
  picker.onDidChangeValue(() => showItems(store.state));
  picker.onDidTriggerButton((button) => {
    if (button === refreshButton) return void refresh();
    picker.hide();
    void vscode.commands.executeCommand(commands.openSettings);
  });
  picker.onDidTriggerItemButton(async ({ item }) => {
    if (!item.model) return;
    await favorites.pin(readActiveProfile().name, item.model.id, !item.isPinned);
    showItems(store.state);
  });
  const chosen = await new Promise<RelayModel | undefined>((resolve) => {
    picker.onDidAccept(() => {
      // Not `activeItems`: if Enter follows the last letter at once, they still belong to the previous list.
      const [item] = picker.selectedItems;
      // The list was replaced at that moment, so it is unclear which item was meant.
      if (!item) return;
      if (item.profile !== undefined) void switchProfile(item.profile);
      else resolve(item.model);
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
    // The stored list shows at once; the relay's current list follows while the picker is open.
    void refresh();
  });
  watch.dispose();
  picker.dispose();
  if (chosen) await choose(chosen, kind, favorites);
}

/** Reads the relay's lists again, and reports the outcome. */
export async function refreshModels({ models: store, connection }: SharedModelPorts): Promise<void> {
  const { t } = vscode.l10n;
  const { host } = await connection.view();
  const { models, isCapped, failure } = await refreshVisibly(store);
  if (failure === undefined) {
    notifyBriefly(
      isCapped
        ? t('The relay lists more than {0} models. Only the first {0} are shown.', models.length)
        : t('Models listed by the relay: {0}.', models.length),
    );
    return;
  }
  const check = t('Check Connection');
  if ((await notify('warning', summariseFailure(failure, { t, host }), check)) === check)
    await vscode.commands.executeCommand(commands.checkConnection);
}

function refreshVisibly(store: ModelStore): Thenable<ModelState> {
  const title = vscode.l10n.t('Loading the relay’s model lists…');
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, store.refresh);
}

function describeChoice({ models, isCapped }: ModelState, kind: ChosenKind): string {
  const { t } = vscode.l10n;
  if (isCapped)
    return t('The first {0} models are listed. To use another model, enter its ID.', models.length);
  switch (kind) {
    case 'chat':
      return t('Select a model for chat, or enter another model ID');
    case 'speech':
      return t('Select a model to read aloud, or enter another model ID');
    case 'image':
      return t('Select a model for images, or enter another model ID');
  }
}

async function choose({ id }: RelayModel, kind: ChosenKind, favorites: ModelFavorites): Promise<void> {
  await writeSetting(modelSettings[kind], id);
  if (kind === 'chat') await favorites.use(readActiveProfile().name, id);
  if (kind === 'speech') notifyBriefly(vscode.l10n.t('{0} is now used to read aloud.', id));
}

function modelItems(
  { models }: ModelState,
  store: ModelStore,
  kind: ChosenKind,
  favorites: ModelFavorites,
): PickerItem[] {
  const { t } = vscode.l10n;
  const selected = store.selected(kind);
  const { pinned, recent } =
    kind === 'chat' ? favorites.of(readActiveProfile().name) : { pinned: [], recent: [] };
  return orderModels(models, kind, { pinned, recent, selected, t }).flatMap(({ title, models: members }) => [
    separate(title),
    ...members.map((ordered) => toItem(ordered, ordered.model.id === selected)),
  ]);
}

function separate(label: string): PickerItem {
  return { label: plainText(label), kind: vscode.QuickPickItemKind.Separator };
}

/** The profiles, if there is a choice. */
function profileItems(): PickerItem[] {
  const { t } = vscode.l10n;
  const names = readProfileNames();
  if (names.length < 2) return [];
  const active = readActiveProfile().name;
  return [
    separate(t('Profiles')),
    ...names.map((name) => ({
      label: `${name === active ? '$(check) ' : ''}${plainText(describeProfile(name, t))}`,
      description: t('profile'),
      profile: name,
    })),
  ];
}

function toItem({ model, isPinned, isUnlisted }: OrderedModel, isInUse: boolean): PickerItem {
  const { t } = vscode.l10n;
  const { id, kind, displayName: name = id } = model;
  const tokens = model.contextTokens ?? model.inputTokenLimit;
  const facts = [
    name !== id && id,
    // An image model has no conversation, so its limit is not a context size.
    tokens && kind !== 'image' && t('{0} tokens of context', tokens.toLocaleString(vscode.env.language)),
    isUnlisted && t('Not listed by the relay'),
  ].filter((fact) => typeof fact === 'string');
  const pin = { iconPath: new vscode.ThemeIcon('pin'), tooltip: t('Pin') };
  const unpin = { iconPath: new vscode.ThemeIcon('pinned'), tooltip: t('Unpin') };
  return {
    label: `${isInUse ? '$(check) ' : ''}${plainText(name)}`,
    description: facts.map(plainText).join(' · '),
    model,
    isPinned,
    ...(kind === 'chat' && { buttons: [isPinned ? unpin : pin] }),
  };
}

/** An item for an unlisted ID: relays serve models that they don't list. */
function toTypedItem(id: string, kind: ChosenKind): PickerItem {
  return {
    label: plainText(id),
    description: vscode.l10n.t('Use this ID'),
    alwaysShow: true,
    model: { id, kind, protocols: [] },
  };
}

function formatTime(at: number | undefined, t: typeof vscode.l10n.t): string {
  return at === undefined ? t('never') : new Date(at).toLocaleString(vscode.env.language);
}

/** With the selected model, this many responses fit side by side. */
const mostOtherModels = 3;

interface OtherModelItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** Shows the picker of models to compare with the selected one; undefined if canceled. */
async function pickOtherModels(
  ports: SharedModelPorts,
  current: readonly string[],
): Promise<readonly string[] | undefined> {
  const { t } = vscode.l10n;
  const chosen = await ports.models.recall('chat');
  const others = await listOthers(ports, 'chat', chosen, current);
  const picked =
    others &&
    (await vscode.window.showQuickPick(others, {
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
      title: chosen === undefined ? t('Compare models') : t('Compare with {0}', chosen),
      placeHolder: t('Select up to {0} models to compare, or none', mostOtherModels),
    }));
  if (!picked) return undefined;
  const ids = picked.map(({ id }) => id);
  if (ids.length > mostOtherModels)
    void notify('info', t('Only the first {0} models will respond.', mostOtherModels));
  return ids.slice(0, mostOtherModels);
}

/** Shows the picker of the other models of a kind; undefined if canceled. */
async function pickAnotherModel(
  ports: SharedModelPorts,
  current: string,
  kind: 'chat' | 'image',
): Promise<string | undefined> {
  const title = vscode.l10n.t('Try Again with Another Model');
  const others = await listOthers(ports, kind, current);
  return others && (await vscode.window.showQuickPick(others, { matchOnDescription: true, title }))?.id;
}

/** The models of a kind except one; undefined if there are none, which the person is told. */
async function listOthers(
  { models: store, context }: SharedModelPorts,
  kind: 'chat' | 'image',
  current: string | undefined,
  picked: readonly string[] = [],
): Promise<OtherModelItem[] | undefined> {
  const { t } = vscode.l10n;
  const { models, failure } = store.state.models.length > 0 ? store.state : await refreshVisibly(store);
  const favorites = createModelFavorites(context.globalState).of(readActiveProfile().name);
  const others = orderModels(models, kind, { ...favorites, selected: undefined, t })
    .flatMap((section) => section.models)
    .filter(({ model, isUnlisted }) => model.id !== current && !isUnlisted);
  if (others.length === 0) {
    const words = failure
      ? summariseFailure(failure, { t })
      : t('The relay lists no other model of this kind.');
    return void notify('info', words);
  }
  return others.map(({ model: { id, displayName } }) => ({
    id,
    label: plainText(id),
    ...(displayName && displayName !== id && { description: plainText(displayName) }),
    picked: picked.includes(id),
  }));
}
