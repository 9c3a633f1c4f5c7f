import { once } from 'node:events';
import { createPersistedQueue } from '../../../src/chat/storage/persistedQueue.ts';
import { createPersistence } from '../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

// A child process of keptQueue.test.ts: another window on the same folder, which takes over what it may, keeps the
// messages that it gets as a line each, says when they are written, and goes away without a word.
const [folder = '', name = ''] = process.argv.slice(2);
const queue = createPersistedQueue({
  memory: { get: () => name, update: async () => {} },
  folder,
  persistence: createPersistence({ logger: silentLogger }),
  logger: silentLogger,
  onUnreadable() {},
  isTaken: async () => true,
});
const loaded = await queue.load(() => {});
process.stdout.write(`${JSON.stringify(loaded.map(({ text }) => text))}\n`);
process.stdin.setEncoding('utf8');
for (;;) {
  const [line] = await once(process.stdin, 'data');
  queue.keep(JSON.parse(line).map((text: string) => ({ text, attachments: [] })));
  await queue.written();
  process.stdout.write('written\n');
}
