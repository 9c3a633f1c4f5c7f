import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { type Editor, openEditor } from './harness/editor.ts';
import { waitUntil } from './harness/waitUntil.ts';

interface Binding {
  readonly key: string;
  readonly command: string;
  readonly when?: string;
}

const manifest: {
  readonly contributes: { readonly keybindings: readonly (Binding & { readonly mac?: string })[] };
} = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
/** In a document or a view that is only ours, a key may mean what it means nowhere else. */
const ownPlace =
  /resourceScheme == '?model-relay-rewrite|focusedView == '?modelRelay\.|modelRelay\.is(Chat|Reader)Focused/;
const keybindings = manifest.contributes.keybindings.filter(({ when }) => !ownPlace.test(when ?? ''));

/** Each system by what its browsers call themselves, with the modifier of its shortcuts. */
const systems = [
  { name: 'Linux', agent: 'X11; Linux x86_64', modifier: 'Control' },
  { name: 'Windows', agent: 'Windows NT 10.0; Win64; x64', modifier: 'Control' },
  { name: 'macOS', agent: 'Macintosh; Intel Mac OS X 10_15_7', modifier: 'Meta' },
] as const;

/** Every binding that the editor has before the person changes any, those of its extensions and ours among them. */
async function readBindings({ page, quickInput }: Editor, modifier: string): Promise<Binding[]> {
  await page.keyboard.press('F1');
  await quickInput.type('>Preferences: Open Default Keyboard Shortcuts (JSON)');
  await quickInput.row('Preferences: Open Default Keyboard Shortcuts (JSON)').click();
  const lines = page.locator('.editor-group-container.active .monaco-editor .view-lines').first();
  await lines.locator('.view-line', { hasText: '"key"' }).first().waitFor();
  await lines.click();
  await page.keyboard.press(`${modifier}+A`);
  await page.keyboard.press(`${modifier}+C`);
  const text = await waitUntil('the bindings to be on the clipboard', async () => {
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    return copied.includes('"key"') ? copied : undefined;
  });
  const list = text.replace(/^\s*\/\/.*$/gm, '').trim();
  return JSON.parse(list.slice(0, list.lastIndexOf(']') + 1));
}

/** One way of writing for every key, whatever the order of its modifiers. */
function normalise(key: string): string {
  const parts = key.toLowerCase().split(/\+(?=.)/);
  const last = parts.pop() ?? '';
  return [...parts.toSorted(), names[last] ?? last.replace(/^\[(?:key|digit)?(.+)\]$/, '$1')].join('+');
}

/** Keys that VS Code names by their place on the keyboard. */
const names: Readonly<Record<string, string>> = { '[equal]': '=', '[minus]': '-', '[period]': '.' };

for (const { name, agent, modifier } of systems) {
  describe(`the keys, on ${name}`, () => {
    let editor: Editor;
    before(async () => {
      editor = await openEditor({
        userAgent: `Mozilla/5.0 (${agent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`,
      });
    });
    after(() => editor?.close());

    it('are there, and nobody else has them', async () => {
      const bindings = await readBindings(editor, modifier);
      ok(bindings.length > 500, `${bindings.length} bindings were read`);
      const isOurs = ({ command, when }: Binding) =>
        command.startsWith('modelRelay.') && !ownPlace.test(when ?? '');
      deepStrictEqual(
        bindings
          .filter(isOurs)
          .map(({ command }) => command)
          .toSorted(),
        keybindings.map(({ command }) => command).toSorted(),
      );
      const ours = new Set(keybindings.map(({ key, mac = key }) => normalise(name === 'macOS' ? mac : key)));
      // A chord begins with a key that then waits for the next one.
      const others = bindings.filter((binding) => !isOurs(binding) && ours.has(normalise(firstOf(binding))));
      deepStrictEqual(others, []);
    });
  });
}

function firstOf({ key }: Binding): string {
  return key.split(' ')[0] ?? '';
}
