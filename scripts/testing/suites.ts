import { projectFolder, projectTool } from '../projectPaths.ts';
import { runCommand } from '../runCommand.ts';
import type { TestResults } from './testResults.ts';

/** Each has a tsconfig.json of its own. */
export const typeProjects = ['.', 'src/webview', 'test/e2e', 'scripts'];

export const unitSuite = { specs: 'test/unit/**/*.test.ts', timeoutMs: 20_000, jobs: 2 };

/** Closes the browsers and the editor that suites share. */
export const browserHooks = 'test/e2e/harness/mochaHooks.ts';

export const pageSuite = {
  specs: 'test/webview/**/*.test.ts',
  require: browserHooks,
  timeoutMs: 30_000,
  // Page tests spend more time waiting for frames than working.
  jobs: 3,
};

/** Runs a tool of the project, and tells whether it found nothing. */
export async function isClean(tool: string, ...toolArguments: string[]): Promise<boolean> {
  return (await runCommand(projectTool(tool), toolArguments, { cwd: projectFolder })).exitCode === 0;
}

export function canBuildForProduction(): Promise<boolean> {
  return isClean('node', 'scripts/build.ts', '--production');
}

/**
 * The end of a report, and of the process: repeats all failures together for people who read only the end, and tells
 * how many tests there were.
 */
export function tellResults(total: TestResults, andMore = ''): void {
  const failed = total.failures.length;
  process.exitCode = failed > 0 ? 1 : 0;
  for (const { title, message } of total.failures) console.log(`\nfailed: ${title}\n  ${message}`);
  console.log(`\n${total.passed} passed, ${failed} failed${andMore}`);
}
