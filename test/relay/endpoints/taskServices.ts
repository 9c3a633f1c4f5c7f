import * as z from 'zod';
import { anything, type JsonObject, text } from '../wire/fields.ts';

/**
 * Film tasks. The contract says that they exist, and not where (section 4, rule 6): the paths and shapes are those
 * of such relays. Nothing is kept of a task: its id names the request that it began with, and how far it is, is
 * how often it was looked up. Words in the prompt decide its end: "fail", "cancel".
 */
export interface Task {
  readonly id: string;
  readonly model: string;
  readonly prompt: string;
  readonly createdAtSeconds: number;
  readonly stage: Stage;
}

export type Stage = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Tasks at the paths and in the shapes of the relay's own endpoints, of services that it passes on, and of another relay. */
export interface TaskService {
  readonly submit: RegExp;
  /** Its first group is the task's id; where there is none, the body has it. */
  readonly look: RegExp;
  readonly lookMethod?: 'POST';
  /** Words for the states, in the order of `Stage`. */
  readonly words: readonly [string, string, string, string, string];
  readonly describeSubmission: (task: Task) => JsonObject;
  /** Of the submission, where it is strict. */
  readonly schema?: typeof ownBody;
  readonly describe: (task: Task, told: { readonly word: string; readonly url: string }) => JsonObject;
  readonly isImage?: true;
  /** What its IDs begin with: 'task' where it does not matter. */
  readonly prefix?: string;
}

export const stages: readonly Stage[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
const isDone = ({ stage }: Task) => stage === 'succeeded';
const errorOf = ({ stage }: Task) =>
  stage === 'failed' ? { error: { code: 'content_policy', message: failReason } } : {};

export const failReason = 'The film was held back because it might be against the rules.';

const ownBody = z.strictObject({
  model: text,
  prompt: text,
  seconds: anything,
  duration: anything,
  size: anything,
  image: anything,
  metadata: anything,
});

/** As the endpoint of the chat-completions family tells of a film. */
function describeVideo(task: Task, status: string): JsonObject {
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status,
    progress: { queued: 0, running: 45, succeeded: 100, failed: 100, cancelled: 45 }[task.stage],
    created_at: task.createdAtSeconds,
    ...errorOf(task),
  };
}

