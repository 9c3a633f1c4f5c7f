import { deepStrictEqual } from 'node:assert/strict';
import { findConfigurable, fitConfiguration } from '../../../../src/relay/models/modelConfiguration.ts';
import { readOverrides } from '../../../../src/relay/models/modelOverrides.ts';
import type { ModelAbilities } from '../../../../src/relay/models/relayModel.ts';

type Case = readonly [
  id: string,
  listed: ModelAbilities | undefined,
  limits: unknown,
  efforts: string,
  takesTemperature: boolean,
];

const cases: Readonly<Record<string, Case>> = {
  'nothing is known': ['oa-large', undefined, {}, '', false],
  'the family': ['msg-sonnet-4-6', {}, {}, 'low medium high max', true],
  'the list, for a model that thinks': [
    'own',
    { thinks: true, takesTemperature: true },
    {},
    'low medium high',
    true,
  ],
  'the list names efforts': ['gpt-5', { thinks: true, efforts: ['none', 'max'] }, {}, 'none max', false],
  'the list says that it does not think': [
    'msg-sonnet-4-6',
    { thinks: false, takesTemperature: false },
    {},
    '',
    false,
  ],
  'a family that thinks but accepts no effort': ['grok-4', { thinks: true }, {}, '', true],
  'the user, in any order': [
    'own',
    {},
    { own: { effort: ['high', 'low'], temperature: true } },
    'low high',
    true,
  ],
  'the user, against list and family': [
    'gpt-5',
    { thinks: true, takesTemperature: false },
    { 'gpt-*': { effort: [], temperature: true } },
    '',
    true,
  ],
  'the more specific pattern': [
    'own-model',
    {},
    { 'own*': { effort: ['low'], temperature: true }, 'own-*': { effort: ['max'] } },
    'max',
    true,
  ],
  'the user, for all models without other information': [
    'own',
    {},
    { '*': { effort: ['low'], temperature: true } },
    'low',
    true,
  ],
  'the user’s wildcard does not apply to known models': [
    'gpt-5',
    {},
    { '*': { effort: ['max'], temperature: true } },
    'minimal low medium high',
    false,
  ],
  'wrong types': [
    'msg-opus-4-7',
    {},
    { '*': null, 'msg-*': { effort: ['huge'], temperature: 'yes' } },
    'low medium high xhigh max',
    false,
  ],
};

describe('what can be configured for a model', () => {
  for (const [name, [id, listed, limits, efforts, takesTemperature]] of Object.entries(cases)) {
    it(name, () => {
      deepStrictEqual(findConfigurable(id, listed, readOverrides(limits)(id)), {
        efforts: efforts === '' ? [] : efforts.split(' '),
        takesTemperature,
      });
    });
  }

  it('a choice made for another model applies to this one as far as it accepts it', () => {
    const chosen = { effort: 'xhigh', temperature: 0 } as const;
    deepStrictEqual(
      [
        fitConfiguration(chosen, { efforts: ['xhigh'], takesTemperature: true }),
        fitConfiguration(chosen, { efforts: ['low', 'high'], takesTemperature: true }),
        fitConfiguration(chosen, { efforts: ['xhigh'], takesTemperature: false }),
        fitConfiguration({}, { efforts: ['low'], takesTemperature: true }),
      ],
      [chosen, { temperature: 0 }, { effort: 'xhigh' }, {}],
    );
  });
});
