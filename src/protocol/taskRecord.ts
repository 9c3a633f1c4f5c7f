/** A task as the disk has it and as a page is told of it. */
import * as z from 'zod/mini';

/** Nothing but such a name becomes a path or an address. */
export const taskFileName = z.string().check(z.regex(/^[\da-f-]{36}[\w.-]{1,40}$/));
export const taskRecordId = z.string().check(z.regex(/^[\da-f-]{36}$/));

/**
 * `submitting`: on its way to the relay. `uncertain`: nobody knows whether the relay has it, since the window or the
 * connection was gone before the ID came. `fetching`: the relay is done, and its results are being downloaded.
 * `stopped`: it is not looked up any more, by the person's wish, past the deadline, or since the relay does not know it.
 * `withoutResult`: the relay says that it is done, and names no result. `fetchFailed`: done, but not downloaded.
 */
const taskState = z.enum([
  'submitting',
  'uncertain',
  'queued',
  'running',
  'fetching',
  'stopped',
  'done',
  'withoutResult',
  'fetchFailed',
  'failed',
  'canceled',
]);
export type TaskRecordState = z.infer<typeof taskState>;

/** What a task is asked for; what is absent is left to the model. */
export const taskRequest = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  prompt: z.string().check(z.maxLength(32_000)),
  seconds: z.exactOptional(z.number().check(z.minimum(1), z.maximum(3_600))),
  /** Such as '1280x720' or '16:9'. */
  size: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Further fields of the body, sent as they are. */
  further: z.exactOptional(z.record(z.string(), z.json())),
  /** An image in the store's folder, and what it is called. */
  source: z.exactOptional(z.object({ file: taskFileName, name: z.string() })),
});
export type TaskRequestFields = z.infer<typeof taskRequest>;

/** Why something failed: the kind and details of a RelayError, or one of our own kinds beside them. */
const taskFailure = z.object({
  /** `task`: the relay says that the task failed. `expired`: the URL of a result leads to nothing any more. `otherRelay`:
   * the profile is another relay's now, or gone. `disk`. `internal`: anything else. */
  kind: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type TaskFailureFacts = z.infer<typeof taskFailure>;

/** What a film says of itself. */
const videoFacts = z.object({
  seconds: z.exactOptional(z.number()),
  /** In pixels. */
  width: z.exactOptional(z.number()),
  height: z.exactOptional(z.number()),
  /** Such as 'H.264'; as the file calls it where that is not known here. */
  videoCodec: z.exactOptional(z.string()),
  audioCodec: z.exactOptional(z.string()),
  /** What VS Code can’t play. */
  unplayable: z.array(z.enum(['video', 'audio'])),
});
export type VideoFacts = z.infer<typeof videoFacts>;

const taskResultFile = z.object({
  file: taskFileName,
  bytes: z.number(),
  mediaType: z.string(),
  /** Whether the server has no more of it, though it should be longer. */
  isCutShort: z.exactOptional(z.boolean()),
  /** Of films. */
  facts: z.exactOptional(videoFacts),
});
export type TaskResultFile = z.infer<typeof taskResultFile>;

/** Why nobody waits any more. */
const stopReason = z.enum(['person', 'deadline', 'failure']);

/** All that changes of a task. */
const changing = {
  profile: z.string(),
  state: taskState,
  /** What the relay calls it. */
  taskId: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
  /** From 0 to 1: of the task, and while fetching of the download. */
  progress: z.exactOptional(z.nullable(z.number())),
  /** The relay’s word for the state, where it is none that is known; it counts as running. */
  unknownState: z.exactOptional(z.nullable(z.string().check(z.maxLength(1_000)))),
  /** When it was over, in milliseconds since 1970. */
  endedAt: z.exactOptional(z.nullable(z.number())),
  /** Until when it is looked up. */
  deadlineAt: z.number(),
  stoppedBy: z.exactOptional(z.nullable(stopReason)),
  /** Names of the fields of the relay’s last reply: what there is where a result was to be. */
  replyKeys: z.exactOptional(z.array(z.string())),
  /** Why it failed; of one that goes on, why the last look did. */
  failure: z.exactOptional(z.nullable(taskFailure)),
  results: z.array(taskResultFile),
  /** A small image of the film, as a page drew it. */
  poster: z.exactOptional(taskFileName),
  /** When a person last asked to look again, and when a look last began. */
  wantedAt: z.exactOptional(z.number()),
  lookedAt: z.exactOptional(z.number()),
  /** When it was deleted. Its files go later. */
  deletedAt: z.exactOptional(z.nullable(z.number())),
};

export const taskRecord = z.object({
  id: taskRecordId,
  /** The relay’s, which alone is asked about the task. */
  origin: z.string(),
  createdAt: z.number(),
  request: taskRequest,
  /** Where it was submitted and is looked up: TaskPaths of the client. */
  paths: z.record(z.string(), z.json()),
  ...changing,
});
export type TaskRecord = z.infer<typeof taskRecord>;

/** A later line about a task. */
export const taskChange = z.extend(z.partial(z.object(changing)), { id: taskRecordId });
export type TaskChange = Partial<Pick<TaskRecord, keyof typeof changing>>;

const overStates: readonly TaskRecordState[] = [
  'done',
  'withoutResult',
  'fetchFailed',
  'failed',
  'canceled',
  'stopped',
  'uncertain',
];

/** Whether nothing happens to a task by itself any more. */
export function isTaskOver({ state }: Pick<TaskRecord, 'state'>): boolean {
  return overStates.includes(state);
}
