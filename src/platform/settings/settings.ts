import * as vscode from 'vscode';
import { profileSettings, settings } from '../../manifest.ts';
import { NotReadyError } from '../../messages/ownErrors.ts';
import { readSignals, signalSettings, themeSettings } from './editorSettings.ts';
import { defaultProfile, type ProfileSettingName, readProfiles, shortName } from './profiles.ts';

type Settings = typeof settings;
type SettingName = keyof Settings;
type Widen<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : Readonly<Record<string, unknown>>;
type SettingValue<Name extends SettingName> = Widen<Settings[Name]>;

const profilesSetting = 'modelRelay.profiles';
const activeSetting = 'modelRelay.profile';
const announceSetting = 'modelRelay.accessibility.announceResponses';

// ---------------------------------------------------------------- profiles

/** The profile in use, and where it was set. */
interface ActiveProfile {
  /** '' for the default profile. */
  readonly name: string;
  readonly decidedBy: 'user' | 'workspace';
  /** False when there is no profile of this name: then nothing is connected, rather than another relay. */
  readonly isKnown: boolean;
}

export function readActiveProfile(): ActiveProfile {
  const { user = '', workspace } = readScopes(activeSetting);
  const name = (workspace ?? user).trim();
  return {
    name,
    decidedBy: workspace === undefined ? 'user' : 'workspace',
    isKnown: name === defaultProfile || namedProfiles().has(name),
  };
}

/** Names of all profiles: the default one first, then as they are written. */
export function readProfileNames(): string[] {
  return [defaultProfile, ...namedProfiles().keys()];
}

function namedProfiles(): ReturnType<typeof readProfiles> {
  return readProfiles(inspect(profilesSetting)?.globalValue);
}

/** A profile's own value and its fallback, without workspace values. */
interface ProfileSetting<Name extends ProfileSettingName> {
  readonly own: SettingValue<Name> | undefined;
  readonly fallback: SettingValue<Name>;
  /** The workspace's value, if it overrides both. */
  readonly workspaceValue: SettingValue<Name> | undefined;
}

export function readProfileSetting<Name extends ProfileSettingName>(
  profile: string,
  name: Name,
): ProfileSetting<Name> {
  const { user: flat, workspace: workspaceValue } = readScopes(name);
  const builtIn: unknown = settings[name];
  const isDefault = profile === defaultProfile;
  return {
    own: isDefault ? flat : ofRightKind(name, namedProfiles().get(profile)?.[shortName(name)]),
    // Another profile's API key must never go to the default profile's base URL.
    fallback: (isDefault || name === 'modelRelay.baseUrl'
      ? builtIn
      : (flat ?? builtIn)) as SettingValue<Name>,
    workspaceValue,
  };
}

/** Sets a profile's own value in the user settings; undefined removes it. */
export async function writeProfileSetting<Name extends ProfileSettingName>(
  profile: string,
  name: Name,
  value: SettingValue<Name> | undefined,
): Promise<void> {
  if (profile === defaultProfile) return writeUserValue(name, value);
  await changeProfiles((profiles) => {
    const { [shortName(name)]: _, ...others } = asRecord(profiles[profile]);
    return { ...profiles, [profile]: value === undefined ? others : { ...others, [shortName(name)]: value } };
  });
}

/** Adds an empty profile. */
export async function addProfile(name: string): Promise<void> {
  await changeProfiles((profiles) => ({ ...profiles, [name]: asRecord(profiles[name]) }));
}

/**
 * Renames a profile and keeps its position; if the user selected it, it stays selected. In between it has both names:
 * nothing can connect while the selected profile does not exist.
 */
export async function renameProfile(from: string, to: string): Promise<void> {
  const rename = (names: readonly string[]) => (profiles: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(profiles).flatMap(([name, values]) =>
        name === from ? names.map((each) => [each, values]) : [[name, values]],
      ),
    );
  await changeProfiles(rename([from, to]));
  if (inspect(activeSetting)?.globalValue === from) await writeUserValue(activeSetting, to);
  await changeProfiles(rename([]));
}

