import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideHeadlessChromium } from './prerequisites/chromium.ts';
import { chosenRelease } from './prerequisites/editorServer.ts';
import { projectFolder } from './projectPaths.ts';
import { runScript } from './runScript.ts';
import { runHostSuite } from './testing/hostSuite.ts';
import { runMochaSuite } from './testing/mochaSuite.ts';
import { findReached, nearestFirst } from './testing/reach.ts';
import {
  canBuildForProduction,
  isClean,
  pageSuite,
  tellResults,
  typeProjects,
  unitSuite,
} from './testing/suites.ts';
import { addResults, failedAsWhole, noResults, type TestResults } from './testing/testResults.ts';

const help = `Checks what changed, in less than a minute: types, lint, and the unit, page and host tests that it reaches.
  --since REF  what changed since then; by default since HEAD, or in the last commit where nothing did
  --list       only says which tests it reaches, and by which file`;

/** More page specs than these take too long; the nearest are run then. */
const mostPages = 6;

const { values } = parseArgs({
  options: {
    since: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function git(...gitArguments: string[]): readonly string[] {
  const output = execFileSync('git', gitArguments, { cwd: projectFolder, encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

function findChanged(): readonly string[] {
  const since = (ref: string) => [
    ...new Set([...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')]),
  ];
  if (values.since !== undefined) return since(values.since);
  const changed = since('HEAD');
  return changed.length > 0 ? changed : since('HEAD~1');
}

async function checkStyle(files: readonly string[]): Promise<TestResults> {
  const checked = files.filter((file) => existsSync(join(projectFolder, file)));
  const clean = await isClean('biome', 'ci', '--no-errors-on-unmatched', ...checked);
  return clean ? noResults : failedAsWhole('Format and lint', 'npm run format may mend it.');
}

async function checkTypes(): Promise<TestResults> {
  const folder = join(projectFolder, 'out', 'types');
  await mkdir(folder, { recursive: true });
  let results = noResults;
  for (const [place, project] of typeProjects.entries()) {
    // The last run's build info is kept, so that tsc checks only what changed.
    const known = join(folder, `${place}.tsbuildinfo`);
    const clean = await isClean(
      'tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      known,
      '-p',
      project,
    );
    if (!clean) results = addResults(results, failedAsWhole('Types', `tsc found something in ${project}.`));
  }
  return results;
}

async function runHost(specs: readonly string[]): Promise<TestResults> {
  if (!(await canBuildForProduction())) return failedAsWhole('Production build', 'The build failed.');
  await provideHeadlessChromium();
  return await runHostSuite(chosenRelease(), undefined, specs);
}

await runScript(async () => {
  if (values.help) {
    console.log(help);
    return;
  }
  const startedAt = performance.now();
  const changed = findChanged();
  const reached = await findReached(projectFolder, ['test/{unit,webview,host}/**/*.test.ts'], changed);
  const specsIn = (folder: string) =>
    reached.map(({ spec }) => spec).filter((spec) => spec.startsWith(`test/${folder}/`));
  const unit = specsIn('unit');
  const host = specsIn('host');
  const pages = nearestFirst(specsIn('webview'), changed);
  const later = pages.splice(mostPages);

  console.log(`${changed.length} files changed.`);
  for (const { spec, changed: file } of reached)
    console.log(`  ${later.includes(spec) ? 'left out: ' : ''}${spec}, reached by ${file}`);
  if (later.length > 0)
    console.log(
      `Left out are the ${later.length} page specs that are furthest by name: npm run test:webview.`,
    );
  if (values.list) return;

  let total = addResults(await checkStyle(changed), await checkTypes());
  if (unit.length > 0) {
    const results = await runMochaSuite({ ...unitSuite, specs: unit, grep: undefined });
    total = addResults(total, results);
  }
  if (pages.length > 0) {
    await provideHeadlessChromium();
    const results = await runMochaSuite({ ...pageSuite, specs: pages, grep: undefined });
    total = addResults(total, results);
  }
  if (host.length > 0) total = addResults(total, await runHost(host));

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  tellResults(total, `, in ${seconds} s`);
});
