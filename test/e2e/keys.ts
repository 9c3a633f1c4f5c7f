import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import type { Editor } from './harness/editor.ts';

interface Binding {
  readonly key: string;
  readonly command: string;
  readonly when?: string;
}

const manifest: {
  readonly contributes: { readonly keybindings: readonly (Binding & { readonly mac?: string })[] };
} = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
/** In our own documents and views, a key may have a meaning that it has nowhere else. */
const ownPlace =
  /resourceScheme == '?model-relay-(?:rewrite|proposal)|focusedView == '?modelRelay\.|modelRelay\.is(Chat|Reader)Focused/;
const keybindings = manifest.contributes.keybindings.filter(({ when }) => !ownPlace.test(when ?? ''));

const browserOn = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`;

/** User agents, by which the workbench detects the system and so its keys. Without one: Linux, where the tests run. */
export const userAgents = {
  Windows: browserOn('Windows NT 10.0; Win64; x64'),
  macOS: browserOn('Macintosh; Intel Mac OS X 10_15_7'),
};

/** Every default key binding of the editor, including those of its extensions and ours. */
async function readBindings(editor: Editor): Promise<Binding[]> {
  const text = await editor.readDocument('vscode://defaultsettings/keybindings.json');
  const list = text.replace(/^\s*\/\/.*$/gm, '').trim();
  return JSON.parse(list.slice(0, list.lastIndexOf(']') + 1));
}

/** Normalizes a key, whatever the order of its modifiers. */
function normalise(key: string): string {
  const parts = key.toLowerCase().split(/\+(?=.)/);
  const last = parts.pop() ?? '';
  return [...parts.toSorted(), names[last] ?? last.replace(/^\[(?:key|digit)?(.+)\]$/, '$1')].join('+');
}

/** Keys that VS Code names by their place on the keyboard. */
const names: Readonly<Record<string, string>> = { '[equal]': '=', '[minus]': '-', '[period]': '.' };

/** Tests the keys of a system in a window with its user agent. Uses another suite's window instead of opening one. */
export function testKeys(editor: Editor, system: 'Linux' | keyof typeof userAgents): void {
  it(`has our key bindings on ${system}, and no conflicting ones`, async () => {
    const bindings = await readBindings(editor);
    ok(bindings.length > 500, `${bindings.length} bindings were read`);
    const isOurs = ({ command, when }: Binding) =>
      command.startsWith('modelRelay.') && !ownPlace.test(when ?? '');
    const keysHere = keybindings.map(({ command, key, mac = key }) => ({
      command,
      key: normalise(system === 'macOS' ? mac : key),
    }));
    const sorted = (all: readonly Pick<Binding, 'command' | 'key'>[]) =>
      all.map(({ command, key }) => `${command} ${key}`).toSorted();
    deepStrictEqual(
      sorted(bindings.filter(isOurs).map(({ command, key }) => ({ command, key: normalise(key) }))),
      sorted(keysHere),
    );
    const ours = new Set(keysHere.map(({ key }) => key));
    // A chord begins with a key that then waits for the next one.
    const others = bindings.filter((binding) => !isOurs(binding) && ours.has(normalise(firstOf(binding))));
    deepStrictEqual(others, []);
  });
}

function firstOf({ key }: Binding): string {
  return key.split(' ')[0] ?? '';
}
