/**
 * Mocha's usual report, and the results in a file besides (`TestResults`): the test script adds them up over all
 * suites. Mocha loads reporters with `require`, hence CommonJS. The path comes as `--reporter-option results=FILE`.
 */
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha/lib/mocha.cjs');

const { EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_RUN_END } = Mocha.Runner.constants;

class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    let passed = 0;
    const failures = [];
    runner.on(EVENT_TEST_PASS, () => {
      passed += 1;
    });
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      failures.push({ title: test.fullTitle(), message: error.message });
    });
    runner.once(EVENT_RUN_END, () => {
      writeFileSync(options.reporterOption.results, JSON.stringify({ passed, failures }));
    });
  }
}

module.exports = CountingReporter;
