import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createJournal } from '../../../../src/chat/storage/journal.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';

// A child process of journal.test.ts, started with a file size limit: it appends three records at a time
// until a write is cut short, then makes room and appends a last one.
const [folder = ''] = process.argv.slice(2);
process.on('SIGXFSZ', () => {});
const journal = createJournal(folder, silentLogger);
const append = (number: number) => journal.append('c1', { type: 'title', title: String(number), at: 1 });
let number = 0;
try {
  for (;;) await Promise.all([append(number++), append(number++), append(number++)]);
} catch (error) {
  await rename(join(folder, 'c1.jsonl'), join(folder, 'first.jsonl'));
  await append(number++);
  process.stdout.write(JSON.stringify({ count: number, error: String(error) }));
}
