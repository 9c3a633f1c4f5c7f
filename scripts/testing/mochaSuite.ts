import { glob, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder, projectTool } from '../projectPaths.ts';
import { runCommand } from '../runCommand.ts';
import { addResults, judgeSuite, noResults, readResults, type TestResults } from './testResults.ts';

interface MochaSuite {
  /** The spec files, or globs of them. Files that an earlier glob found run first. */
  readonly specs: string | readonly string[];
  /** A file that mocha loads first. */
  readonly require?: string;
  readonly timeoutMs: number;
  /** How many spec files run at the same time, each in a process of its own; one after another without it. */
  readonly jobs?: number;
  /** How often the whole of it runs; once without it. */
  readonly repeat?: number;
  /** Only tests whose title has this. */
  readonly grep: string | undefined;
}

/** Runs a suite in mocha on plain Node, showing its report. */
export async function runMochaSuite(suite: MochaSuite): Promise<TestResults> {
  const { repeat = 1 } = suite;
  let total = noResults;
  for (let time = 1; time <= repeat; time += 1) {
    if (repeat > 1) console.log(`\n-- Time ${time} of ${repeat}`);
    total = addResults(total, await runMocha(suite));
  }
  return total;
}

/**
 * The spec files in the order of their size, the largest first: a long one that starts last would run alone in the end.
 * The parts of a spec, in the folder with its name, count, too.
 */
async function findSpecs(specs: string | readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const pattern of [specs].flat()) {
    const sizes = new Map<string, number>();
    for await (const spec of glob(pattern, { cwd: projectFolder })) {
      let size = 0;
      const parts = glob([spec, spec.replace(/\.test\.ts$/, '/*.ts')], { cwd: projectFolder });
      for await (const part of parts) size += (await stat(join(projectFolder, part))).size;
      sizes.set(spec, size);
    }
    for (const [spec] of [...sizes].toSorted(([, a], [, b]) => b - a)) found.add(spec);
  }
  return [...found];
}

async function runMocha(suite: MochaSuite): Promise<TestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'model-relay-results-'));
  const resultsFile = join(folder, 'results.json');
  try {
    const { exitCode } = await runCommand(
      process.execPath,
      [
        projectTool('mocha'),
        ...(suite.require === undefined ? [] : ['--require', suite.require]),
        ...['--timeout', String(suite.timeoutMs)],
        ...(suite.jobs === undefined ? [] : ['--parallel', '--jobs', String(suite.jobs)]),
        ...['--reporter', 'scripts/testing/countingReporter.cjs'],
        ...['--reporter-option', `results=${resultsFile}`],
        ...(suite.grep === undefined ? [] : ['--grep', suite.grep]),
        // A socket that a test left open must not keep the whole run from ending.
        '--exit',
        ...(await findSpecs(suite.specs)),
      ],
      { cwd: projectFolder },
    );
    return judgeSuite(String(suite.specs), await readResults(resultsFile), exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
