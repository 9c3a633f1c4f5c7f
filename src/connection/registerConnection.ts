import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { commands, views, walkthrough } from '../manifest.ts';
import { describeLinkProblem } from '../messages/inputProblems.ts';
import { confirm, notify, notifyBriefly } from '../platform/notifications.ts';
import { defaultProfile, describeProfile, freeProfileName } from '../platform/settings/profiles.ts';
import { readActiveProfile, readProfileNames, useProfile } from '../platform/settings/settings.ts';
import type { BaseAddress } from '../relay/baseUrl.ts';
import type { ModelList } from '../relay/models/relayModel.ts';
import type { Translate } from '../text/translate.ts';
import { type ConnectPorts, type ConnectWish, connect } from './connectCommand.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { parseConnectLink } from './connectLink.ts';
import type { Connection } from './environmentConnection.ts';
import { askForProfileName, pickProfile } from './profilePicker.ts';
import { registerSettings, type SettingsControllerPorts } from './settingsController.ts';

type ConnectionFeaturePorts = Omit<SettingsControllerPorts, 'requestsLeaveFrom' | 'askForKey'>;

/** Registers the connection's commands, the settings panel, and connect links. */
export function registerConnectionCommands(ports: ConnectionFeaturePorts): vscode.Disposable {
  const { context, connection: store, logger } = ports;
  const { t } = vscode.l10n;
  const connectPorts: ConnectPorts = { store, logger, t, onConnected };
  const settings = registerSettings({
    ...ports,
    requestsLeaveFrom: describeRequestsOrigin(context.extension, t),
    askForKey: async (profile) => void (await connect(connectPorts, { profile, step: 'key' })),
  });

  async function onConnected(connection: Connection, list: ModelList | undefined): Promise<void> {
    const { base, host } = connection.address;
    if (list) await ports.models.accept({ profile: connection.profile, base }, list);
    const words = list
      ? t('Connected to {0}. Models: {1}.', host, list.models.length)
      : t('API key saved for {0}.', host);
    notifyBriefly(words);
  }

  /** Connects a profile, uses it from now on, and goes to the chat. */
  async function connectAndChat(wish: ConnectWish): Promise<void> {
    if (!(await connect(connectPorts, wish))) return;
    if (readActiveProfile().name !== wish.profile) await useProfile(wish.profile);
    await vscode.commands.executeCommand(`${views.chat}.focus`);
  }

  async function connectActive(step: unknown): Promise<void> {
    const { name, isKnown } = readActiveProfile();
    if (!isKnown) return selectProfile();
    const isByEnvironment = await store.confirmEnvironment(name);
    if (isByEnvironment === undefined) return;
    if (isByEnvironment) return void vscode.commands.executeCommand(`${views.chat}.focus`);
    await connectAndChat({ profile: name, step: step === 'key' ? 'key' : 'address' });
  }

  async function addProfile(): Promise<void> {
    const { name: wished, isKnown } = readActiveProfile();
    const name = await askForProfileName(t('Add Profile'), isKnown ? '' : wished);
    if (name !== undefined) await connectAndChat({ profile: name });
  }

  async function selectProfile(): Promise<void> {
    const chosen = await pickProfile(store);
    if (chosen?.profile !== undefined) await useProfile(chosen.profile);
    else if (chosen) await addProfile();
  }

  async function removeApiKeys(): Promise<void> {
    const places = await store.keys.list();
    if (places.length === 0) {
      return void notify('info', t('No API keys are stored.'));
    }
    const items = places.map((place) => ({
      label: place.origin,
      ...(place.profile !== defaultProfile && { description: describeProfile(place.profile, t) }),
      place,
    }));
    const chosen = await vscode.window.showQuickPick(items, {
      canPickMany: true,
      title: t('Remove API Keys'),
      placeHolder: t('Select the relays whose API keys to remove'),
    });
    for (const { place } of chosen ?? []) await store.keys.remove(place);
  }

  /** Links are untrusted: shows what a link would do, and does nothing before the person agrees. */
  async function openLink(uri: vscode.Uri): Promise<void> {
    const link = parseConnectLink(uri);
    if (!link.ok) {
      logger.warn(`Rejected a connect link: ${link.problem}`);
      const connectByHand = t('Connect…');
      const words = describeLinkProblem(link.problem, t);
      const answer = await notify('warning', words, connectByHand);
      return answer === connectByHand ? connectActive('address') : undefined;
    }
    const profile = profileForLink(store, link.address, link.name);
    const isWanted = await confirm(
      'info',
      t('Connect to {0}?', link.address.base),
      [
        t(
          'A link is requesting this connection. Continue only if you know this relay: your messages and the API key will be sent there.',
        ),
        t('Profile: {0}', describeProfile(profile, t)),
      ].join('\n\n'),
      t('Continue'),
    );
    if (isWanted) await connectAndChat({ profile, step: 'key', address: link.address });
  }

  ports.pages.link({ handleUri: openLink });
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    settings,
    register(commands.connect, connectActive),
    register(commands.addProfile, addProfile),
    register(commands.selectProfile, selectProfile),
    register(commands.openSettings, () => settings.open()),
    register(commands.checkConnection, () => settings.openAndCheck()),
    register(commands.getStarted, () =>
      vscode.commands.executeCommand(
        'workbench.action.openWalkthrough',
        `${context.extension.id}#${walkthrough}`,
        false,
      ),
    ),
    register(commands.removeApiKeys, removeApiKeys),
  );
}

/**
 * The profile for a link. An existing profile never gets another base URL: if a link names it with a different one, a
 * new profile name is used.
 */
function profileForLink(store: ConnectionStore, address: BaseAddress, name: string | undefined): string {
  const names = readProfileNames();
  const isFree = (profile: string) => ['', address.base].includes(store.typedAddress(profile));
  if (name === undefined && isFree(defaultProfile)) return defaultProfile;
  const wished = name ?? address.host;
  if (names.includes(wished) && isFree(wished)) return wished;
  return freeProfileName(wished, [...names, describeProfile(defaultProfile, vscode.l10n.t)]);
}

/** A sentence that tells which machine sends the requests: its network, proxy and certificates are used. */
function describeRequestsOrigin({ extensionKind }: vscode.Extension<unknown>, t: Translate): string {
  const { remoteName, uiKind } = vscode.env;
  const isElsewhere =
    remoteName === undefined
      ? uiKind === vscode.UIKind.Web
      : extensionKind === vscode.ExtensionKind.Workspace;
  return isElsewhere
    ? t('Requests are sent from {0}, not from this computer.', hostname())
    : t('Requests are sent from this computer.');
}
