import * as vscode from 'vscode';
import { settings } from './ids.ts';

type Settings = typeof settings;
type SettingName = keyof Settings;
type Widen<T> = T extends string ? string : T extends number ? number : T;

/** Reads one setting, typed by its default. Nothing else in the extension reads configuration. */
export function readSetting<Name extends SettingName>(name: Name): Widen<Settings[Name]> {
  return orDefault(name, vscode.workspace.getConfiguration().get(name));
}

/** Reads a setting at user level only, so that no workspace can have a say in it. */
export function readUserSetting<Name extends SettingName>(name: Name): Widen<Settings[Name]> {
  return orDefault(name, vscode.workspace.getConfiguration().inspect(name)?.globalValue);
}

/** People edit settings.json by hand: a value of the wrong type counts as not set. */
function orDefault<Name extends SettingName>(name: Name, value: unknown): Widen<Settings[Name]> {
  const fallback = settings[name];
  return (typeof value === typeof fallback ? value : fallback) as Widen<Settings[Name]>;
}

/** Writes a setting for the user, or where a workspace already decides it, there: what was chosen must count. */
export async function writeSetting<Name extends SettingName>(
  name: Name,
  value: Widen<Settings[Name]> | undefined,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const decided = configuration.inspect(name);
  const target =
    decided?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  await configuration.update(name, value, target);
}

/** Calls back when one of these settings changed, wherever it was changed. */
export function onSettingsChange(names: readonly SettingName[], callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(name))) callback();
  });
}
