import { appendFileSync } from 'node:fs';

/** Notes what took long to start, for the line in which the test script counts it in the end. */
export function countStart(what: 'editor' | 'window'): void {
  const file = process.env['TEST_STARTS_FILE'];
  if (file) appendFileSync(file, `${what}\n`);
}
