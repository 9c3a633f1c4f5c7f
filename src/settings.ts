import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { settings } from './ids.ts';

const networkSettings = z.object({
  proxyUrl: z.catch(z.optional(z.string()), undefined),
  noProxy: z.catch(z.optional(z.array(z.string())), undefined),
  proxyAuthorization: z.catch(z.optional(z.string()), undefined),
  proxySupport: z.catch(z.optional(z.enum(['off', 'on', 'fallback', 'override'])), undefined),
  strictSsl: z.catch(z.optional(z.boolean()), undefined),
  useSystemCertificates: z.catch(z.optional(z.boolean()), undefined),
});
export type NetworkSettings = z.infer<typeof networkSettings>;

type Settings = typeof settings;
type SettingName = keyof Settings;
type Widen<T> = T extends string ? string : T extends number ? number : Readonly<Record<string, unknown>>;

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
  return (kindOf(value) === kindOf(fallback) ? value : fallback) as Widen<Settings[Name]>;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) || value === null ? 'other' : typeof value;
}

/** VS Code's own settings of how to reach the network, as they are; a value of the wrong type is left out. */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  return networkSettings.parse({
    proxyUrl: http.get('proxy'),
    noProxy: http.get('noProxy'),
    proxyAuthorization: http.get('proxyAuthorization'),
    proxySupport: http.get('proxySupport'),
    strictSsl: http.get('proxyStrictSSL'),
    useSystemCertificates: http.get('systemCertificates'),
  });
}

/** Calls back when one of them changed. */
export function onNetworkSettingsChange(callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http')) callback();
  });
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