/** Those of the services are tried before the relay's own ones. */
export const taskServices: readonly TaskService[] = [
  {
    submit: /^\/kling\/v1\/videos\/(text|image)2video$/,
    look: /^\/kling\/v1\/videos\/(?:text|image)2video\/([\w-]+)$/,
    words: ['submitted', 'processing', 'succeed', 'failed', 'failed'],
    describeSubmission: ({ id }) => ({
      code: 0,
      message: 'SUCCEED',
      request_id: `r-${id}`,
      data: { task_id: id, task_status: 'submitted', created_at: 1, updated_at: 1 },
    }),
    describe: (task, { word, url }) => ({
      code: 0,
      message: 'SUCCEED',
      request_id: `r-${task.id}`,
      data: {
        task_id: task.id,
        task_status: word,
        task_status_msg: task.stage === 'failed' ? failReason : '',
        task_result: isDone(task) ? { videos: [{ id: 'v-1', url, duration: '5' }] } : {},
      },
    }),
  },
  {
    submit: /^\/suno\/submit\/music$/,
    look: /^\/suno\/fetch\/([\w-]+)$/,
    words: ['NOT_START', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'FAILURE'],
    describeSubmission: ({ id }) => ({ code: 'success', message: '', data: id }),
    describe: (task, { word, url }) => ({
      code: 'success',
      message: '',
      data: {
        task_id: task.id,
        action: 'MUSIC',
        status: word,
        fail_reason: task.stage === 'failed' ? failReason : '',
        progress: isDone(task) ? '100%' : '45%',
        data: isDone(task) ? [{ id: 's-1', status: 'complete', video_url: url }] : null,
      },
    }),
  },
  {
    submit: /^\/mj\/submit\/imagine$/,
    look: /^\/mj\/task\/([\w-]+)\/fetch$/,
    words: ['SUBMITTED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'CANCEL'],
    isImage: true,
    describeSubmission: ({ id }) => ({ code: 1, description: 'Submitted', result: id, properties: {} }),
    describe: (task, { word, url }) => ({
      id: task.id,
      action: 'IMAGINE',
      status: word,
      progress: isDone(task) ? '100%' : '45%',
      imageUrl: isDone(task) ? url : '',
      failReason: task.stage === 'failed' ? failReason : '',
    }),
  },
  {
    submit: /^\/v1beta\/models\/[\w.-]+:predictLongRunning$/,
    look: /^\/v1beta\/models\/[\w.-]+\/operations\/([\w-]+)$/,
    words: ['', '', '', '', ''],
    describeSubmission: ({ id, model }) => ({ name: `models/${model}/operations/${id}` }),
    describe: (task, { url }) => ({
      name: `models/${task.model}/operations/${task.id}`,
      done: !['queued', 'running'].includes(task.stage),
      ...(task.stage === 'failed' && { error: { code: 3, message: failReason } }),
      ...(task.stage === 'cancelled' && { error: { code: 1, message: 'The operation was cancelled.' } }),
      ...(isDone(task) && {
        response: { generateVideoResponse: { generatedSamples: [{ video: { uri: url } }] } },
      }),
    }),
  },
  {
    submit: /^\/api\/v3\/contents\/generations\/tasks$/,
    look: /^\/api\/v3\/contents\/generations\/tasks\/([\w-]+)$/,
    words: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    describeSubmission: ({ id }) => ({ id }),
    describe: (task, { word, url }) => ({
      id: task.id,
      model: task.model,
      status: word,
      ...(isDone(task) && { content: { video_url: url } }),
      ...errorOf(task),
    }),
  },
  {
    submit: /^\/v1\/videos\/generations$/,
    look: /^\/v1\/videos\/(grok_\w+)$/,
    prefix: 'grok',
    words: ['pending', 'pending', 'done', 'failed', 'expired'],
    describeSubmission: ({ id }) => ({ request_id: id }),
    describe: (task, { word, url }) => ({
      status: word,
      ...(isDone(task) && { video: { url, duration: 8 } }),
      ...errorOf(task),
    }),
  },
  {
    submit: /^\/api\/v1\/videos$/,
    look: /^\/api\/v1\/videos\/([\w-]+)$/,
    words: ['pending', 'in_progress', 'completed', 'failed', 'cancelled'],
    describeSubmission: ({ id }) => ({ id, polling_url: `/api/v1/videos/${id}`, status: 'pending' }),
    describe: (task, { word, url }) => ({
      id: task.id,
      status: word,
      ...(isDone(task) && { unsigned_urls: [url] }),
      ...(task.stage === 'failed' && { error: failReason }),
    }),
  },
  {
    submit: /^\/films\/v2\/start$/,
    look: /^\/films\/v2\/status$/,
    lookMethod: 'POST',
    words: ['brewing', 'brewing', 'served', 'spilt', 'spilt'],
    describeSubmission: ({ id }) => ({ ticket: { number: id } }),
    describe: (task, { word, url }) => ({
      films: [{ how: word, ...(isDone(task) && { reels: [url] }) }],
    }),
  },
  {
    submit: /^\/v1\/videos$/,
    look: /^\/v1\/videos\/(?:operations\/)?([^/]+)$/,
    words: ['queued', 'in_progress', 'completed', 'failed', 'cancelled'],
    schema: ownBody,
    describeSubmission: (task) => describeVideo(task, 'queued'),
    describe: (task, { word }) => describeVideo(task, word),
  },
  {
    submit: /^\/v1\/video\/generations$/,
    look: /^\/v1\/video\/generations\/(?:operations\/)?([^/]+)$/,
    words: ['QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'CANCEL'],
    schema: ownBody,
    describeSubmission: (task) => describeVideo(task, 'queued'),
    // As the relay's own record of a task is.
    describe: (task, { word, url }) => ({
      code: 'success',
      message: '',
      data: {
        id: 1,
        task_id: task.id,
        action: 'generate',
        status: word,
        fail_reason: task.stage === 'failed' ? failReason : '',
        ...(isDone(task) && { result_url: url }),
        submit_time: task.createdAtSeconds,
        progress: { queued: '0%', running: '45%', succeeded: '100%', failed: '100%', cancelled: '45%' }[
          task.stage
        ],
        data: null,
      },
    }),
  },
];
