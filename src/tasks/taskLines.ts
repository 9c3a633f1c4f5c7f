import { type TaskChange, type TaskRecord, taskChange, taskRecord } from '../protocol/taskRecord.ts';
import { parseJson } from '../relay/json.ts';

/** Parses a line of a task's file; undefined for anything else, such as a torn line. */
export function parseTaskLine(line: string) {
  const json = parseJson(line);
  const record = taskRecord.safeParse(json).data;
  if (record) return { type: 'task' as const, record };
  const change = taskChange.safeParse(json).data;
  // In JSON, no field is present but undefined.
  return change && { type: 'change' as const, change: change as TaskChange & Pick<TaskRecord, 'id'> };
}

/** The same line. Throws where it could not be read back: nothing but its type would say so later. */
export function checkTaskLine<Line extends object>(line: Line, type: 'task' | 'change'): Line {
  if (parseTaskLine(JSON.stringify(line))?.type !== type) throw new Error(`This ${type} can’t be stored`);
  return line;
}

/** A task after a change. An ID that came is never lost, whatever another window takes the task for by then. */
export function applyTaskChange(record: TaskRecord, change: TaskChange): TaskRecord {
  if (change.state === 'uncertain' && record.taskId !== undefined) return record;
  return { ...record, ...change };
}
