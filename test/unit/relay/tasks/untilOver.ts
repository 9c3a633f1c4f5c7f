import type { RelayClient } from '../../../../src/relay/client.ts';
import type { TaskStatus } from '../../../../src/relay/tasks/taskReply.ts';
import type { TaskQuery } from '../../../../src/relay/tasks/tasks.ts';

/** Queries a task until it is finished. */
export async function untilOver(
  client: RelayClient,
  query: TaskQuery,
  onLook?: (task: TaskStatus) => void,
): Promise<TaskStatus> {
  for (;;) {
    const task = await client.queryTask(query);
    onLook?.(task);
    if (task.state !== 'queued' && task.state !== 'running') return task;
  }
}
