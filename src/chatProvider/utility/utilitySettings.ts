/** VS Code's own settings of the models that do its small work: titles, commit messages, names; then edits and searches. */
export const utilitySettings = ['chat.utilitySmallModel', 'chat.utilityModel'] as const;
export type UtilitySetting = (typeof utilitySettings)[number];

/** Settings of VS Code's own chat. */
export interface ChatSettings {
  /** What the person has set, in which no workspace has a say; undefined where this VS Code has no such setting. */
  readonly read: (name: `chat.${string}`) => { readonly own: unknown } | undefined;
  /** For the user; undefined takes the setting away. */
  readonly write: (name: `chat.${string}`, value: unknown) => Promise<void>;
}

/** What one setting was, and what it was made. */
interface SettingChange {
  readonly name: UtilitySetting;
  readonly before: unknown;
  readonly after: string | undefined;
}

/** Whether this VS Code has such settings at all. */
export function hasUtilitySettings({ read }: ChatSettings): boolean {
  return utilitySettings.every((name) => read(name) !== undefined);
}

/** Sets them all, or none of them; undefined leaves the choice to VS Code. */
export async function setUtilityModel(
  settings: ChatSettings,
  after: string | undefined,
): Promise<SettingChange[]> {
  const changes: SettingChange[] = [];
  try {
    for (const name of utilitySettings) {
      const before = settings.read(name)?.own;
      if (before === after) continue;
      await settings.write(name, after);
      changes.push({ name, before, after });
    }
  } catch (error) {
    await undoChanges(settings, changes).catch(() => {});
    throw error;
  }
  return changes;
}

/** Restores what was before, but for what was changed again since. */
export async function undoChanges(settings: ChatSettings, changes: readonly SettingChange[]): Promise<void> {
  for (const { name, before, after } of changes) {
    if (settings.read(name)?.own === after) await settings.write(name, before);
  }
}
