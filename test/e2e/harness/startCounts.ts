import { appendFileSync } from 'node:fs';

/** Records each slow start, which the test script counts in its last line. */
export function countStart(what: 'editor' | 'window'): void {
  const file = process.env['TEST_STARTS_FILE'];
  if (file) appendFileSync(file, `${what}\n`);
}
