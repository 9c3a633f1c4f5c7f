#!/usr/bin/env node
/**
 * `node scripts/run.mjs NAME [arguments]` runs scripts/NAME.ts on the project's own Node, from a bare clone too.
 * This is the one file that must run on whatever Node the machine has: it brings the packages (and with them
 * the pinned Node) when they are missing or older than package-lock.json, then hands over.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';
const binFolder = join(root, 'node_modules', '.bin');
const projectNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

function readLockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Why `npm ci` is needed, or undefined. npm keeps its own record of what it installed; that is compared. */
function findStaleness() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'nothing is installed yet';
  const installed = readLockedPackages(record);
  for (const [path, wanted] of Object.entries(readLockedPackages(join(root, 'package-lock.json')))) {
    const found = installed[path];
    // Optional packages of other platforms are rightly missing; the root has no path.
    if (path === '' || (!found && wanted.optional)) continue;
    if (found?.version !== wanted.version) return `${path} is not at ${wanted.version}`;
  }
  return existsSync(projectNode) ? undefined : 'the pinned Node is missing';
}

const [name, ...scriptArguments] = process.argv.slice(2);
const script = join(root, 'scripts', `${name}.ts`);
if (name === undefined || !existsSync(script)) {
  console.error(
    name === undefined ? 'Which script? See "scripts" in package.json.' : `There is no ${script}.`,
  );
  process.exit(2);
}

const staleness = findStaleness();
if (staleness !== undefined) {
  console.log(`Installing the project's packages with npm ci (${staleness}).`);
  const install = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
  });
  if (install.status !== 0) {
    console.error('npm ci failed; without the packages nothing can run.');
    process.exit(1);
  }
}

const child = spawn(projectNode, [script, ...scriptArguments], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${binFolder}${delimiter}${process.env['PATH'] ?? ''}` },
});
// A terminal's Ctrl-C reaches the child by itself; this process only waits, so that the child can clean up.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  console.error(`The project's Node could not start: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
