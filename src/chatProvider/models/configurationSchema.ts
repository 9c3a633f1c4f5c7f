import * as z from 'zod/mini';
import {
  type ConfigurableModel,
  configurationFields,
  describeEffort,
  fitConfiguration,
  type ModelConfiguration,
} from '../../relay/models/modelConfiguration.ts';
import type { Translate } from '../../text/translate.ts';

/** An option in VS Code's format: a menu of values. */
interface ConfigurationProperty {
  readonly type: string | readonly string[];
  readonly title: string;
  readonly enum: readonly (string | number)[];
  readonly enumItemLabels: readonly string[];
  readonly default: string;
  /** `navigation` shows the value next to the model in the chat's input, which has room for one. */
  readonly group?: 'navigation';
}

/** The options of a model in VS Code's picker: a JSON schema with labels. */
export interface ConfigurationSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ConfigurationProperty>>;
}

/** VS Code's value for an option that is not set, which is not sent. */
const unset = 'default';
const temperatures = [0, 0.3, 0.7, 1];

/** Undefined if there are no options. The label of the unset value has to be short: it is shown next to the model. */
export function createConfigurationSchema(
  { efforts, takesTemperature }: ConfigurableModel,
  t: Translate,
): ConfigurationSchema | undefined {
  if (efforts.length === 0 && !takesTemperature) return undefined;
  const unsetLabel = t('Auto');
  return {
    type: 'object',
    properties: {
      // VS Code's own agents use this name, too.
      ...(efforts.length > 0 && {
        reasoningEffort: {
          type: 'string',
          title: t('Thinking Effort'),
          enum: [unset, ...efforts],
          enumItemLabels: [unsetLabel, ...efforts.map((effort) => describeEffort(effort, t))],
          default: unset,
          group: 'navigation',
        },
      }),
      ...(takesTemperature && {
        temperature: {
          type: ['string', 'number'],
          title: t('Temperature'),
          enum: [unset, ...temperatures],
          enumItemLabels: [unsetLabel, ...temperatures.map(String)],
          default: unset,
        },
      }),
    },
  };
}

const configuration = z.lazy(() =>
  z.object({
    reasoningEffort: configurationFields.effort,
    temperature: configurationFields.temperature,
  }),
);

/** Parses the chosen options, which come from a file that people edit, perhaps for another version of the model. */
export function readConfiguration(found: unknown, configurable: ConfigurableModel): ModelConfiguration {
  const { reasoningEffort: effort, temperature } = configuration.safeParse(found ?? {}).data ?? {};
  return fitConfiguration(
    { ...(effort !== undefined && { effort }), ...(temperature !== undefined && { temperature }) },
    configurable,
  );
}
