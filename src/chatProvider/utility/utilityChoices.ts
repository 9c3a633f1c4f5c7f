import { languageModelVendor } from '../../manifest.ts';
import { takeIdApart } from '../../relay/models/modelFamilies.ts';
import type { ModelInformation } from '../models/modelInformation.ts';

/** A model as reported to VS Code. */
export type UtilityModel = Pick<ModelInformation, 'id' | 'name' | 'detail' | 'model'>;

/** A choice for VS Code's utility model. */
export interface UtilityChoice {
  /** Its value in the settings; undefined: not set. */
  readonly value: string | undefined;
  /** Undefined: a model that is not, or no longer, one of ours. */
  readonly model?: UtilityModel;
  /** The settings that use it now. */
  readonly setIn: readonly UtilitySetting[];
}

export interface UtilityChoices {
  /** VS Code's default, and the current settings. */
  readonly current: readonly UtilityChoice[];
  readonly small: readonly UtilityChoice[];
  readonly others: readonly UtilityChoice[];
}

/** A model's name in VS Code's settings. Everything after the first slash is the ID. */
export function toSettingValue({ id }: Pick<UtilityModel, 'id'>): string {
  return `${languageModelVendor}/${id}`;
}

/** Whether a setting names one of our models, listed or not. */
export function isOurs(value: string): boolean {
  return value.startsWith(`${languageModelVendor}/`);
}

export function listUtilityChoices(
  models: readonly UtilityModel[],
  settings: Pick<ChatSettings, 'read'>,
): UtilityChoices {
  /** VS Code uses an empty text for an unset value, and ignores values that are not text. */
  const valueIn = (name: UtilitySetting): string | undefined => {
    const own = settings.read(name)?.own;
    return typeof own === 'string' && own !== '' ? own : undefined;
  };
  const toChoice = (value: string | undefined, model?: UtilityModel): UtilityChoice => ({
    value,
    ...(model && { model }),
    setIn: utilitySettings.filter((name) => valueIn(name) === value),
  });
  const listed = models.map((model) => toChoice(toSettingValue(model), model));
  const isSet = ({ setIn }: UtilityChoice): boolean => setIn.length > 0;
  const values = new Set(utilitySettings.map(valueIn).filter((value) => value !== undefined));
  const current = [...values].map(
    (value) => listed.find((choice) => choice.value === value) ?? toChoice(value),
  );
  const free = listed.filter((choice) => !isSet(choice));
  return {
    current: [toChoice(undefined), ...current],
    small: free.filter(({ model }) => model && isSmallModel(model.model)),
    others: free.filter(({ model }) => model && !isSmallModel(model.model)),
  };
}

/** Words in the names of small and fast models. */
const smallWords = ['mini', 'flash', 'haiku', 'lite', 'nano', 'small', 'air', 'turbo'];

/** Words in the names of models that are fast but not for chat, or slow in spite of the name. */
const otherWords = new Set([
  'audio',
  'deep',
  'guard',
  'image',
  'live',
  'ocr',
  'realtime',
  'research',
  'search',
  'thinking',
  'transcribe',
  'tts',
  'vision',
  'vl',
]);
const largeTurbo = /^gpt-4-turbo/;

/** Whether a model is small and fast, judging by its name. */
export function isSmallModel(model: string): boolean {
  const { bare } = takeIdApart(model);
  const words = bare.split(/[^a-z0-9]+/);
  return (
    words.some((word) => smallWords.includes(word)) &&
    !words.some((word) => otherWords.has(word)) &&
    !largeTurbo.test(bare)
  );
}

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

/** The old and the new value of a setting. */
interface SettingChange {
  readonly name: UtilitySetting;
  readonly before: unknown;
  readonly after: string | undefined;
}

/** Whether this VS Code has such settings at all. */
export function hasUtilitySettings({ read }: ChatSettings): boolean {
  return utilitySettings.every((name) => read(name) !== undefined);
}

/** Sets all settings or none; undefined leaves the choice to VS Code. */
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

/** Restores the previous values, except for settings that were changed again since. */
export async function undoChanges(settings: ChatSettings, changes: readonly SettingChange[]): Promise<void> {
  for (const { name, before, after } of changes) {
    if (settings.read(name)?.own === after) await settings.write(name, before);
  }
}
