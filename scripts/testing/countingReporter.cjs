/**
 * Mocha's usual report, and the counts in a file besides: the test script adds them up over all suites. Mocha loads
 * reporters with `require`, hence CommonJS. The path comes as `--reporter-option counts=FILE`.
 */
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha/lib/mocha.cjs');

class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    // A test that needed a second run is unstable, and that must not go unseen.
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test, error) => {
      console.log(`      runs again: ${test.fullTitle()}: ${error.message}`);
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = runner.stats;
      writeFileSync(options.reporterOption.counts, JSON.stringify({ passed: passes, failed: failures }));
    });
  }
}

module.exports = CountingReporter;
