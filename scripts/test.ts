import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageExtension } from './packaging/packageExtension.ts';
import { provideFonts, provideHeadlessChromium } from './prerequisites/chromium.ts';
import { chosenRelease, provideEditorServer } from './prerequisites/editorServer.ts';
import { projectFolder } from './projectPaths.ts';
import { runScript } from './runScript.ts';
import { runHostSuite } from './testing/hostSuite.ts';
import { runMochaSuite } from './testing/mochaSuite.ts';
import {
  browserHooks,
  canBuildForProduction,
  isClean,
  pageSuite,
  tellResults,
  typeProjects,
  unitSuite,
} from './testing/suites.ts';
import { addResults, failedAsWhole, noResults, type TestResults } from './testing/testResults.ts';

const help = `Runs the project's checks and tests. Without options: all of them, in this order.
  --only NAME[,NAME]  only these: lint, types, build, package, unit, webview, host, e2e; build is part of package
  --minimum           host and e2e run in the oldest editor that the manifest promises
  --repeat N          unit, page and end-to-end tests run N times: for whoever looks for unstable ones
  -g, --grep TEXT     only tests whose title has this`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minimum: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    grep: { type: 'string', short: 'g' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const { grep } = values;
const repeat = Number(values.repeat);

interface Step {
  readonly name: string;
  readonly title: string;
  /** Suites return their results; other steps return nothing, and throw when they fail. */
  readonly run: () => Promise<TestResults | undefined>;
  /** Builds for production: nothing that needs a build can run after it failed. */
  readonly builds?: boolean;
  readonly needsBuild?: boolean;
  /** Part of another one, and run only where it is named. */
  readonly isPart?: boolean;
}

async function checkStyle(): Promise<undefined> {
  const colours = process.stdout.isTTY ? [] : ['--colors=off'];
  const clean = await isClean('biome', 'ci', ...colours);
  if (!clean) throw new Error('biome found something; npm run format may mend it.');
}

async function checkTypes(): Promise<undefined> {
  const clean = await Promise.all(typeProjects.map((project) => isClean('tsc', '--noEmit', '-p', project)));
  const failed = typeProjects.filter((_, place) => !clean[place]);
  if (failed.length > 0) throw new Error(`tsc found something in: ${failed.join(', ')}`);
}

async function buildForProduction(): Promise<undefined> {
  if (!(await canBuildForProduction())) throw new Error('The build failed.');
}

async function provideBrowserPrerequisites(): Promise<void> {
  console.log(`Browser: ${await provideHeadlessChromium()}`);
  await provideFonts();
}

/** Says in the end how many editors and windows were started: nothing else takes as long. */
async function runCountingStarts(run: () => Promise<TestResults>): Promise<TestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'model-relay-starts-'));
  const file = join(folder, 'starts.txt');
  await writeFile(file, '');
  process.env['TEST_STARTS_FILE'] = file;
  try {
    const results = await run();
    const starts = (await readFile(file, 'utf8')).split('\n');
    const count = (what: string) => starts.filter((start) => start === what).length;
    console.log(`Editors started: ${count('editor')}, windows opened: ${count('window')}`);
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const steps: readonly Step[] = [
  { name: 'lint', title: 'Format and lint (biome)', run: checkStyle },
  { name: 'types', title: 'Types (tsc)', run: checkTypes },
  { name: 'build', title: 'Production build (esbuild)', builds: true, isPart: true, run: buildForProduction },
  {
    name: 'package',
    title: 'Production build and package (esbuild, vsce)',
    builds: true,
    run: async () => {
      await packageExtension(join(projectFolder, 'out', 'model-relay.vsix'));
      return undefined;
    },
  },
  {
    name: 'unit',
    title: 'Unit tests (mocha, plain Node)',
    run: () => runMochaSuite({ ...unitSuite, repeat, grep }),
  },
  {
    name: 'webview',
    title: 'Webview tests (mocha, pages in Chromium)',
    run: async () => {
      await provideBrowserPrerequisites();
      return await runMochaSuite({ ...pageSuite, repeat, grep });
    },
  },
  {
    name: 'host',
    title: 'Host tests (mocha in the extension host of a real VS Code)',
    needsBuild: true,
    run: async () => {
      await provideBrowserPrerequisites();
      return await runHostSuite(chosenRelease(), grep);
    },
  },
  {
    name: 'e2e',
    title: 'End-to-end tests (a real VS Code, driven as a person would)',
    needsBuild: true,
    run: async () => {
      await provideBrowserPrerequisites();
      // Installs the editor here, and not inside the first test's time limit.
      const { release } = await provideEditorServer(chosenRelease());
      console.log(
        `Editor: VS Code in code-server ${release.codeServerVersion}, whose workbench Chromium can show.`,
      );
      return await runCountingStarts(() =>
        runMochaSuite({
          // Hearing a whole file takes minutes and little work, so it runs beside the others.
          specs: ['test/e2e/readAloudHearing.test.ts', 'test/e2e/**/*.test.ts'],
          require: browserHooks,
          timeoutMs: 240_000,
          // Each job has one editor for all of its files.
          jobs: 2,
          repeat,
          grep,
        }),
      );
    },
  },
];

async function runStep(step: Step): Promise<TestResults> {
  const startedAt = performance.now();
  console.log(`\n== ${step.title}`);
  let results: TestResults;
  try {
    results = (await step.run()) ?? noResults;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    results = failedAsWhole(step.title, message);
  }
  console.log(`== ${step.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return results;
}

async function runSteps(chosen: readonly Step[]): Promise<TestResults> {
  let total = noResults;
  let buildFailed = false;
  for (const step of chosen) {
    if (step.needsBuild && buildFailed) {
      console.log(`\n== ${step.title}`);
      total = addResults(total, failedAsWhole(step.title, 'Not run, because the build failed.'));
      continue;
    }
    const results = await runStep(step);
    buildFailed ||= step.builds === true && results.failures.length > 0;
    total = addResults(total, results);
  }
  return total;
}

await runScript(async () => {
  if (values.help) {
    console.log(help);
    return;
  }
  // The harness in mocha's process reads it, too.
  if (values.minimum) process.env['TEST_EDITOR'] = 'minimum';
  if (!Number.isInteger(repeat) || repeat < 1) throw new Error(`--repeat is a number from 1 on.\n${help}`);
  const names = values.only?.split(',');
  const unknown = names?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}\n${help}`);
  const total = await runSteps(steps.filter((step) => names?.includes(step.name) ?? !step.isPart));
  tellResults(total);
});
