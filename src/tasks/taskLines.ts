import { type TaskChange, type TaskRecord, taskChange, taskRecord } from '../protocol/taskRecord.ts';
import { parseJson } from '../relay/json.ts';

/** Parses a line of a task's file; undefined for anything else, such as a torn line. */
export function parseTaskLine(line: string) {
  const json = parseJson(line);
  const record = taskRecord.safeParse(json).data;
  if (record) return { type: 'task' as const, record };
  const change = taskChange.safeParse(json).data;
  // Parsed JSON never contains undefined, which the inferred type of a change allows.
  return change && { type: 'change' as const, change: change as TaskChange & Pick<TaskRecord, 'id'> };
}

/** Returns the same line. Throws if it could not be read back, which would otherwise fail only later. */
export function checkTaskLine<Line extends object>(line: Line, type: 'task' | 'change'): Line {
  if (parseTaskLine(JSON.stringify(line))?.type !== type) throw new Error(`This ${type} can’t be stored`);
  return line;
}

/** A task after a change. A received task ID is never lost, even if another window calls the task uncertain. */
export function applyTaskChange(record: TaskRecord, change: TaskChange): TaskRecord {
  if (change.state === 'uncertain' && record.taskId !== undefined) return record;
  return { ...record, ...change };
}
