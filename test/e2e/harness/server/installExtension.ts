import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

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
