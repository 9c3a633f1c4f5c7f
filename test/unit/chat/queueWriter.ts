import { once } from 'node:events';
import { createPersistedQueue } from '../../../src/chat/storage/persistedQueue.ts';
import { createPersistence } from '../../../src/chat/storage/persistence.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

// A child process of queueWindows.test.ts: another window on the same folder. It takes over what it may, stores the
// messages of each line that it gets, reports when they are written, and is killed without closing.
const [folder = '', name = ''] = process.argv.slice(2);
const queue = createPersistedQueue({
  memory: { get: () => name, update: async () => {} },
  folder,
  persistence: createPersistence({ logger: silentLogger }),
  logger: silentLogger,
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
