import * as vscode from 'vscode';
import { describeProfileNameProblem } from '../messages/inputProblems.ts';
import { plainText } from '../platform/notifications.ts';
import { checkProfileName, defaultProfile, describeProfile } from '../platform/settings/profiles.ts';
import { readActiveProfile, readProfileNames } from '../platform/settings/settings.ts';
import type { ConnectionStore } from './connectionStore.ts';

interface ProfileItem extends vscode.QuickPickItem {
  /** Absent: a new profile. */
  readonly profile?: string;
}

/** Shows a picker for an existing or a new profile; undefined if the person canceled. */
export async function pickProfile(store: ConnectionStore): Promise<ProfileItem | undefined> {
  const { t } = vscode.l10n;
  const active = readActiveProfile();
  const items = readProfileNames().map((profile) => ({
    label: plainText(describeProfile(profile, t)),
    description: store.addressOf(profile)?.host ?? t('no base URL'),
    iconPath: new vscode.ThemeIcon(profile === active.name ? 'check' : 'blank'),
    profile,
  }));
  const add = { label: t('Add Profile…'), iconPath: new vscode.ThemeIcon('add') };
  return vscode.window.showQuickPick<ProfileItem>(
    [...items, { label: '', kind: vscode.QuickPickItemKind.Separator }, add],
    {
      title: t('Profiles'),
      placeHolder: active.isKnown
        ? active.decidedBy === 'user'
          ? t('Select a profile')
          : t('Select a profile (saved in this workspace’s settings)')
        : t('The selected profile “{0}” does not exist.', active.name),
    },
  );
}

/** Asks for a unique profile name; the box stays open until the name is valid. */
export async function askForProfileName(title: string, wished: string): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const others = readProfileNames().filter((name) => name !== wished);
  const taken = [...others, describeProfile(defaultProfile, t)];
  const name = await vscode.window.showInputBox({
    title,
    prompt: t('Name for this relay or API key, such as “Work”'),
    value: wished,
    ignoreFocusOut: true,
    validateInput(typed) {
      const problem = checkProfileName(typed.trim(), taken);
      return problem && describeProfileNameProblem(problem, t);
    },
  });
  return name?.trim() || undefined;
}
