import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chatPanelType,
  commands,
  contextKeys,
  diagramPanelType,
  profileSettings,
  settings,
  settingsPanelType,
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
    configuration: { properties: Record<string, Setting> };
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

const manifest = readJson('package.json') as Manifest;
const manifestText = readFileSync(join(projectRoot, 'package.json'), 'utf8');
const { contributes } = manifest;
const sorted = (values: Iterable<string>) => [...values].sort();

describe('the manifest and manifest.ts agree, both ways', () => {
  it('commands', () => {
    deepStrictEqual(
      sorted(contributes.commands.map(({ command }) => command)),
      sorted(Object.values(commands)),
    );
  });

  it('views and their container', () => {
    const { container, ...viewIds } = views;
    deepStrictEqual(
      [Object.keys(contributes.views), sorted((contributes.views[container] ?? []).map(({ id }) => id))],
      [[container], sorted(Object.values(viewIds))],
    );
    deepStrictEqual(
      Object.values(contributes.viewsContainers)
        .flat()
        .map(({ id }) => id),
      [container],
    );
  });

  it('settings with their defaults', () => {
    const declared = Object.entries(contributes.configuration.properties).map(([name, property]) => [
      name,
      property.default,
    ]);
    deepStrictEqual(Object.fromEntries(declared), settings);
  });

  it('menus and keys name commands that exist', () => {
    const named = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].flatMap(
      ({ command }) => command ?? [],
    );
    const known: string[] = Object.values(commands);
    deepStrictEqual(
      named.filter((command) => !known.includes(command)),
      [],
    );
  });

  it('context keys', () => {
    const used = manifestText.match(/modelRelay\.(is|has)[A-Z]\w*/g) ?? [];
    deepStrictEqual(sorted(new Set(used)), sorted(Object.values(contextKeys)));
  });
});

/** Keys of macOS itself: full screen, lock screen, look up, emoji. */
const macOsKeys = ['ctrl+cmd+f', 'ctrl+cmd+q', 'ctrl+cmd+d', 'ctrl+cmd+space'];

describe('the manifest', () => {
  it('leaves VoiceOver its modifier on macOS, and macOS its own keys', () => {
    const taken = contributes.keybindings.filter(({ key, mac = key }) => {
      const parts = mac.split('+');
      return (parts.includes('ctrl') && parts.includes('alt')) || macOsKeys.includes(mac);
    });
    deepStrictEqual(taken, []);
  });

  it('offers reading aloud on the tab of every text', () => {
    deepStrictEqual(
      (contributes.menus['editor/title/context'] ?? []).map(({ command, when }) => [command, when]),
      [[commands.readFile, 'resourceLangId']],
    );
  });

  it('lets no workspace set where requests go, nor how long they may take', () => {
    const forTheUser = Object.entries(contributes.configuration.properties)
      .filter(([, { scope }]) => scope === 'application')
      .map(([name]) => name);
    deepStrictEqual(sorted(forTheUser), [
      'modelRelay.accessibility.announceResponses',
      'modelRelay.baseUrl',
      'modelRelay.chat.generateTitles',
      'modelRelay.chat.requestFields',
      'modelRelay.languageModels.capabilities',
      'modelRelay.profiles',
      'modelRelay.readAloud.cacheSize',
      'modelRelay.readAloud.clickToSeek',
      'modelRelay.readAloud.code',
      'modelRelay.readAloud.codeBlocks',
      'modelRelay.readAloud.confirmAboveBytes',
      'modelRelay.readAloud.mediaKeys',
      'modelRelay.readAloud.playInHover',
      'modelRelay.readAloud.pronunciations',
      'modelRelay.readAloud.requestSize',
      'modelRelay.timeouts.connect',
      'modelRelay.timeouts.firstByte',
      'modelRelay.timeouts.idle',
    ]);
  });

  it('ignores every setting that a workspace could set while it is not trusted', () => {
    const settable = Object.entries(contributes.configuration.properties)
      .filter(([, { scope }]) => scope !== 'application')
      .map(([name]) => name);
    deepStrictEqual(
      sorted(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations),
      sorted(settable),
    );
  });

  it('has its texts in every language, and none too many', () => {
    const used = sorted(new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? '')));
    for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
      deepStrictEqual(sorted(Object.keys(readJson(file) as object)), used, file);
    }
  });

  it('starts nothing with the editor: only for a link, and for tabs of ours that were left open', () => {
    deepStrictEqual((readJson('package.json') as { activationEvents: string[] }).activationEvents, [
      'onUri',
      `onWebviewPanel:${settingsPanelType}`,
      `onWebviewPanel:${chatPanelType}`,
      `onWebviewPanel:${diagramPanelType}`,
    ]);
  });

  it('lets a profile have every setting that is not about profiles, declared as outside of it', () => {
    const { properties } = contributes.configuration;
    const inProfiles = properties['modelRelay.profiles']?.additionalProperties?.properties;
    const outside = Object.keys(profileSettings).map((name) => {
      const {
        scope: _scope,
        default: _default,
        order: _order,
        ...rest
      } = properties[name] ?? { default: '', scope: '' };
      return [name.replace('modelRelay.', ''), rest];
    });
    deepStrictEqual(inProfiles, Object.fromEntries(outside));
  });
});
