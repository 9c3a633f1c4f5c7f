/** What a window does for tasks, in a process of its own: it submits one, and looks after all. Without one, until all are over. */

import { isTaskOver } from '../../src/protocol/taskRecord.ts';
import { createRelayClient } from '../../src/relay/client.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { taskPaths } from '../../src/relay/tasks/taskPaths.ts';
import { TaskRunner } from '../../src/tasks/taskRunner.ts';
import { TaskStore } from '../../src/tasks/taskStore.ts';

const [, , folder = '', origin = '', prompt = ''] = process.argv;
const client = createRelayClient({ baseUrl: origin, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
const store = new TaskStore(folder, silentLogger);
const runner = new TaskRunner({
  store,
  logger: silentLogger,
  relayOf: async () => ({ client, origin }),
  onOver: () => {},
  times: { intervalsMs: [20, 30, 40], searchMs: 200 },
});
await runner.start();
if (prompt) {
  const request = { model: 'oa-video-1', prompt };
  await runner.submit({ profile: 'p1', kind: 'video', request, paths: taskPaths.videos });
  // Until it is killed.
  setInterval(() => {}, 60_000);
} else {
  const areOver = () => store.live().every(isTaskOver);
  await new Promise<void>((resolve) => {
    store.onDidChange(() => areOver() && resolve());
    if (areOver()) resolve();
  });
  await runner.close();
  await store.close();
  await client.close();
  process.send?.('All are over', () => process.disconnect());
}
