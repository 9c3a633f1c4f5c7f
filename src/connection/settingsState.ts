import * as vscode from 'vscode';
import { type Account, defaultProfile, describeProfile } from '../platform/settings/profiles.ts';
import { readActiveProfile, readProfileNames, readProfileSetting } from '../platform/settings/settings.ts';
import {
  type FieldName,
  type FieldValue,
  type FieldView,
  fieldNames,
  type KeyView,
  type OtherSetting,
  type ProfileEntry,
  type ProtocolRow,
  type Remark,
  type SettingsState,
  type TypedVerdict,
} from '../protocol/settingsProtocol.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { checkField, readProtocolRows, settingOf } from './inputChecks.ts';

type Suggestions = NonNullable<FieldView['suggestions']>;

type ModelField = 'chat' | 'speech' | 'image';

/** Suggestions from stored lists only: no relay is asked for them. */
export interface Suggest {
  models(kind: ModelField, account: Account): Suggestions;
  /** The model that is used while none is selected. */
  defaultModel(kind: ModelField, account: Account): string | undefined;
  voices(speechModel: string): Suggestions;
  defaultVoice(speechModel: string, profile: string): string | undefined;
}

interface SettingsStatePorts {
  readonly store: ConnectionStore;
  readonly suggest: Suggest;
  readonly requestsLeaveFrom: string;
  /** The settings other than the profile's fields. */
  readonly others: () => OtherSetting[];
}

/** Everything that the panel shows of a profile, except the check. */
export async function readSettingsState(shown: string, ports: SettingsStatePorts): Promise<SettingsState> {
  const { store, requestsLeaveFrom } = ports;
  const notice = readNotice();
  const account = accountOf(shown, store);
  return {
    profiles: readProfileNames().map((name) => toEntry(name, store)),
    shown,
    fields: fieldNames.map((name) => toField(name, account, ports)),
    others: ports.others(),
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

const kindByField: Partial<Record<FieldName, ModelField>> = {
  'chat.model': 'chat',
  'speech.model': 'speech',
  'images.model': 'image',
};

/** The relay's suggestions for a field, and the value that is used while none is selected; empty if unknown. */
function choicesFor(
  name: FieldName,
  account: Account,
  suggest: Suggest,
): { readonly suggestions: Suggestions; readonly fallback?: string | undefined } {
  const kind = kindByField[name];
  if (kind) {
    return { suggestions: suggest.models(kind, account), fallback: suggest.defaultModel(kind, account) };
  }
  const model = name === 'speech.voice' ? suggest.defaultModel('speech', account) : undefined;
  if (model === undefined) return { suggestions: [] };
  return { suggestions: suggest.voices(model), fallback: suggest.defaultVoice(model, account.profile) };
}

/** The verdict on the text of a field: that it is invalid, or that the relay does not know it. */
export function judgeField(
  name: FieldName,
  text: string,
  account: Account,
  { suggest }: Pick<SettingsStatePorts, 'suggest'>,
): TypedVerdict {
  const { t } = vscode.l10n;
  const typed = text.trim();
  const { suggestions } = choicesFor(name, account, suggest);
  if (typed === '' || suggestions.length === 0 || suggestions.some(({ value }) => value === typed)) {
    return checkField(name, text, t);
  }
  const words = kindByField[name]
    ? t('The relay does not list “{0}”.', typed)
    : t('“{0}” is not a known voice of this model.', typed);
  return { remark: { severity: 'warning', text: words } };
}

function toField(name: FieldName, account: Account, ports: SettingsStatePorts): FieldView {
  const { profile } = account;
  const { own, fallback: general, workspaceValue } = readProfileSetting(profile, settingOf(name));
  const value = toFieldValue(own, name);
  const { suggestions, fallback } = choicesFor(name, account, ports.suggest);
  // Without a base URL of its own, the default profile uses the environment's.
  const otherwise = name === 'baseUrl' ? ports.store.typedAddress(profile) : String(general);
  return {
    name,
    value,
    ...(name !== 'chat.protocols' && { fallback: fallback || otherwise }),
    suggestions,
    // A workspace can only override settings of the profile in use.
    ...(workspaceValue !== undefined &&
      profile === readActiveProfile().name && { workspaceValue: toText(workspaceValue) }),
    verdict: judgeField(name, typeof value === 'string' ? value : '', account, ports),
  };
}

function toFieldValue(own: unknown, name: FieldName): FieldValue {
  if (name === 'chat.protocols') return own === undefined ? [] : readProtocolRows(own);
  return own === undefined ? '' : String(own);
}

function toText(value: unknown): string {
  return typeof value === 'object' ? toRowsText(readProtocolRows(value)) : String(value);
}

function toRowsText(rows: readonly ProtocolRow[]): string {
  return rows.map(({ pattern, protocol }) => `${pattern}: ${protocol}`).join(', ');
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
  if (isKnown) {
    if (decidedBy === 'user') return undefined;
    return { severity: 'info', text: t('This workspace uses the profile “{0}”.', label) };
  }
  const text =
    decidedBy === 'workspace'
      ? t(
          'This workspace uses the profile “{0}”, which does not exist. Add it, or select another profile.',
          label,
        )
      : t('The selected profile “{0}” does not exist. Add it, or select another profile.', label);
  return { severity: 'warning', text };
}

/** An existing profile: the requested one, else the one in use, else the default one. */
export function chooseShown(wished: string | undefined): string {
  const names = readProfileNames();
  return (
    [wished, readActiveProfile().name].find((name) => name !== undefined && names.includes(name)) ??
    defaultProfile
  );
}
