import { type TaskChange, type TaskRecord, taskChange, taskRecord } from '../protocol/taskRecord.ts';
import { parseJson } from '../relay/json.ts';

/** One line of a task's file; undefined for what is none, such as a line that was torn. */
export function parseTaskLine(line: string) {
  const json = parseJson(line);
  const record = taskRecord.safeParse(json).data;
  if (record) return { type: 'task' as const, record };
  const change = taskChange.safeParse(json).data;
  // In JSON, nothing is there and undefined.
  return change && { type: 'change' as const, change: change as TaskChange & Pick<TaskRecord, 'id'> };
}

/** A task after a change. An ID that came is never lost, whatever another window takes the task for by then. */
export function applyTaskChange(record: TaskRecord, change: TaskChange): TaskRecord {
  if (change.state === 'uncertain' && record.taskId !== undefined) return record;
  return { ...record, ...change };
}
