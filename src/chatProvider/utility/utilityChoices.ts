import { languageModelVendor } from '../../manifest.ts';
import type { ModelInformation } from '../models/modelInformation.ts';

/** VS Code's settings of utility models: for titles, commit messages and names; then for edits and searches. */
export const utilitySettings = ['chat.utilitySmallModel', 'chat.utilityModel'] as const;

/** Reads a setting of VS Code's own chat: the user's value, or undefined if this VS Code has no such setting. */
type ReadChatSetting = (name: `chat.${string}`) => { readonly own: unknown } | undefined;

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
export function listUtilityChoices(models: readonly UtilityModel[], read: ReadChatSetting): UtilityChoice[] {
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