export async function deleteProfile(name: string): Promise<void> {
  // Deselect it first: nothing can connect while the selected profile does not exist.
  if (inspect(activeSetting)?.globalValue === name) await writeUserValue(activeSetting, undefined);
  await changeProfiles(({ [name]: _, ...others }) => others);
}

/** Selects a profile in the user settings, or in the workspace settings if they name one. */
export async function useProfile(name: string): Promise<void> {
  const { decidedBy } = readActiveProfile();
  const value = name === defaultProfile && decidedBy === 'user' ? undefined : name;
  await update(
    activeSetting,
    value,
    decidedBy === 'user' ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace,
  );
}

let lastChange: Promise<void> = Promise.resolve();

/** All profiles are one setting: each change waits until the previous one is written, or it would undo it. */
function changeProfiles(
  change: (profiles: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const done = lastChange.then(async () => {
    const changed = change(asRecord(inspect(profilesSetting)?.globalValue));
    await writeUserValue(profilesSetting, Object.keys(changed).length > 0 ? changed : undefined);
  });
  lastChange = done.catch(() => {});
  return done;
}

// ---------------------------------------------------------------- one setting

/**
 * Reads the effective setting for a profile: the workspace's value, the profile's, then the user's. A workspace affects
 * only the profile in use.
 */
export function readSetting<Name extends ProfileSettingName>(
  name: Name,
  profile = readActiveProfile().name,
): SettingValue<Name> {
  const { own, fallback, workspaceValue } = readProfileSetting(profile, name);
  const isActive = profile === readActiveProfile().name;
  return (isActive ? workspaceValue : undefined) ?? own ?? fallback;
}

/** The same, ignoring workspace values. */
export function readUserSetting<Name extends ProfileSettingName>(
  name: Name,
  profile = readActiveProfile().name,
): SettingValue<Name> {
  const { own, fallback } = readProfileSetting(profile, name);
  return own ?? fallback;
}

/**
 * Writes a setting where it takes effect: in the workspace if it already sets it, else for the profile in use. Throws a
 * NotReadyError if that profile does not exist: a choice must not create it.
 */
export async function writeSetting<Name extends ProfileSettingName>(
  name: Name,
  value: SettingValue<Name> | undefined,
): Promise<void> {
  if (inspect(name)?.workspaceValue !== undefined) {
    await update(name, value, vscode.ConfigurationTarget.Workspace);
  } else {
    const { name: profile, isKnown } = readActiveProfile();
    if (!isKnown) throw new NotReadyError('profile');
    await writeProfileSetting(profile, name, value);
  }
}

/** The user's value of any setting by its name in the manifest; undefined if it is not set. */
export function readUserValue(name: string): unknown {
  return inspect(name)?.globalValue;
}

/** Sets it in the user settings; undefined removes it. */
export function writeUserValue(name: string, value: unknown): Promise<void> {
  return update(name, value, vscode.ConfigurationTarget.Global);
}

/** Whether conversation titles are generated. */
export function readMakeTitles(): boolean {
  const name = 'modelRelay.chat.generateTitles';
  return readScopes(name).user ?? settings[name];
}

const implicitContextSetting = 'modelRelay.chat.implicitContext';

/** Whether the active file or selection is suggested for messages, or always added. */
export function readImplicitContext(): 'suggest' | 'always' | 'off' {
  const value = inspect(implicitContextSetting)?.globalValue;
  return value === 'always' || value === 'off' ? value : 'suggest';
}

export const imageFolderSetting = 'modelRelay.images.folder';

/** The workspace folder in which images are saved, as written in the setting; '' if none is set. */
export function readImageFolder(): string {
  const { user, workspace } = readScopes(imageFolderSetting);
  return workspace ?? user ?? settings[imageFolderSetting];
}

/** Calls back when the setting for the active file or selection may have changed. */
export function onImplicitContextChange(callback: () => void): vscode.Disposable {
  return onChange([implicitContextSetting], callback);
}

/** The settings for screen readers: the user's own, and VS Code's. */
export function readAccessibility() {
  const value = inspect(announceSetting)?.globalValue;
  const responses = value === 'off' || value === 'byParagraph' ? value : 'onComplete';
  return { responses, ...readSignals() } as const;
}

/** Calls back when any of that may have changed. */
export function onAccessibilityChange(callback: () => void): vscode.Disposable {
  return onChange([announceSetting, ...signalSettings], callback);
}

/** Calls back when the color theme or the person's own colors may have changed. */
export function onEditorThemeChange(callback: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveColorTheme(callback),
    onChange(themeSettings, callback),
  );
}

