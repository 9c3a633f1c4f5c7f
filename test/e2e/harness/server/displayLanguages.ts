import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { projectFolder } from '../../../../scripts/projectPaths.ts';
import { languages, lengthen } from '../../../webview/languages.ts';

/** Display languages besides English. `qps-ploc` is VS Code's name for English with accents, and longer. */
export const displayLanguages = ['zh-cn', 'qps-ploc'] as const;
export type DisplayLanguage = (typeof displayLanguages)[number];

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const writeJson = (path: string, value: unknown) => writeFile(path, JSON.stringify(value));

/**
 * Registers language packs with the server, as an installation from the marketplace would. They are empty: VS Code's
 * own texts stay English, the extension's are looked up in these languages.
 */
export async function installLanguagePacks(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'data');
  await mkdir(folder, { recursive: true });
  const packs = await Promise.all(
    displayLanguages.map(async (language) => {
      const translations = join(folder, `${language}.i18n.json`);
      await writeJson(translations, { contents: {} });
      const pack = {
        hash: language,
        label: language,
        extensions: [{ extensionIdentifier: { id: `tests.${language}` }, version: '1.0.0' }],
        translations: { vscode: translations },
      };
      return [language, pack] as const;
    }),
  );
  await writeJson(join(folder, 'languagepacks.json'), Object.fromEntries(packs));
}

/** Installs the extension's shipped files as a folder, with additional texts in `qps-ploc`. */
export async function installTranslated(dataFolder: string): Promise<void> {
  const { publisher, name, version } = await readJson(join(projectFolder, 'package.json'));
  const folder = join(dataFolder, 'extensions', `${publisher}.${name}-${version}`);
  const shipped = (await readdir(projectFolder)).filter((entry) =>
    /^(dist|l10n|media|package(\.nls.*)?\.json|README\.md)$/.test(entry),
  );
  for (const entry of shipped)
    await cp(join(projectFolder, entry), join(folder, entry), {
      recursive: true,
      filter: (path) => !basename(path).endsWith('.map'),
    });
  const titles: Readonly<Record<string, string>> = await readJson(join(folder, 'package.nls.json'));
  await writeJson(
    join(folder, 'package.nls.qps-ploc.json'),
    Object.fromEntries(Object.entries(titles).map(([key, text]) => [key, lengthen(text)])),
  );
  await writeJson(join(folder, 'l10n', 'bundle.l10n.qps-ploc.json'), languages['en-XA']);
}
