import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { takeCoverage } from 'node:v8';
import Mocha from 'mocha';

/**
 * Runs the specs inside the extension host. Mocha's output goes to a file, because a host's console is spread over
 * several places and complete in none of them.
 */
export async function runSpecs(specs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const {
    HOST_TEST_PROJECT: projectFolder,
    HOST_TEST_REPORT: reportFile,
    HOST_TEST_GREP: grep,
  } = process.env;
  if (!projectFolder || !reportFile) throw new Error('This is started by npm run test:host.');
  Mocha.reporters.Base.consoleLog = (...values) => appendFileSync(reportFile, `${format(...values)}\n`);
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 60_000,
    color: false,
    reporter: join(projectFolder, 'scripts', 'testing', 'countingReporter.cjs'),
    reporterOptions: { results: `${reportFile}.results.json` },
    ...(grep ? { grep } : {}),
  });
  // Defines `describe` and `it`, which the specs use while they load.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const load of specs) await load();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  // The editor kills the host, so that NODE_V8_COVERAGE would write nothing at its exit.
  takeCoverage();
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
