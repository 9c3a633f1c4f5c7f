import * as z from 'zod/mini';
import type { Translate } from '../../text/translate.ts';
import type { ModelAbilities } from './modelAbilities.ts';
import { configurationByFamily, type Effort, efforts, toEfforts } from './modelFamilies.ts';
import type { OverridesOfModel } from './modelOverrides.ts';

/** The contract's section 8. */
export const mostTemperature = 2;

/** What of a model's responses a person can choose. */
export interface ConfigurableModel {
  /** From least to most; empty where nobody says that the model takes one. */
  readonly efforts: readonly Effort[];
  readonly takesTemperature: boolean;
  /** Those of the efforts that were refused, and are not sent for the time being. */
  readonly refusedEfforts?: readonly Effort[];
}

/** What was chosen. What is absent is left to the model: nothing is sent. */
export interface ModelConfiguration {
  readonly effort?: Effort;
  readonly temperature?: number;
}

/** Where a list says that a model thinks, and nobody which efforts it takes. */
const usualEfforts: readonly Effort[] = ['low', 'medium', 'high'];

/**
 * What of a model can be configured: as the person says, else the relay's list, else what is known of its family. What
 * the person says of all models counts where nothing else is known.
 */
export function findConfigurable(
  id: string,
  listed: ModelAbilities | undefined,
  { own, general }: OverridesOfModel,
): ConfigurableModel {
  const family = configurationByFamily(id);
  const byList = listed?.thinks === false ? [] : listed?.efforts;
  const byFamily = family.efforts ?? (listed?.thinks ? usualEfforts : undefined);
  return {
    efforts: toEfforts(own.effort ?? byList ?? byFamily ?? general.effort ?? []),
    takesTemperature:
      own.temperature ?? listed?.takesTemperature ?? family.takesTemperature ?? general.temperature ?? false,
  };
}

/** Of what was chosen, perhaps for another model, what this one takes. */
export function fitConfiguration(
  { effort, temperature }: ModelConfiguration,
  configurable: ConfigurableModel,
): ModelConfiguration {
  return {
    ...(effort !== undefined && configurable.efforts.includes(effort) && { effort }),
    ...(temperature !== undefined && configurable.takesTemperature && { temperature }),
  };
}

/** An effort in a word, as VS Code calls them. */
export function describeEffort(effort: Effort, t: Translate): string {
  const words: Record<Effort, string> = {
    none: t('None'),
    minimal: t('Minimal'),
    low: t('Low'),
    medium: t('Medium'),
    high: t('High'),
    xhigh: t('Extra High'),
    max: t('Maximum'),
  };
  return words[effort];
}

const effort = z.catch(z.optional(z.enum(efforts)), undefined);
const temperature = z.catch(
  z.optional(z.number().check(z.minimum(0), z.maximum(mostTemperature))),
  undefined,
);

/** The fields of a configuration that comes from elsewhere; a value that is none counts as absent. */
export const configurationFields = { effort, temperature };
