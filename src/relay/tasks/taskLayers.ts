import { defined, type Fields, isFields, parseJson } from '../json.ts';

/** The state of a task. The contract defines none (section 3); these cover those of real relays. */
export const taskStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type TaskState = (typeof taskStates)[number];

const statesByWord: ReadonlyMap<string, TaskState> = new Map(
  (
    [
      ['queued', 'not_start not_started submitted queued queueing pending waiting created in_queue'],
      ['running', 'in_progress processing running unknown modal'],
      ['succeeded', 'success succeeded succeed completed complete done finished'],
      ['failed', 'failure failed fail error timeout expired rejected'],
      ['cancelled', 'cancel cancelled canceled aborted'],
    ] as const
  ).flatMap(([state, words]) => words.split(' ').map((word) => [word, state] as const)),
);

/** The state for a relay's word, ignoring case; undefined for an unknown word. The relay's own words come first. */
export function findTaskState(word: string, own: OwnWords = {}): TaskState | undefined {
  const wanted = normaliseWord(word);
  const isOwn = (state: TaskState) => own[state]?.some((each) => normaliseWord(each) === wanted);
  return taskStates.find(isOwn) ?? statesByWord.get(wanted);
}

type OwnWords = Readonly<Partial<Record<TaskState, readonly string[]>>>;

/** Whether a word says more about a failure than that it is one. */
export function isTellingWord(word: string): boolean {
  return /^(timeout|expired|rejected|aborted)$/.test(normaliseWord(word));
}

function normaliseWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** The part of a reply that has the task. */
export interface TaskLayer {
  readonly fields: Fields;
  readonly id?: string;
  /** The relay's own state. */
  readonly stateWord?: string;
}

const deepestData = 4;

/** 'operations/abc', 'models/some-model/operations/abc': an id that is a path. */
export function isOperationName(id: string): boolean {
  return /^([\w-][\w.-]*\/){0,8}operations\/[\w-][\w.-]*$/.test(id);
}

/**
 * The value of a JSON text; undefined if it is invalid. Integers that are too large to be exact become strings of
 * their digits: some ids are such numbers, and a task is lost without the last of them.
 */
export function parseTaskJson(text: string): unknown {
  return parseJson(text, keepDigits);
}

function keepDigits(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}

/**
 * The task in a reply: the reply itself, its `data`, or the `data` of that. The outermost object with an id and
 * a state is the relay's own record; anything deeper is from the service behind it. Without ids, the
 * deepest state is the task's: the layers around it only say that the query succeeded.
 */
export function findTaskLayer(json: unknown, id?: string): TaskLayer | undefined {
  const layers = layersOf(json, id, 0);
  return (
    layers.find((layer) => layer.id !== undefined && layer.stateWord !== undefined) ??
    layers.findLast((layer) => layer.stateWord !== undefined)
  );
}

/**
 * The id in the reply to a submission: under one of three names, or `data` itself, or the name of an operation.
 * Failing those, it is the request's id, which is the task's own if a reply has no other.
 */
export function findTaskId(json: unknown): string | undefined {
  for (const { id, fields } of layersOf(json, undefined, 0)) {
    const found = id ?? textOf(fields['result']) ?? textOf(fields['data']);
    if (found !== undefined) return found;
  }
  if (!isFields(json)) return undefined;
  const isWhole = !Object.values(json).some((value) => typeof value === 'object' && value !== null);
  return isWhole ? (textOf(json['request_id']) ?? textOf(json['requestId'])) : undefined;
}

function layersOf(value: unknown, id: string | undefined, depth: number): TaskLayer[] {
  if (depth > deepestData) return [];
  if (Array.isArray(value)) {
    const own = value.find((item) => isFields(item) && id !== undefined && idOf(item) === id);
    return layersOf(own ?? (value.length === 1 ? value[0] : undefined), id, depth + 1);
  }
  if (!isFields(value)) return [];
  const word = [value['task_status'], value['status'], value['state'], operationState(value)].find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
  );
  const layer = defined({ fields: value, id: idOf(value), stateWord: word });
  return [layer, ...layersOf(value['data'], id, depth + 1)];
}

/** `task_id` first: if both are there, `id` is a number in the relay's database. */
function idOf(fields: Fields): string | undefined {
  return (
    textOf(fields['task_id']) ?? textOf(fields['taskId']) ?? textOf(fields['id']) ?? operationName(fields)
  );
}

function operationName({ name }: Fields): string | undefined {
  return typeof name === 'string' && isOperationName(name) ? name : undefined;
}

/** An operation has no state word: it is done or not, and the field may be missing until it is. */
function operationState(fields: Fields): string | undefined {
  if (operationName(fields) === undefined) return undefined;
  if (fields['done'] !== true) return 'running';
  return isFields(fields['error']) ? 'failed' : 'done';
}

/** Whether a layer without an id is clearly a task, and not just the outcome of the query. */
export function isTaskWithoutId({ stateWord = '' }: TaskLayer): boolean {
  return findTaskState(stateWord) !== undefined && !/^(failure|error)$/i.test(stateWord.trim());
}

/** A text that is not empty, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