/** Calls back when the way texts are read aloud may have changed. */
export function onReadAloudSettingsChange(callback: () => void): vscode.Disposable {
  return onChange(['modelRelay.readAloud'], callback);
}

/** Calls back when one of these settings may have changed, in any scope. */
export function onSettingsChange(names: readonly SettingName[], callback: () => void): vscode.Disposable {
  return onChange([...names, activeSetting, profilesSetting], callback);
}

/** Calls back when any of our settings may have changed. */
export function onAnySettingChange(callback: () => void): vscode.Disposable {
  return onChange(['modelRelay'], callback);
}

/** Takes names of settings, or of whole sections. */
function onChange(names: readonly string[], callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(name))) callback();
  });
}

function inspect(name: string) {
  return vscode.workspace.getConfiguration().inspect<unknown>(name);
}

async function update(name: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, target);
}

/** The user's value of a setting, and the workspace's, which may be that of its only folder. */
function readScopes<Name extends SettingName>(name: Name) {
  const found = inspect(name);
  return {
    user: ofRightKind(name, found?.globalValue),
    workspace: ofRightKind(name, found?.workspaceFolderValue) ?? ofRightKind(name, found?.workspaceValue),
  };
}

/** People edit settings.json by hand: a value of the wrong type counts as not set. */
function ofRightKind<Name extends SettingName>(name: Name, value: unknown): SettingValue<Name> | undefined {
  return kindOf(value) === kindOf(settings[name]) ? (value as SettingValue<Name>) : undefined;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) || value === null ? 'other' : typeof value;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return kindOf(value) === 'object' ? { ...(value as object) } : {};
}

// ---------------------------------------------------------------- limits

const timeLimits = {
  connectMs: 'modelRelay.timeouts.connect',
  firstByteMs: 'modelRelay.timeouts.firstByte',
  idleMs: 'modelRelay.timeouts.idle',
} as const;

/** The client's time-outs that the person changed, in milliseconds; the client has its own defaults for the others. */
export function readTimeouts(profile: string): Partial<Record<keyof typeof timeLimits, number>> {
  return Object.fromEntries(
    Object.entries(timeLimits).flatMap(([limit, name]) => {
      const seconds = readUserSetting(name, profile);
      return seconds === profileSettings[name] || !(seconds > 0)
        ? []
        : [[limit, Math.min(seconds, 3600) * 1000]];
    }),
  );
}

/** The user's limits of models, unparsed; workspace values are ignored. */
export function readModelLimits(): unknown {
  return inspect('modelRelay.languageModels.capabilities')?.globalValue;
}

/** The user's additional fields for chat requests, by model pattern, unparsed. */
export function readRequestFields(): unknown {
  return inspect('modelRelay.chat.requestFields')?.globalValue;
}

/**
 * The maximum number of tokens of a profile's responses. People edit settings.json by hand, but relays accept only
 * whole numbers from 1.
 */
export function readMaxOutputTokens(profile?: string): number {
  return Math.max(1, Math.floor(readSetting('modelRelay.chat.maxOutputTokens', profile)));
}
