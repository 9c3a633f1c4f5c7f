import { runCommand, runLongStep } from '../runCommand.ts';

let updatedLists = false;

async function succeeds(command: string, commandArguments: readonly string[]): Promise<boolean> {
  try {
    return (await runCommand(command, commandArguments, { quiet: true })).exitCode === 0;
  } catch {
    return false;
  }
}

/** Whether a program is on the PATH. */
export async function isInstalled(program: string): Promise<boolean> {
  return await succeeds('sh', ['-c', 'command -v "$0"', program]);
}

/**
 * Installs Debian packages where that is possible without asking anybody: apt-get exists, and we are root or may
 * use sudo without a password. Returns why not, or undefined when they are installed.
 */
export async function installDebianPackages(
  packages: readonly string[],
  reason: string,
): Promise<string | undefined> {
  if (!(await isInstalled('apt-get'))) return 'this is not a Debian system';
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !(await succeeds('sudo', ['-n', 'true'])))
    return 'not root, and sudo asks for a password';
  const runAptGet = async (title: string, ...aptArguments: string[]) => {
    const [command = 'apt-get', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    await runLongStep(title, command, [...rest, ...aptArguments]);
  };
  try {
    if (!updatedLists) {
      await runAptGet('Updating the package lists (apt-get update)', 'update', '-q');
      updatedLists = true;
    }
    await runAptGet(
      `Installing ${packages.join(', ')}: ${reason}`,
      'install',
      '-y',
      '-q',
      '--no-install-recommends',
      ...packages,
    );
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
