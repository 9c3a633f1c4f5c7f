import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../../scripts/projectPaths.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
    }[];
  };
}

const readJson = (name: string) => JSON.parse(readFileSync(join(projectFolder, name), 'utf8'));
const words: Readonly<Record<string, string>> = readJson('package.nls.json');
const { contributes }: Manifest = readJson('package.json');
const translate = (text: string) => text.replace(/^%(.+)%$/, (_, key: string) => words[key] ?? '');

/** Ids of commands by their titles in the palette: all of ours, and those of VS Code that tests use. */
export const commandIds: ReadonlyMap<string, string> = new Map([
  ...contributes.commands.map(
    ({ command, title, category }) => [`${translate(category)}: ${translate(title)}`, command] as const,
  ),
  ['Notifications: Show Notifications', 'notifications.showList'],
  ['View: Close All Editors', 'workbench.action.closeAllEditors'],
  ['View: Close Editor', 'workbench.action.closeActiveEditor'],
  ['View: Revert and Close Editor', 'workbench.action.revertAndCloseActiveEditor'],
]);
