import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EditorServer } from '../../../../scripts/prerequisites/editorServer.ts';
import { runCommand } from '../../../../scripts/runCommand.ts';

/**
 * Installs an extension by a link to its folder. Not as one under development: the editor would then need its smoke
 * test driver, with which it shows no notifications.
 */
export async function linkExtension(dataFolder: string, extensionPath: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(extensionPath, 'package.json'), 'utf8'));
  const extensionsFolder = join(dataFolder, 'extensions');
  await mkdir(extensionsFolder, { recursive: true });
  await symlink(
    extensionPath,
    join(extensionsFolder, `${manifest.publisher}.${manifest.name}-${manifest.version}`),
  );
}

/** Installs a VSIX into a data folder, as a person would with "Install from VSIX". */
export async function installVsix(editor: EditorServer, dataFolder: string, vsixPath: string): Promise<void> {
  const serverArguments = ['--accept-server-license-terms', '--server-data-dir', dataFolder];
  const result = await runCommand(
    editor.node,
    [editor.serverMain, ...serverArguments, '--install-extension', vsixPath],
    { quiet: true },
  );
  if (result.exitCode !== 0) throw new Error(`${vsixPath} could not be installed:\n${result.output}`);
}

/**
 * Makes the editor speak a language, as far as extensions are concerned: an empty language pack. The editor's own
 * words stay English; `vscode.env.language` and the texts of extensions follow.
 */
export async function installEmptyLanguagePack(dataFolder: string, language: string): Promise<void> {
  const id = `model-relay.empty-language-pack-${language}`;
  const folder = join(dataFolder, 'extensions', `${id}-1.0.0`);
  const translations = join(folder, 'translations.json');
  await mkdir(folder, { recursive: true });
  await writeFile(translations, JSON.stringify({ version: '1.0.0', contents: {} }));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      name: `empty-language-pack-${language}`,
      publisher: 'model-relay',
      version: '1.0.0',
      engines: { vscode: '*' },
      contributes: {
        localizations: [
          {
            languageId: language,
            languageName: language,
            translations: [{ id: 'vscode', path: './translations.json' }],
          },
        ],
      },
    }),
  );
  const packs = {
    [language]: {
      hash: id,
      label: language,
      extensions: [{ extensionIdentifier: { id }, version: '1.0.0' }],
      translations: { vscode: translations },
    },
  };
  await mkdir(join(dataFolder, 'data'), { recursive: true });
  await writeFile(join(dataFolder, 'data', 'languagepacks.json'), JSON.stringify(packs));
}
