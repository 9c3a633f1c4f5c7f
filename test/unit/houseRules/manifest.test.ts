import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commands,
  contextKeys,
  profileSettings,
  settings,
  tabs,
  tools,
  views,
} from '../../../src/manifest.ts';
import { projectRoot, readJson } from './sourceFiles.ts';

interface Setting {
  default: unknown;
  scope: string;
  order?: number;
  additionalProperties?: { properties?: unknown };
}

interface Manifest {
  contributes: {
    commands: { command: string; enablement?: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings: { command: string; key: string; mac?: string; when?: string }[];
    viewsContainers: Record<string, { id: string }[]>;
    views: Record<string, { id: string }[]>;
    languageModelTools: { name: string }[];
    configuration: { title: string; order: number; properties: Record<string, Setting> }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

const manifest = readJson('package.json') as Manifest;
const manifestText = readFileSync(join(projectRoot, 'package.json'), 'utf8');
const { contributes } = manifest;
const declaredSettings = Object.fromEntries(
  contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
);
const sorted = (values: Iterable<string>) => [...values].sort();

describe('the manifest and manifest.ts have the same', () => {
  const { container, ...viewIds } = views;
  const both: Readonly<Record<string, readonly [declared: readonly string[], ours: object]>> = {
    commands: [contributes.commands.map(({ command }) => command), commands],
    'tools for language models': [contributes.languageModelTools.map(({ name }) => name), tools],
    views: [(contributes.views[container] ?? []).map(({ id }) => id), viewIds],
    'containers of views': [
      Object.values(contributes.viewsContainers)
        .flat()
        .map(({ id }) => id),
      [container],
    ],
    'context keys': [[...new Set(manifestText.match(/modelRelay\.(is|has)[A-Z]\w*/g))], contextKeys],
  };
  for (const [name, [declared, ours]] of Object.entries(both))
    it(name, () => deepStrictEqual(sorted(declared), sorted(Object.values(ours))));

  it('settings with their defaults', () => {
    const declared = Object.entries(declaredSettings).map(([name, property]) => [name, property.default]);
    deepStrictEqual(Object.fromEntries(declared), settings);
  });

  it('commands in menus and keybindings', () => {
    const known: readonly string[] = Object.values(commands);
    deepStrictEqual(
      [...Object.values(contributes.menus).flat(), ...contributes.keybindings].filter(
        ({ command }) => command !== undefined && !known.includes(command),
      ),
      [],
    );
  });
});

interface DeclaredEnum {
  readonly path: readonly string[];
  readonly values: number;
  readonly descriptions: number;
}

/** The enums in a setting's schema, except those within `not`. */
function listEnums(schema: object, path: readonly string[]): DeclaredEnum[] {
  return Object.entries(schema).flatMap(([name, part]) => {
    if (name === 'enum') {
      const { enumDescriptions = [] } = schema as { enumDescriptions?: readonly string[] };
      return [{ path, values: (part as readonly string[]).length, descriptions: enumDescriptions.length }];
    }
    return typeof part === 'object' && part !== null && name !== 'not'
      ? listEnums(part, [...path, name])
      : [];
  });
}

/** The width of a text in the settings editor, where a Chinese character takes two columns. */
const columnsOf = (text: string) =>
  text.length + (text.match(/\p{Script=Han}|[，：；（）“”]/gu)?.length ?? 0);

/** Keys of macOS itself: full screen, lock screen, look up, emoji. */
const macOsKeys = ['ctrl+cmd+f', 'ctrl+cmd+q', 'ctrl+cmd+d', 'ctrl+cmd+space'];

describe('the manifest', () => {
  it('does not use VoiceOver’s modifiers or keys of macOS itself', () => {
    const taken = contributes.keybindings.filter(({ key, mac = key }) => {
      const parts = mac.split('+');
      return (parts.includes('ctrl') && parts.includes('alt')) || macOsKeys.includes(mac);
    });
    deepStrictEqual(taken, []);
  });

  it('orders settings by use, section by section', () => {
    deepStrictEqual(
      contributes.configuration.map(({ order }) => order),
      contributes.configuration.map((_, index) => index + 1),
    );
    deepStrictEqual(
      Object.values(declaredSettings).map(({ order }) => order),
      Object.keys(declaredSettings).map((_, index) => index + 1),
    );
  });

  it('describes every enum value of a setting', () => {
    // Thinking efforts have the names that models use.
    const selfExplanatory = 'effort';
    const undescribed = Object.entries(declaredSettings).flatMap(([name, setting]) =>
      listEnums(setting, [name])
        .filter(
          ({ path, values, descriptions }) => !path.includes(selfExplanatory) && descriptions !== values,
        )
        .map(({ path }) => path.join('.')),
    );
    deepStrictEqual(undescribed, []);
  });

  for (const language of ['package.nls.json', 'package.nls.zh-cn.json']) {
    it(`describes each setting in a first sentence that fits on one line: ${language}`, () => {
      const long = Object.entries(readJson(language) as Record<string, string>)
        .filter(([key]) => key.startsWith('setting.'))
        .map(([key, text]) => [key, text.split(/\.\s|。/, 1)[0] ?? ''] as const)
        .filter(([, sentence]) => columnsOf(sentence) > 100);
      deepStrictEqual(long, []);
    });
  }

  it('does not let a workspace choose where requests go, what is in them, or what is confirmed', () => {
    const forTheUser = [
      'modelRelay.baseUrl',
      'modelRelay.chat.requestFields',
      'modelRelay.images.confirmAbove',
      'modelRelay.images.confirmAboveMegabytes',
      'modelRelay.images.endpoints',
      'modelRelay.images.keepLocation',
      'modelRelay.profiles',
      'modelRelay.readAloud.confirmAboveBytes',
      'modelRelay.tasks.paths',
    ];
    deepStrictEqual(
      forTheUser.filter((name) => declaredSettings[name]?.scope !== 'application'),
      [],
    );
  });

  it('restricts every setting that a workspace can set in untrusted workspaces', () => {
    const settable = Object.entries(declaredSettings)
      .filter(([, { scope }]) => scope !== 'application')
      .map(([name]) => name);
    deepStrictEqual(
      sorted(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations),
      sorted(settable),
    );
  });

  it('has all its texts in every language, and no unused ones', () => {
    const used = sorted(new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? '')));
    for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
      deepStrictEqual(sorted(Object.keys(readJson(file) as object)), used, file);
    }
  });

  it('activates only for a link and for restored tabs of its own', () => {
    deepStrictEqual((readJson('package.json') as { activationEvents: string[] }).activationEvents, [
      'onUri',
      ...Object.values(tabs).map((type) => `onWebviewPanel:${type}`),
    ]);
  });

  it('declares every profile setting in profiles as it does outside of them', () => {
    const inProfiles = declaredSettings['modelRelay.profiles']?.additionalProperties?.properties;
    const outside = Object.keys(profileSettings).map((name) => {
      const {
        scope: _scope,
        default: _default,
        order: _order,
        ...rest
      } = declaredSettings[name] ?? { default: '', scope: '' };
      return [name.replace('modelRelay.', ''), rest];
    });
    deepStrictEqual(inProfiles, Object.fromEntries(outside));
  });
});
