import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { takeCoverage } from 'node:v8';
import Mocha from 'mocha';

/**
 * Runs the specs inside the extension host. What mocha would print goes into a file: a host's console ends in many
 * places, and in none of them whole.
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
  // The editor kills the host, which then writes nothing of what NODE_V8_COVERAGE asks for.
  takeCoverage();
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
