import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder, projectTool } from '../projectPaths.ts';
import { runCommand } from '../runCommand.ts';
import { judgeSuite, readCounts, type TestCounts } from './testCounts.ts';

export interface MochaSuite {
  /** Glob of the spec files. */
  readonly specs: string;
  /** A file that mocha loads first. */
  readonly require?: string;
  readonly timeoutMs: number;
  /** How often a test that failed may run again, where a real browser on a busy machine has a say in it; none by default. */
  readonly retries?: number;
  /** How many spec files run at the same time, each in a process of its own; one after another without it. */
  readonly jobs?: number;
  /** Only tests whose title has this. */
  readonly grep: string | undefined;
}

/** Runs a suite in mocha on plain Node, showing its report. */
export async function runMochaSuite(suite: MochaSuite): Promise<TestCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'model-relay-counts-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const result = await runCommand(
      process.execPath,
      [
        projectTool('mocha'),
        ...(suite.require === undefined ? [] : ['--require', suite.require]),
        ...['--timeout', String(suite.timeoutMs)],
        ...['--retries', String(suite.retries ?? 0)],
        ...(suite.jobs === undefined ? [] : ['--parallel', '--jobs', String(suite.jobs)]),
        ...[
          '--reporter',
          'scripts/testing/countingReporter.cjs',
          '--reporter-option',
          `counts=${countsFile}`,
        ],
        ...(suite.grep === undefined ? [] : ['--grep', suite.grep]),
        // A socket that a test left open must not keep the whole run from ending.
        '--exit',
        suite.specs,
      ],
      { cwd: projectFolder },
    );
    return judgeSuite(await readCounts(countsFile), result.exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
