import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder, projectTool } from '../projectPaths.ts';
import { runCommand } from '../runCommand.ts';
import { addResults, judgeSuite, leaveOut, noResults, readResults, type TestResults } from './testResults.ts';

export interface MochaSuite {
  /** The spec files, or a glob of them. */
  readonly specs: string | readonly string[];
  /** A file that mocha loads first. */
  readonly require?: string;
  readonly timeoutMs: number;
  /**
   * For suites where a real browser on a busy machine has a say: a test that failed runs again at once, and a file
   * whose test failed again runs once more in the end, with nothing beside it. Both are told in the report.
   */
  readonly mayRunAgain?: boolean;
  /** How many spec files run at the same time, each in a process of its own; one after another without it. */
  readonly jobs?: number;
  /** How often the whole of it runs; once without it. */
  readonly repeat?: number;
  /** Only tests whose title has this. */
  readonly grep: string | undefined;
}

/** With failures in more files than these, the machine is not to blame. */
const mostFilesAgain = 3;

/** Runs a suite in mocha on plain Node, showing its report. */
export async function runMochaSuite(suite: MochaSuite): Promise<TestResults> {
  const { repeat = 1 } = suite;
  let total = noResults;
  for (let time = 1; time <= repeat; time += 1) {
    if (repeat > 1) console.log(`\n-- Time ${time} of ${repeat}`);
    total = addResults(total, await runOnce(suite));
  }
  return total;
}

async function runOnce(suite: MochaSuite): Promise<TestResults> {
  const results = await runMocha(suite, [suite.specs].flat());
  const failedFiles = [...new Set(results.failures.map(({ file }) => file))];
  const files = failedFiles.filter((file) => file !== undefined);
  const isCertain = files.length < failedFiles.length || files.length > mostFilesAgain;
  if (!suite.mayRunAgain || files.length === 0 || isCertain) return results;
  for (const { title, message } of results.failures) console.log(`  runs again, alone: ${title}: ${message}`);
  const { jobs: _, ...alone } = suite;
  return addResults(leaveOut(results, files), await runMocha(alone, files));
}

async function runMocha(suite: MochaSuite, specs: readonly string[]): Promise<TestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'model-relay-results-'));
  const resultsFile = join(folder, 'results.json');
  try {
    const { exitCode } = await runCommand(
      process.execPath,
      [
        projectTool('mocha'),
        ...(suite.require === undefined ? [] : ['--require', suite.require]),
        ...['--timeout', String(suite.timeoutMs)],
        ...['--retries', suite.mayRunAgain ? '1' : '0'],
        ...(suite.jobs === undefined ? [] : ['--parallel', '--jobs', String(suite.jobs)]),
        ...['--reporter', 'scripts/testing/countingReporter.cjs'],
        ...['--reporter-option', `results=${resultsFile}`],
        ...(suite.grep === undefined ? [] : ['--grep', suite.grep]),
        // A socket that a test left open must not keep the whole run from ending.
        '--exit',
        ...specs,
      ],
      { cwd: projectFolder },
    );
    return judgeSuite(String(suite.specs), await readResults(resultsFile), exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
