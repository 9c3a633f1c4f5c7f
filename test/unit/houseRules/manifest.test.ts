import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, contextKeys, settings, views } from '../../../src/ids.ts';
import { projectRoot, readJson } from './sourceFiles.ts';

interface Manifest {
  contributes: {
    commands: { command: string; enablement?: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings: { command: string; when?: string }[];
    viewsContainers: Record<string, { id: string }[]>;
    views: Record<string, { id: string }[]>;
    configuration: { properties: Record<string, { default: unknown; scope: string }> };
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

const manifest = readJson('package.json') as Manifest;
const manifestText = readFileSync(join(projectRoot, 'package.json'), 'utf8');
const { contributes } = manifest;
const sorted = (values: Iterable<string>) => [...values].sort();

describe('the manifest and ids.ts agree, both ways', () => {
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
    const named = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(
      ({ command }) => command,
    );
    const known: string[] = Object.values(commands);
    deepStrictEqual(
      named.filter((command) => !known.includes(command)),
      [],
    );
  });

  it('context keys', () => {
    const used = manifestText.match(/modelRelay\.is[A-Z]\w*/g) ?? [];
    deepStrictEqual(sorted(new Set(used)), sorted(Object.values(contextKeys)));
  });
});

describe('the manifest', () => {
  it('lets no workspace set the address', () => {
    deepStrictEqual(contributes.configuration.properties['modelRelay.baseAddress']?.scope, 'application');
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

  it('starts nothing with the editor', () => {
    deepStrictEqual((readJson('package.json') as { activationEvents: string[] }).activationEvents, []);
  });
});
