/** A task, as stored on disk and sent to pages. */
import * as z from 'zod/mini';

/** Only names of this form become a path or a URL. */
export const taskFileName = z.string().check(z.regex(/^[\da-f-]{36}[\w.-]{1,40}$/));
export const taskRecordId = z.string().check(z.regex(/^[\da-f-]{36}$/));

/**
 * `submitting`: on its way to the relay. `uncertain`: unknown whether the relay has it, because the window or the
 * connection was gone before the ID arrived. `fetching`: the relay is done, and its results are being downloaded.
 * `stopped`: no longer polled, because the person stopped it, the deadline passed, or the relay does not know it.
 * `withoutResult`: the relay reports that it is done, but no result. `fetchFailed`: done, but not downloaded.
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

/** The request of a task; absent fields are left to the model. */
export const taskRequest = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  prompt: z.string().check(z.maxLength(32_000)),
  seconds: z.exactOptional(z.number().check(z.minimum(1), z.maximum(3_600))),
  /** Such as '1280x720' or '16:9'. */
  size: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Further fields of the body, sent as they are. */
  further: z.exactOptional(z.record(z.string(), z.json())),
  /** An image in the store's folder, and its display name. */
  source: z.exactOptional(z.object({ file: taskFileName, name: z.string() })),
});
export type TaskRequestFields = z.infer<typeof taskRequest>;

/** Why something failed: the kind and details of a RelayError, or one of our own additional kinds. */
const taskFailure = z.object({
  /**
   * `task`: the relay reports that the task failed. `expired`: the URL of a result no longer works. `otherRelay`: the
   * profile now belongs to another relay, or is gone. `disk`. `internal`: anything else.
   */
  kind: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type TaskFailureFacts = z.infer<typeof taskFailure>;

/** The properties of a video file. */
const videoFacts = z.object({
  seconds: z.exactOptional(z.number()),
  /** In pixels. */
  width: z.exactOptional(z.number()),
  height: z.exactOptional(z.number()),
  /** Such as 'H.264'; the file's own name for it if it is unknown here. */
  videoCodec: z.exactOptional(z.string()),
  audioCodec: z.exactOptional(z.string()),
  /** The tracks that VS Code can’t play. */
  unplayable: z.array(z.enum(['video', 'audio'])),
});
export type VideoFacts = z.infer<typeof videoFacts>;

const taskResultFile = z.object({
  file: taskFileName,
  bytes: z.number(),
  mediaType: z.string(),
  /** Whether the file is truncated, and the server has no more of it. */
  isCutShort: z.exactOptional(z.boolean()),
  /** For videos. */
  facts: z.exactOptional(videoFacts),
});
export type TaskResultFile = z.infer<typeof taskResultFile>;

/** Why a task is not worked on any more. */
const stopReason = z.enum(['person', 'deadline', 'failure']);

/** All fields of a task that change. */
const changing = {
  profile: z.string(),
  state: taskState,
  /** The relay's ID of the task. */
  taskId: z.exactOptional(z.string()),
  requestId: z.exactOptional(z.string()),
  /** From 0 to 1: progress of the task or, while `fetching`, of the download. */
  progress: z.exactOptional(z.nullable(z.number())),
  /** The relay’s word for the state, if it is unknown; it counts as running. */
  unknownState: z.exactOptional(z.nullable(z.string().check(z.maxLength(1_000)))),
  /** When it ended, in milliseconds since 1970. */
  endedAt: z.exactOptional(z.nullable(z.number())),
  /** When polling ends, in milliseconds since 1970. */
  deadlineAt: z.number(),
  stoppedBy: z.exactOptional(z.nullable(stopReason)),
  /** Names of the fields of the relay’s last reply, if it has no result. */
  replyKeys: z.exactOptional(z.array(z.string())),
  /** Why it failed; for a task in progress, why the last look failed. */
  failure: z.exactOptional(z.nullable(taskFailure)),
  results: z.array(taskResultFile),
  /** A poster of the video, drawn by a page. */
  poster: z.exactOptional(taskFileName),
  /** When a person last asked to look again, and when a look last began. */
  wantedAt: z.exactOptional(z.number()),
  lookedAt: z.exactOptional(z.number()),
  /** When it was deleted. Its files are removed later. */
  deletedAt: z.exactOptional(z.nullable(z.number())),
};

export const taskRecord = z.object({
  id: taskRecordId,
  /** Origin of the relay, the only one that is asked about the task. */
  origin: z.string(),
  createdAt: z.number(),
  request: taskRequest,
  /** The paths for submitting and polling it: TaskPaths of the client. */
  paths: z.record(z.string(), z.json()),
  ...changing,
});
export type TaskRecord = z.infer<typeof taskRecord>;

/** A later line about a task. */
export const taskChange = z.extend(z.partial(z.object(changing)), { id: taskRecordId });
export type TaskChange = Partial<Pick<TaskRecord, keyof typeof changing>>;
