/**
 * The messages between the extension host and the Video Tasks tab. The host owns the tasks and makes all decisions
 * about them. The page owns the draft, which VS Code restores after a reload. Videos are never in a message: the page
 * loads them from the store's folder.
 */
import * as z from 'zod/mini';
import { generationMessages } from './generationMessages.ts';
import type { FailureView } from './protocolViews.ts';
import { type TaskRecord, taskFileName, taskRecordId, taskRequest } from './taskRecord.ts';

/** A task, with what only the host can say about it. */
export interface TaskView extends TaskRecord {
  /** Why it failed, or why the last look failed. */
  readonly failureView?: FailureView;
  /** Whether it can be canceled at the relay: it has an ID, and a path for that is known. */
  readonly canCancel: boolean;
  /** The profile, if it is not the one in use. */
  readonly otherProfile?: string;
}

/** A named set of paths for tasks. */
export interface PathsView {
  readonly name: string;
  readonly submit: string;
  readonly isOwn: boolean;
}

export interface TaskFormView {
  /** The preselected model: the last one used, or the first video model that is listed. */
  readonly model: string | undefined;
  readonly paths: readonly PathsView[];
  /** The name of the preselected paths. */
  readonly selectedPaths: string;
  /** Messages about paths in the settings that can't be used. */
  readonly problems: readonly string[];
}

export type TaskSource = NonNullable<TaskRecord['request']['source']>;

/** The result of testing paths. */
export interface PathsVerdict {
  readonly paths: string;
  readonly severity: 'ok' | 'warning' | 'error';
  readonly text: string;
}

export type TasksHostMessage =
  /** The whole state, after `ready`. */
  | {
      readonly type: 'state';
      /** Base URL of the store's folder. */
      readonly folder: string;
      /** The latest first. */
      readonly tasks: readonly TaskView[];
      /** The host's time, in milliseconds since 1970. */
      readonly now: number;
      /** Size of the results on disk. */
      readonly bytes: number;
      /** Whether VS Code runs in a browser, which itself knows what it can play. */
      readonly isBrowser: boolean;
      /** Whether the files are on the person’s own machine, where its programs can open them. */
      readonly isLocal: boolean;
    }
  | {
      readonly type: 'tasks';
      readonly changed: readonly TaskView[];
      readonly removed: readonly string[];
      readonly now: number;
      readonly bytes: number;
    }
  | { readonly type: 'form'; readonly form: TaskFormView }
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'source'; readonly source: TaskSource }
  | { readonly type: 'tested'; readonly verdict: PathsVerdict }
  /** Whether the task that the page requested has started: then the page may clear the draft. */
  | { readonly type: 'submitted'; readonly isStarted: boolean }
  /** Scrolls to a task, and focuses it. */
  | { readonly type: 'show'; readonly id: string }
  /** A message about the person's last action. */
  | { readonly type: 'notice'; readonly text: string };

const pathsName = z.string().check(z.minLength(1), z.maxLength(100));
const ofTask = <Type extends string>(type: Type) => z.object({ type: z.literal(type), id: taskRecordId });
const ofFile = <Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), id: taskRecordId, file: taskFileName });

export const tasksWebviewMessage = z.discriminatedUnion('type', [
  ...generationMessages,
  z.object({ type: z.literal('submit'), request: taskRequest, paths: pathsName }),
  /** The host opens a file picker. */
  z.object({ type: z.literal('addFile') }),
  z.object({ type: z.literal('testPaths'), paths: pathsName }),
  z.object({ type: z.literal('openSettings') }),
  ofTask('lookAgain'),
  /** Asks for the task ID that the relay's log shows. */
  ofTask('enterTaskId'),
  ofTask('extend'),
  /** Ends the polling; the task goes on at the relay. */
  ofTask('stopWaiting'),
  ofTask('stopDownload'),
  ofTask('cancelAtRelay'),
  ofTask('fetchAgain'),
  z.object({ type: z.literal('delete'), ids: z.array(taskRecordId).check(z.maxLength(1_000)) }),
  z.object({ type: z.literal('restore'), ids: z.array(taskRecordId).check(z.maxLength(1_000)) }),
  /** Opens the file in the system's own player. */
  ofFile('openInPlayer'),
  ofFile('reveal'),
  ofFile('save'),
  /** The first frame of a video as WebP, in base64. */
  z.object({
    type: z.literal('poster'),
    id: taskRecordId,
    bytes: z.string().check(z.maxLength(300_000)),
  }),
  z.object({ type: z.literal('openImages') }),
]);
export type TasksWebviewMessage = z.infer<typeof tasksWebviewMessage>;
