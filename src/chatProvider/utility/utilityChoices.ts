import { languageModelVendor } from '../../manifest.ts';
import type { ModelInformation } from '../models/modelInformation.ts';

/** VS Code's settings of utility models: for titles, commit messages and names; then for edits and searches. */
export const utilitySettings = ['chat.utilitySmallModel', 'chat.utilityModel'] as const;
type UtilitySetting = (typeof utilitySettings)[number];

/** Settings of VS Code's own chat. */
export interface ChatSettings {
  /** The user's value, which a workspace can't override; undefined if this VS Code has no such setting. */
  readonly read: (name: `chat.${string}`) => { readonly own: unknown } | undefined;
  /** Writes the user's setting; undefined removes it. */
  readonly write: (name: `chat.${string}`, value: unknown) => Promise<void>;
}

/** A model as reported to VS Code. */
type UtilityModel = Pick<ModelInformation, 'id' | 'name' | 'detail' | 'model'>;

/** A choice for VS Code's utility model. */
export interface UtilityChoice {
  /** Its value in the settings; undefined: not set. */
  readonly value: string | undefined;
  readonly model?: UtilityModel;
  /** Whether any of the settings has it. */
  readonly isInUse: boolean;
}

/** VS Code's default, then the models in use, then the others. */
export function listUtilityChoices(
  models: readonly UtilityModel[],
  { read }: Pick<ChatSettings, 'read'>,
): UtilityChoice[] {
  // VS Code uses an empty text for an unset value, and ignores values that are not text.
  const values = utilitySettings.map((name) => read(name)?.own);
  const isUnset = values.some((value) => typeof value !== 'string' || value === '');
  const choices = models.map((model): UtilityChoice => {
    // Everything after the first slash is the ID.
    const value = `${languageModelVendor}/${model.id}`;
    return { value, model, isInUse: values.includes(value) };
  });
  return [
    { value: undefined, isInUse: isUnset },
    ...choices.toSorted((one, other) => Number(other.isInUse) - Number(one.isInUse)),
  ];
}

/** The old and the new value of a setting. */
interface SettingChange {
  readonly name: UtilitySetting;
  readonly before: unknown;
  readonly after: string | undefined;
}

/** Sets all settings; undefined leaves the choice to VS Code. Returns what has changed. */
export async function setUtilityModel(
  { read, write }: ChatSettings,
  after: string | undefined,
): Promise<SettingChange[]> {
  const changes = utilitySettings
    .map((name) => ({ name, before: read(name)?.own, after }))
    .filter(({ before }) => before !== after);
  for (const { name } of changes) await write(name, after);
  return changes;
}

/** Restores the previous values, except for settings that were changed again since. */
export async function undoChanges(
  { read, write }: ChatSettings,
  changes: readonly SettingChange[],
): Promise<void> {
  for (const { name, before, after } of changes) if (read(name)?.own === after) await write(name, before);
}
