import { readFile } from 'node:fs/promises';

/** A test, a hook or a whole suite that failed. */
interface FailedTest {
  readonly title: string;
  readonly message: string;
}

/** How the tests of one or more suites ended. */
export interface TestResults {
  readonly passed: number;
  readonly failures: readonly FailedTest[];
}

export const noResults: TestResults = { passed: 0, failures: [] };

/** What counts as one failure, though no test of its own failed. */
export function failedAsWhole(title: string, message: string): TestResults {
  return { passed: 0, failures: [{ title, message }] };
}

export function addResults(results: TestResults, more: TestResults): TestResults {
  return {
    passed: results.passed + more.passed,
    failures: [...results.failures, ...more.failures],
  };
}

/** Reads what the counting reporter wrote; undefined when the suite did not get to its end. */
export async function readResults(file: string): Promise<TestResults | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A suite that did not end by itself, or in which nothing ran, counts as one failure more. */
export function judgeSuite(
  suite: string,
  results: TestResults | undefined,
  exitCode: number | undefined,
): TestResults {
  if (results === undefined) return failedAsWhole(suite, 'The suite ended before its tests did.');
  if (results.failures.length > 0) return results;
  if (results.passed === 0) return failedAsWhole(suite, 'No test ran.');
  if (exitCode === 0) return results;
  const failed = failedAsWhole(suite, `All tests passed, but the suite ended with ${exitCode}.`);
  return addResults(results, failed);
}
