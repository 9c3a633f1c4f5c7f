import { admitCall } from '../account/models.ts';
import { addressOf, createFilm, paintOrder } from '../pictures/gallery.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { type JsonObject, parseJsonBody } from '../wire/fields.ts';
import {
  failReason,
  findTask,
  modelOf,
  replyJson,
  replyUnknownTask,
  type Stage,
  type Task,
} from './tasks.ts';

/**
 * Tasks at the paths and in the shapes of the services that relays pass on, and of one relay that has its own. What a task
 * is, and how it goes on, is as for the relay's own ones.
 */
interface Service {
  readonly submit: RegExp;
  /** Its first group is the task's id; where there is none, the body has it. */
  readonly look: RegExp;
  readonly lookMethod?: 'POST';
  /** Words for the states, in the order of `Stage`. */
  readonly words: readonly [string, string, string, string, string];
  readonly describeSubmission: (id: string, model: string) => JsonObject;
  readonly describe: (task: Task, told: { readonly word: string; readonly url: string }) => JsonObject;
  readonly isImage?: true;
  /** What its IDs begin with: 'task' where it does not matter. */
  readonly prefix?: string;
}

const stages: readonly Stage[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
const isDone = ({ stage }: Task) => stage === 'succeeded';
const errorOf = ({ stage }: Task) =>
  stage === 'failed' ? { error: { code: 'content_policy', message: failReason } } : {};

const services: readonly Service[] = [
  {
    submit: /^\/kling\/v1\/videos\/(text|image)2video$/,
    look: /^\/kling\/v1\/videos\/(?:text|image)2video\/([\w-]+)$/,
    words: ['submitted', 'processing', 'succeed', 'failed', 'failed'],
    describeSubmission: (id) => ({
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
    describeSubmission: (id) => ({ code: 'success', message: '', data: id }),
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
    describeSubmission: (id) => ({ code: 1, description: 'Submitted', result: id, properties: {} }),
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
    describeSubmission: (id, model) => ({ name: `models/${model}/operations/${id}` }),
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
    describeSubmission: (id) => ({ id }),
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
    describeSubmission: (id) => ({ request_id: id }),
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
    describeSubmission: (id) => ({ id, polling_url: `/api/v1/videos/${id}`, status: 'pending' }),
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
    describeSubmission: (id) => ({ ticket: { number: id } }),
    describe: (task, { word, url }) => ({
      films: [{ how: word, ...(isDone(task) && { reels: [url] }) }],
    }),
  },
];

function answerSubmission({ describeSubmission, prefix = 'task' }: Service) {
  return (call: Call) => {
    const { record } = call.exchange;
    const body = parseJsonBody(call);
    const model = modelOf(record.path, body);
    if (model !== undefined) admitCall(call.token, model, 'video');
    return replyJson(call, describeSubmission(`${prefix}_${record.id}`, String(model)));
  };
}

function answerLook({ submit, look, words, describe, isImage }: Service) {
  return async (call: Call) => {
    const { path, bodyText } = call.exchange.record;
    const id = look.exec(path)?.[1] ?? /task_\w+/.exec(bodyText)?.[0] ?? '';
    const task = findTask(call, id, (submitted) => submit.test(submitted));
    if (!task) return replyUnknownTask(call);
    const { prompt } = task;
    const [picture] = isImage ? paintOrder({ prompt, count: 1, width: 512, height: 512 }) : [];
    const url = await addressOf(picture ?? createFilm(prompt), prompt, call.exchange);
    return replyJson(call, describe(task, { word: words[stages.indexOf(task.stage)] ?? '', url }));
  };
}

/** The paths of the services are tried before the relay's own ones. */
export const servicesTaskEndpoints: readonly Endpoint[] = services.flatMap((service) => [
  { method: 'POST', path: service.submit, answer: answerSubmission(service) },
  { method: service.lookMethod ?? 'GET', path: service.look, answer: answerLook(service) },
]);
