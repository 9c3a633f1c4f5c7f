import * as vscode from 'vscode';
import type { RelayModels } from '../platform/connectedModel.ts';
import { chooseModel } from '../platform/modelChoice.ts';
import { type Account, defaultProfile, describeProfile } from '../platform/settings/profiles.ts';
import { readActiveProfile, readProfileNames, readProfileSetting } from '../platform/settings/settings.ts';
import {
  type FieldName,
  type FieldView,
  fieldNames,
  type KeyView,
  type ProfileEntry,
  type Remark,
  type SettingsState,
  type TypedVerdict,
} from '../protocol/settingsProtocol.ts';
import { type ChosenKind, modelsOfKind } from '../relay/models/modelGroups.ts';
import type { Voices } from './checks.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { checkField, settingOf } from './inputChecks.ts';

/** Choices are from stored lists: typing asks no relay. */
interface ChoicePorts {
  readonly models: Pick<RelayModels, 'listOf'>;
  readonly voices: Voices;
}

interface SettingsStatePorts extends ChoicePorts {
  readonly connection: ConnectionStore;
  readonly requestsLeaveFrom: string;
}

/** Everything that the panel shows of a profile, except the check. */
export async function readSettingsState(shown: string, ports: SettingsStatePorts): Promise<SettingsState> {
  const { connection: store, requestsLeaveFrom } = ports;
  const notice = readNotice();
  const account = accountOf(shown, store);
  return {
    profiles: readProfileNames().map((name) => toEntry(name, store)),
    shown,
    fields: fieldNames.map((name) => toField(name, account, ports)),
    key: await readKeyState(shown, store),
    requestsLeaveFrom,
    ...(notice && { notice }),
  };
}

/** The account whose lists give the suggestions; without a valid base URL there are none. */
export function accountOf(profile: string, store: ConnectionStore): Account {
  return { profile, base: store.addressOf(profile)?.base ?? '' };
}

function toEntry(name: string, store: ConnectionStore): ProfileEntry {
  const host = store.addressOf(name)?.host;
  const { name: active } = readActiveProfile();
  return {
    name,
    label: describeProfile(name, vscode.l10n.t),
    ...(host && { host }),
    isActive: name === active,
  };
}

export const kindByField: Partial<Record<FieldName, ChosenKind>> = {
  'chat.model': 'chat',
  'speech.model': 'speech',
  'images.model': 'image',
};

interface Choices {
  readonly choices: readonly { readonly value: string; readonly description?: string }[];
  readonly inUse?: string | undefined;
}

/** The known values of a field, and the one in use, which may be the default; empty if unknown. */
export function choicesFor(name: FieldName, account: Account, { models, voices }: ChoicePorts): Choices {
  const kind = kindByField[name];
  const listed = models.listOf(account);
  const modelInUse = (ofKind: ChosenKind) => chooseModel(ofKind, listed, account.profile);
  if (kind) {
    const choices = modelsOfKind(listed, kind).map(({ id, displayName }) => ({
      value: id,
      ...(displayName && { description: displayName }),
    }));
    return { choices, inUse: modelInUse(kind) };
  }
  const model = name === 'speech.voice' ? modelInUse('speech') : undefined;
  if (model === undefined) return { choices: [] };
  return { choices: voices.suggestVoices(model), inUse: voices.chooseVoice(model, account.profile) };
}

/** The verdict on the text of a field: that it is invalid, or that the relay does not know it. */
export function judgeField(name: FieldName, text: string, { choices }: Choices): TypedVerdict {
  const { t } = vscode.l10n;
  const typed = text.trim();
  if (typed === '' || choices.length === 0 || choices.some(({ value }) => value === typed)) {
    return checkField(name, text, t);
  }
  const words = kindByField[name]
    ? t('The relay does not list “{0}”.', typed)
    : t('“{0}” is not a known voice for this model.', typed);
  return { remark: { severity: 'warning', text: words } };
}

function toField(name: FieldName, account: Account, ports: SettingsStatePorts): FieldView {
  const { profile } = account;
  const { own, fallback: general, workspaceValue } = readProfileSetting(profile, settingOf(name));
  const value = own === undefined ? '' : String(own);
  const known = choicesFor(name, account, ports);
  // Without a base URL of its own, the default profile uses the environment's.
  const otherwise = name === 'baseUrl' ? ports.connection.typedAddress(profile) : String(general);
  return {
    name,
    value,
    fallback: known.inUse || otherwise,
    hasChoices: known.choices.length > 0,
    // A workspace can only override settings of the profile in use.
    ...(workspaceValue !== undefined &&
      profile === readActiveProfile().name && { workspaceValue: String(workspaceValue) }),
    verdict: judgeField(name, value, known),
  };
}

async function readKeyState(profile: string, store: ConnectionStore): Promise<KeyView> {
  const connection = await store.connectionOf(profile);
  if (connection) {
    const { address, source } = connection;
    return { state: source, origin: address.origin };
  }
  const address = store.addressOf(profile);
  return address ? { state: 'missing', origin: address.origin } : { state: 'noAddress' };
}

/** What a person should know about the profile in use. */
function readNotice(): Remark | undefined {
  const { t } = vscode.l10n;
  const { name, decidedBy, isKnown } = readActiveProfile();
  const label = describeProfile(name, t);
  if (!vscode.workspace.isTrusted) {
    return {
      severity: 'info',
      text: t('This folder is not trusted. Its profile, models, voice and system prompt are ignored.'),
    };
  }
  if (!isKnown) {
    return {
      severity: 'warning',
      text: t('The selected profile “{0}” does not exist. Add it, or select another profile.', label),
    };
  }
  if (decidedBy === 'user') return undefined;
  return { severity: 'info', text: t('This workspace uses the profile “{0}”.', label) };
}

/** An existing profile: the requested one, else the one in use, else the default one. */
export function chooseShown(wished: string | undefined): string {
  const names = readProfileNames();
  return (
    [wished, readActiveProfile().name].find((name) => name !== undefined && names.includes(name)) ??
    defaultProfile
  );
}
