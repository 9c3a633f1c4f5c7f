import * as z from 'zod';
import { admitCall } from '../account/models.ts';
import { addressOf, createFilm } from '../pictures/gallery.ts';
import { anything, checkBody, text } from '../wire/bodySchema.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { type JsonObject, objectOf, parseJsonBody } from '../wire/fields.ts';
import type { RequestRecord } from '../wire/journal.ts';
import { invalidRequest } from '../wire/refusal.ts';

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

/** The third look finds it over. */
const stages: readonly Stage[] = ['queued', 'running'];

const taskBody = z.strictObject({
  model: text,
  prompt: text,
  seconds: anything,
  duration: anything,
  size: anything,
  image: anything,
  metadata: anything,
});

export const failReason = 'The film was held back because it might be against the rules.';

export function replyJson({ exchange, quirks }: Call, body: JsonObject): Promise<void> {
  return exchange.replyJson(200, quirks.changeBody(body));
}

/** The prompt, wherever a service wants it. */
function promptOf({ prompt, gpt_description_prompt: wish, content, instances }: JsonObject): string {
  const [first] = [content, instances].flatMap((list) => (Array.isArray(list) ? list : []));
  const told = prompt ?? wish ?? objectOf(first)['text'] ?? objectOf(first)['prompt'];
  return typeof told === 'string' ? told : '';
}

/** The model, which some services have in the path; undefined where a service has one, which nobody names. */
export function modelOf(path: string, body: JsonObject): unknown {
  const [, modelOfPath] = /\/models\/([\w.-]+):/.exec(path) ?? [];
  return modelOfPath ?? body['model'] ?? body['model_name'];
}

function readTask(record: Readonly<RequestRecord>, id: string, looks: number): Task {
  const body = objectOf(JSON.parse(record.bodyText));
  const prompt = promptOf(body);
  const end = /\bfail/i.test(prompt) ? 'failed' : /\bcancel/i.test(prompt) ? 'cancelled' : 'succeeded';
  return {
    id,
    model: String(modelOf(record.path, body)),
    prompt,
    createdAtSeconds: Math.floor(record.startedAtMs / 1000),
    stage: stages[Math.max(0, looks - 1)] ?? end,
  };
}

/** A task, as long as it was submitted at such a path, and with the same key. */
export function findTask(
  { exchange, journal }: Call,
  id: string,
  isSubmitPath: (path: string) => boolean,
  path = exchange.record.path,
): Task | undefined {
  const { headers, method } = exchange.record;
  const submission = journal.requests.find(
    (record) =>
      record.id === id.slice(id.indexOf('_') + 1) &&
      record.method === 'POST' &&
      isSubmitPath(record.path) &&
      record.status === 200 &&
      record.headers.authorization === headers.authorization,
  );
  const looks = journal.requests.filter(
    (record) =>
      record.method === method && record.path === path && (method === 'GET' || record.bodyText.includes(id)),
  ).length;
  return submission && readTask(submission, id, looks);
}

/** The task of the relay's own at `<submission path>/<id>`. */
function findOwnTask(call: Call, queryPath: string): Task | undefined {
  const [, submitPath, id = ''] = /^(.*?)\/(?:operations\/)?(task_\w+)$/.exec(queryPath) ?? [];
  return findTask(call, id, (path) => path === submitPath, queryPath);
}

/** As the endpoint of the chat-completions family tells of a film. */
function describeVideo({ id, model, stage, createdAtSeconds }: Task) {
  const status = {
    queued: 'queued',
    running: 'in_progress',
    succeeded: 'completed',
    failed: 'failed',
    cancelled: 'cancelled',
  };
  return {
    id,
    task_id: id,
    object: 'video',
    model,
    status: status[stage],
    progress: { queued: 0, running: 45, succeeded: 100, failed: 100, cancelled: 45 }[stage],
    created_at: createdAtSeconds,
    ...(stage === 'failed' && { error: { code: 'content_policy', message: failReason } }),
  };
}

/** As the relay's own record of a task is. */
async function describeRecord(call: Call, { id, prompt, stage, createdAtSeconds }: Task) {
  const status = {
    queued: 'QUEUED',
    running: 'IN_PROGRESS',
    succeeded: 'SUCCESS',
    failed: 'FAILURE',
    cancelled: 'CANCEL',
  };
  const film = createFilm(prompt);
  return {
    code: 'success',
    message: '',
    data: {
      id: 1,
      task_id: id,
      action: 'generate',
      status: status[stage],
      fail_reason: stage === 'failed' ? failReason : '',
      ...(stage === 'succeeded' && { result_url: await addressOf(film, prompt, call.exchange) }),
      submit_time: createdAtSeconds,
      progress: { queued: '0%', running: '45%', succeeded: '100%', failed: '100%', cancelled: '45%' }[stage],
      data: null,
    },
  };
}

function answerSubmission(call: Call): Promise<void> {
  const { record } = call.exchange;
  const body = parseJsonBody(call);
  admitCall(call.token, body['model'], 'video');
  checkBody(body, taskBody);
  return replyJson(call, describeVideo(readTask(record, `task_${record.id}`, 0)));
}

export function replyUnknownTask(call: Call): Promise<void> {
  return call.exchange.replyJson(400, { code: 'task_not_exist', message: 'task_not_exist', data: null });
}

async function answerLook(call: Call): Promise<void> {
  const { path } = call.exchange.record;
  const task = findOwnTask(call, path);
  if (task === undefined) {
    return replyUnknownTask(call);
  }
  return replyJson(
    call,
    path.startsWith('/v1/videos/') ? describeVideo(task) : await describeRecord(call, task),
  );
}

async function answerContent(call: Call): Promise<void> {
  const { exchange } = call;
  const task = findOwnTask(call, exchange.record.path.replace(/\/content$/, ''));
  if (task === undefined) {
    return replyUnknownTask(call);
  }
  if (task.stage !== 'succeeded') {
    throw invalidRequest('Task is not completed yet');
  }
  const film = createFilm(task.prompt);
  if (/\belsewhere\b/i.test(task.prompt)) {
    const location = await addressOf(film, task.prompt, exchange);
    return exchange.reply({ status: 302, headers: { location }, body: '' });
  }
  return exchange.reply({ status: 200, headers: { 'content-type': film.mediaType }, body: film.bytes });
}

export const taskEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: /^\/v1\/(videos|video\/generations)$/, answer: answerSubmission },
  { method: 'GET', path: /^\/v1\/(videos|video\/generations)\/(operations\/)?[^/]+$/, answer: answerLook },
  { method: 'GET', path: /^\/v1\/videos\/[^/]+\/content$/, answer: answerContent },
];
