import { deepStrictEqual } from 'node:assert/strict';
import {
  createConfigurationSchema,
  readConfiguration,
} from '../../../../src/chatProvider/models/configurationSchema.ts';
import type { ConfigurableModel } from '../../../../src/relay/models/modelConfiguration.ts';

const both: ConfigurableModel = { efforts: ['low', 'high'], takesTemperature: true };
const neither: ConfigurableModel = { efforts: [], takesTemperature: false };

/** The configuration that VS Code passes for such a model, and the result of reading it. */
const cases: readonly (readonly [
  name: string,
  found: unknown,
  configurable: ConfigurableModel,
  read: object,
])[] = [
  ['nothing', undefined, both, {}],
  ['both', { reasoningEffort: 'high', temperature: 0 }, both, { effort: 'high', temperature: 0 }],
  ['a temperature that is not in the menu', { temperature: 1.25 }, both, { temperature: 1.25 }],
  [
    'an effort that the model does not take',
    { reasoningEffort: 'max', temperature: 1 },
    both,
    { temperature: 1 },
  ],
  ['a model that no longer takes either', { reasoningEffort: 'high', temperature: 1 }, neither, {}],
  ['invalid values', { reasoningEffort: ['high'], temperature: 2.5, contextSize: 1 }, both, {}],
  ['a __proto__ key', JSON.parse('{"__proto__":{"reasoningEffort":"high"}}'), both, {}],
];

describe('the options of a model in VS Code’s picker', () => {
  for (const [name, found, configurable, read] of cases) {
    it(`are read from ${name}`, () => deepStrictEqual(readConfiguration(found, configurable), read));
  }

  it('are those that the model takes', () => {
    const namesFor = (configurable: ConfigurableModel) =>
      Object.keys(createConfigurationSchema(configurable, (words) => words)?.properties ?? {});
    deepStrictEqual(
      [both, { ...both, takesTemperature: false }, { ...both, efforts: [] }, neither].map(namesFor),
      [['reasoningEffort', 'temperature'], ['reasoningEffort'], ['temperature'], []],
    );
  });
});
