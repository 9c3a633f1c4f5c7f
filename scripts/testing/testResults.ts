import { readFile } from 'node:fs/promises';

/** A test, a hook or a whole suite that failed. */
export interface FailedTest {
  readonly title: string;
  readonly message: string;
  /** Its spec file, where it is known. */
  readonly file?: string;
}

/** How the tests of one or more suites ended. */
export interface TestResults {
  /** How many tests of each spec file passed. */
  readonly passedByFile: Readonly<Record<string, number>>;
  readonly failures: readonly FailedTest[];
}

export const noResults: TestResults = { passedByFile: {}, failures: [] };

/** What counts as one failure, though no test of its own failed. */
export function failedAsWhole(title: string, message: string): TestResults {
  return { passedByFile: {}, failures: [{ title, message }] };
}

export function countPassed({ passedByFile }: TestResults): number {
  return Object.values(passedByFile).reduce((sum, passed) => sum + passed, 0);
}

export function addResults(results: TestResults, more: TestResults): TestResults {
  const passedByFile = { ...results.passedByFile };
  for (const [file, passed] of Object.entries(more.passedByFile)) {
    passedByFile[file] = (passedByFile[file] ?? 0) + passed;
  }
  return { passedByFile, failures: [...results.failures, ...more.failures] };
}

/** The results without those of these spec files. */
export function leaveOut(results: TestResults, files: readonly string[]): TestResults {
  const passed = Object.entries(results.passedByFile).filter(([file]) => !files.includes(file));
  return {
    passedByFile: Object.fromEntries(passed),
    failures: results.failures.filter(({ file }) => file === undefined || !files.includes(file)),
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
  if (countPassed(results) === 0) return failedAsWhole(suite, 'No test ran.');
  if (exitCode === 0) return results;
  const failed = failedAsWhole(suite, `All tests passed, but the suite ended with ${exitCode}.`);
  return addResults(results, failed);
}
