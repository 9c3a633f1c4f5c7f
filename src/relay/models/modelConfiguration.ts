import * as z from 'zod/mini';
import type { Translate } from '../../text/translate.ts';
import { configurationByFamily, type Effort, efforts, toEfforts } from './modelFamilies.ts';
import type { OverridesOfModel } from './modelOverrides.ts';
import type { ModelAbilities } from './relayModel.ts';

/** The maximum of the contract's section 8. */
const mostTemperature = 2;

/** The options of a model that a person can configure. */
export interface ConfigurableModel {
  /** From least to most; empty if the model is not known to take one. */
  readonly efforts: readonly Effort[];
  readonly takesTemperature: boolean;
  /** Efforts that were refused, and are currently not sent. */
  readonly refusedEfforts?: readonly Effort[];
}

/** The configuration. Absent options are left to the model, and not sent. */
export interface ModelConfiguration {
  readonly effort?: Effort;
  readonly temperature?: number;
}

/** The efforts of a model that a list says can think, without naming efforts. */
const usualEfforts: readonly Effort[] = ['low', 'medium', 'high'];

/**
 * The options of a model that can be configured: by the person's settings, else the relay's list, else what is known of
 * its family. The person's settings for all models count if nothing else is known.
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

/** The part of a configuration, perhaps made for another model, that this one accepts. */
export function fitConfiguration(
  { effort, temperature }: ModelConfiguration,
  configurable: ConfigurableModel,
): ModelConfiguration {
  return {
    ...(effort !== undefined && configurable.efforts.includes(effort) && { effort }),
    ...(temperature !== undefined && configurable.takesTemperature && { temperature }),
  };
}

/** The label of an effort, as in VS Code. */
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

/** The schema of a stored configuration; an invalid value counts as absent. */
export const configurationFields = { effort, temperature };
