import { deepStrictEqual, doesNotMatch, ok, strictEqual } from 'node:assert/strict';
import { collectModels, modelIdentifier } from '../../../../src/chatProvider/models/modelInformation.ts';
import type { RelayModel } from '../../../../src/relay/models/relayModel.ts';
import { languages } from '../../translations.ts';

function chat(id: string, more: Partial<RelayModel> = {}): RelayModel {
  return { id, kind: 'chat', protocols: ['chatCompletions'], ...more };
}

function collectAll(lists: Parameters<typeof collectModels>[0], limits?: unknown) {
  return collectModels(lists, limits, languages.english);
}

function collect(models: readonly RelayModel[], limits?: unknown) {
  return collectAll([{ profile: '', profileName: 'Default', models }], limits);
}

describe('the model information for VS Code', () => {
  it('is complete for one model', () => {
    deepStrictEqual(
      collectModels(
        [
          {
            profile: 'work',
            profileName: 'At $(work)',
            models: [
              chat('anthropic/claude-sonnet-4-5-20250929', {
                displayName: 'Claude Sonnet 4.5',
                protocols: ['messages', 'chatCompletions'],
                takesTools: true,
              }),
            ],
          },
          { profile: 'empty', profileName: 'Empty', models: [] },
        ],
        {},
        (message, ...values) =>
          `<${message.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]))}>`,
      ),
      [
        {
          id: 'anthropic/claude-sonnet-4-5-20250929#work',
          name: 'Claude Sonnet 4.5',
          family: 'claude-sonnet-4-5',
          version: '20250929',
          detail: 'At $\u200b(work)',
          tooltip: 'anthropic/claude-sonnet-4-5-20250929\n<Messages>',
          maxInputTokens: 136_000,
          maxOutputTokens: 64_000,
          usualOutputTokens: 32_000,
          capabilities: { toolCalling: true, imageInput: true },
          configurationSchema: {
            type: 'object',
            properties: {
              reasoningEffort: {
                type: 'string',
                title: '<Thinking Effort>',
                enum: ['default', 'low', 'medium', 'high'],
                enumItemLabels: ['<Auto>', '<Low>', '<Medium>', '<High>'],
                default: 'default',
                group: 'navigation',
              },
              temperature: {
                type: ['string', 'number'],
                title: '<Temperature>',
                enum: ['default', 0, 0.3, 0.7, 1],
                enumItemLabels: ['<Auto>', '0', '0.3', '0.7', '1'],
                default: 'default',
              },
            },
          },
          configurable: { efforts: ['low', 'medium', 'high'], takesTemperature: true },
          isUserSelectable: true,
          isBYOK: true,
          model: 'anthropic/claude-sonnet-4-5-20250929',
          profile: 'work',
          protocol: 'messages',
        },
      ],
    );
  });

  it('lists chat models that have a protocol, sorted by family and name per profile, each once', () => {
    const lists = [
      {
        profile: 'b',
        profileName: 'B',
        models: [
          chat('gpt-10'),
          chat('gpt-5'),
          chat('openai/gpt-5'),
          chat('claude-opus-5'),
          chat('tts-1', { kind: 'speech', protocols: [] }),
          chat('gemini-3-pro-image', { kind: 'image', protocols: ['generateContent'] }),
          chat('nobody', { protocols: [] }),
          chat('gpt-5', { takesTools: false }),
        ],
      },
      { profile: '', profileName: 'Default', models: [chat('gpt-5'), chat('gpt-5#b')] },
    ];
    deepStrictEqual(
      collectAll(lists).map(({ id, name, detail }) => [id, name, detail]),
      [
        ['claude-opus-5#b', 'claude-opus-5', 'B'],
        ['gpt-5#b', 'gpt-5 · B', 'B'],
        ['openai/gpt-5#b', 'openai/gpt-5', 'B'],
        ['gpt-10#b', 'gpt-10', 'B'],
        ['gpt-5', 'gpt-5 · Default', 'Default'],
        ['gpt-5%23b', 'gpt-5#b', 'Default'],
      ],
    );
  });

  /** IDs, some with a display name, and the names that VS Code gets. */
  const names: Readonly<Record<string, string>> = {
    'openai/gpt-5, x/qwen3': 'gpt-5, qwen3',
    'a/m, b/m, c/n': 'a/m, b/m, n',
    'a/m, m': 'a/m, m',
    'a=The Model, b=The Model': 'a, b',
    'a=b, b': 'a, b',
    'a=b, b=c': 'a, c',
    'gpt-5, gpt-5:free': 'gpt-5, gpt-5:free',
    'us.anthropic.claude-opus-5-v1:0': 'claude-opus-5-v1:0',
    '[pro]gpt-5, 【官转】gpt-5': '[pro]gpt-5, 【官转】gpt-5',
    'team/': 'team/',
    '通用 模型': '通用 模型',
    'm=\u200b \u202e': 'm',
  };
  for (const [listed, expected] of Object.entries(names)) {
    it(`names ${JSON.stringify(listed)}`, () => {
      const models = listed.split(', ').map((each) => {
        const [id = '', displayName] = each.split('=');
        return chat(id, displayName === undefined ? {} : { displayName });
      });
      deepStrictEqual(
        collect(models)
          .map(({ name }) => name)
          .sort()
          .join(', '),
        expected,
      );
    });
  }

  const abilities: readonly (readonly [
    name: string,
    listed: RelayModel,
    limits: unknown,
    tools: boolean,
    images: boolean,
  ])[] = [
    ['unknown', chat('m'), {}, true, false],
    ['of a family without tools', chat('o1-mini'), {}, false, false],
    ['of a family with image input', chat('gpt-4o'), {}, true, true],
    ['with “vl” in their name', chat('team-vl-7b'), {}, true, true],
    ['described by the list', chat('gpt-4o', { takesTools: false, takesImages: false }), {}, false, false],
    [
      'described by the user',
      chat('gpt-4o', { takesTools: false, takesImages: false }),
      { 'gpt-*': { tools: true, images: true } },
      true,
      true,
    ],
    ['unknown, with a “*” setting', chat('m'), { '*': { tools: false, images: true } }, false, true],
    ['known, with a “*” setting', chat('o3-mini'), { '*': { tools: false, images: true } }, false, false],
  ];
  for (const [name, listed, limits, toolCalling, imageInput] of abilities) {
    it(`has the capabilities of models ${name}`, () => {
      deepStrictEqual(
        collect([listed], limits).map(({ capabilities }) => capabilities),
        [{ toolCalling, imageInput }],
      );
    });
  }

  const hostile = [
    '$(trash) ![x](https://evil.example/x.png)',
    '[click](command:workbench.action.quit)',
    '<img src="https://evil.example/x.png"> <!-- -->',
    'a\r\n[b]: https://evil.example\u2028c\u0000d',
    '\u202egnp.exe\u202c\u200b',
    '](](](]($($(',
    `${'-preview'.repeat(5_000)}`,
    `${'a.'.repeat(20_000)}b`,
    `claude-${'9'.repeat(50_000)}k`,
    '\ud800/\udfff',
    '((((((((((【【【【[[[[',
  ];
  for (const text of hostile) {
    it(`shows ${JSON.stringify(text.slice(0, 40))} as text`, () => {
      const listed = [chat(text), chat('m', { displayName: text })];
      const lists = [
        { profile: '', profileName: text, models: listed },
        { profile: text, profileName: text, models: listed },
      ];
      const found = collectAll(lists);
      deepStrictEqual(found.map(({ model }) => model).sort(), [text, text, 'm', 'm'].sort());
      for (const { id, name, family, version, detail = '', tooltip = '' } of found) {
        for (const shown of [id, name, family, version, detail, ...tooltip.split('\n')]) {
          doesNotMatch(shown, /\$\(|\]\(|\]\[|<[\w!/]|[\p{Cc}\p{Cs}\u2028\u202a-\u202e]/u);
        }
        ok(name.length > 0 && name.length < 450 && tooltip.length < 750 && tooltip.split('\n').length <= 3);
      }
    });
  }

  const identifiers: readonly (readonly [id: string, profile: string, identifier: string])[] = [
    ['a/b:c@1', '', 'a/b:c@1'],
    ['【官转】gpt (fast) [1]', '', '【官转】gpt (fast) [1]'],
    ['gpt-5', 'at work', 'gpt-5#at%20work'],
    ['gpt-5#work', '', 'gpt-5%23work'],
    ['[a](b)', '', '[a]%28b)'],
    ['<b>', '\ud800', '%3Cb%3E#%EF%BF%BD'],
  ];
  for (const [id, profile, identifier] of identifiers) {
    it(`identifies ${id} of ${JSON.stringify(profile)} as ${identifier}`, () => {
      strictEqual(modelIdentifier(id, profile), identifier);
    });
  }
});
