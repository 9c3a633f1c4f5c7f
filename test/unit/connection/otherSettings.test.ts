import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fitsSetting, listOtherSettings } from '../../../src/connection/otherSettings.ts';
import { fieldNames } from '../../../src/protocol/settingsProtocol.ts';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const declared: readonly { readonly properties: object }[] = manifest.contributes.configuration;

describe('the settings outside of profiles', () => {
  it('are, together with the profile fields, all that the manifest declares', () => {
    const others = listOtherSettings(declared, () => undefined);
    const shown = [...fieldNames, 'profile', 'profiles', ...others.map(({ name }) => name)];
    deepStrictEqual(
      shown.map((name) => `modelRelay.${name}`).toSorted(),
      declared.flatMap(({ properties }) => Object.keys(properties)).toSorted(),
    );
  });

  it('have a label, a plain-text description, and the control for their type', () => {
    const own: Readonly<Record<string, unknown>> = {
      'modelRelay.a.cacheSize': 5,
      'modelRelay.a.words': { x: 'y' },
    };
    const settings = listOtherSettings(
      [
        {
          properties: {
            'modelRelay.a.isOn': {
              type: 'boolean',
              default: true,
              markdownDescription: 'See `#modelRelay.b#`, **not** `c-*`.',
            },
            'modelRelay.a.cacheSize': { type: 'integer', default: 200, minimum: 1, maximum: 9 },
            'modelRelay.a.code': {
              type: 'string',
              default: 'auto',
              enum: ['auto', 'read'],
              enumDescriptions: ['As it fits.'],
            },
            'modelRelay.a.words': { type: 'object', default: {} },
          },
        },
      ],
      (name) => own[name],
    );
    deepStrictEqual(settings, [
      {
        name: 'a.isOn',
        label: 'A: Is On',
        description: 'See modelRelay.b, not c-*.',
        kind: 'switch',
        value: true,
        isModified: false,
      },
      {
        name: 'a.cacheSize',
        label: 'A: Cache Size',
        description: '',
        kind: 'whole',
        value: 5,
        isModified: true,
        minimum: 1,
        maximum: 9,
      },
      {
        name: 'a.code',
        label: 'A: Code',
        description: '',
        kind: 'choice',
        value: 'auto',
        isModified: false,
        choices: [
          { value: 'auto', description: 'As it fits.' },
          { value: 'read', description: '' },
        ],
      },
      {
        name: 'a.words',
        label: 'A: Words',
        description: '',
        kind: 'json',
        value: '{"x":"y"}',
        isModified: true,
      },
    ]);
    const [isOn, kept, code, words] = settings;
    ok(isOn && kept && code && words);
    deepStrictEqual(
      [
        [isOn, true],
        [isOn, 'true'],
        [kept, 9],
        [kept, 10],
        [kept, 1.5],
        [kept, Number.NaN],
        [code, 'read'],
        [code, 'all'],
        [words, '{}'],
      ].map(([setting, value]) => fitsSetting(setting as typeof isOn, value as string)),
      [true, false, true, false, false, false, true, false, false],
    );
  });
});
