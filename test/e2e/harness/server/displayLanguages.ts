import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { projectFolder } from '../../../../scripts/projectPaths.ts';
import { languages, lengthen } from '../../../webview/languages.ts';

/** What the workbench can speak beside English. `qps-ploc` is what VS Code calls English with accents, and longer. */
export const displayLanguages = ['zh-cn', 'qps-ploc'] as const;
export type DisplayLanguage = (typeof displayLanguages)[number];

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const writeJson = (path: string, value: unknown) => writeFile(path, JSON.stringify(value));

/**
 * Tells the server of language packs, as it would itself where they are installed from the marketplace. They are empty:
 * VS Code's own words stay English, the extension's are looked for in these languages.
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

/** Installs the extension as a folder of what is shipped, with words in `qps-ploc` besides. */
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
