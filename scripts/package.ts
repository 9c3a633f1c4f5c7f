import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageExtension } from './packaging/packageExtension.ts';
import { projectFolder } from './projectPaths.ts';
import { runScript } from './runScript.ts';

await runScript(async () => {
  const manifest = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  await packageExtension(join(projectFolder, `${manifest.name}-${manifest.version}.vsix`));
});
