/**
 * Mocha's usual report, and the counts in a file besides: the test script adds them up over all suites. Mocha loads
 * reporters with `require`, hence CommonJS. The path comes as `--reporter-option counts=FILE`.
 */
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha/lib/mocha.cjs');

class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = runner.stats;
      writeFileSync(options.reporterOption.counts, JSON.stringify({ passed: passes, failed: failures }));
    });
  }
}

module.exports = CountingReporter;
