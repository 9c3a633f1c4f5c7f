import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { cacheFolder } from '../projectPaths.ts';
import { installDebianPackages, isInstalled } from './debianPackages.ts';

/** How long the download site may be silent before it counts as out of reach. */
const silenceLimitMs = 20_000;

export interface DesktopEditor {
  readonly executable: string;
  /** The command to put before it: one that makes a display, where the machine has none. */
  readonly launcher: readonly string[];
}

async function findLauncher(): Promise<readonly string[] | undefined> {
  if (process.platform !== 'linux') return [];
  if (process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) return [];
  if (!(await isInstalled('xvfb-run'))) {
    await installDebianPackages(
      ['xvfb', 'xauth'],
      'the desktop editor needs a display, and this machine has none',
    );
  }
  return (await isInstalled('xvfb-run')) ? ['xvfb-run', '-a'] : undefined;
}

/**
 * Tries to get a desktop VS Code with @vscode/test-electron, as most extensions' tests do. Returns the reason, in
 * words, when it can't be had.
 */
export async function tryDesktopEditor(version: string): Promise<DesktopEditor | string> {
  const cachePath = join(cacheFolder, 'desktop');
  await mkdir(cachePath, { recursive: true });
  let executable: string;
  try {
    executable = await downloadAndUnzipVSCode({
      version,
      cachePath,
      timeout: silenceLimitMs,
      reporter: new SilentReporter(),
    });
  } catch (error) {
    return `its download failed (${error instanceof Error ? error.message : String(error)})`;
  }
  const launcher = await findLauncher();
  return launcher === undefined
    ? 'there is no display and no xvfb-run to make one'
    : { executable, launcher };
}
