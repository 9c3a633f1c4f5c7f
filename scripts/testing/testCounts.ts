import { readFile } from 'node:fs/promises';

/** How the tests of one or more suites ended. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** Reads what the counting reporter wrote; undefined when the suite did not get to its end. */
export async function readCounts(file: string): Promise<TestCounts | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A suite that did not end by itself, or in which nothing ran, counts as one failure more. */
export function judgeSuite(counts: TestCounts | undefined, exitCode: number | undefined): TestCounts {
  if (counts === undefined) {
    console.log('The suite ended before its tests did: counted as one failure.');
    return { passed: 0, failed: 1 };
  }
  if (counts.passed + counts.failed === 0) {
    console.log('No test ran: counted as one failure.');
    return { passed: 0, failed: 1 };
  }
  if (counts.failed === 0 && exitCode !== 0) {
    console.log(`All tests passed, but the suite ended with ${exitCode}: counted as one failure.`);
    return { passed: counts.passed, failed: 1 };
  }
  return counts;
}
