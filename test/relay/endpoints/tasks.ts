import { admitCall } from '../account/models.ts';
import { addressOf, createFilm, paintOrder } from '../pictures/gallery.ts';
import type { Call, Endpoint } from '../wire/endpoint.ts';
import { checkBody, type JsonObject, objectOf, parseJsonBody } from '../wire/fields.ts';
import type { RequestRecord } from '../wire/journal.ts';
import { invalidRequest } from '../wire/refusal.ts';
import { type Stage, stages, type Task, type TaskService, taskServices } from './taskServices.ts';

/** The third look finds it over. */
const underway: readonly Stage[] = ['queued', 'running'];

/** The prompt, wherever a service wants it. */
function promptOf({ prompt, gpt_description_prompt: wish, content, instances }: JsonObject): string {
  const [first] = [content, instances].flatMap((list) => (Array.isArray(list) ? list : []));
  const told = prompt ?? wish ?? objectOf(first)['text'] ?? objectOf(first)['prompt'];
  return typeof told === 'string' ? told : '';
}

/** The model, which some services have in the path; undefined where a service has one, which nobody names. */
function modelOf(path: string, body: JsonObject): unknown {
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
    stage: underway[Math.max(0, looks - 1)] ?? end,
  };
}

/** A task, as long as it was submitted at such a path, and with the same key. */
function findTask(
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

function replyJson({ exchange, quirks }: Call, body: JsonObject): Promise<void> {
  return exchange.replyJson(200, quirks.changeBody(body));
}

function replyUnknownTask({ exchange }: Call): Promise<void> {
  return exchange.replyJson(400, { code: 'task_not_exist', message: 'task_not_exist', data: null });
}

function answerSubmission({ describeSubmission, schema, prefix = 'task' }: TaskService) {
  return (call: Call) => {
    const { record } = call.exchange;
    const body = parseJsonBody(call);
    const model = modelOf(record.path, body);
    if (model !== undefined || schema) admitCall(call.token, model, 'video');
    if (schema) checkBody(body, schema);
    return replyJson(call, describeSubmission(readTask(record, `${prefix}_${record.id}`, 0)));
  };
}

function answerLook({ submit, look, words, describe, isImage }: TaskService) {
  return async (call: Call) => {
    const { path, bodyText } = call.exchange.record;
    const id = look.exec(path)?.[1] ?? /task_\w+/.exec(bodyText)?.[0] ?? '';
    const task = findTask(call, id, (submitted) => submit.test(submitted));
    if (!task) return replyUnknownTask(call);
    const { prompt } = task;
    const [picture] = isImage ? paintOrder({ prompt, count: 1, width: 512, height: 512 }) : [];
    const url =
      task.stage === 'succeeded' ? await addressOf(picture ?? createFilm(prompt), prompt, call.exchange) : '';
    return replyJson(call, describe(task, { word: words[stages.indexOf(task.stage)] ?? '', url }));
  };
}

async function answerContent(call: Call): Promise<void> {
  const { exchange } = call;
  const lookPath = exchange.record.path.replace(/\/content$/, '');
  const task = findTask(call, lookPath.replace(/^.*\//, ''), (path) => path === '/v1/videos', lookPath);
  if (task === undefined) return replyUnknownTask(call);
  if (task.stage !== 'succeeded') throw invalidRequest('Task is not completed yet');
  const film = createFilm(task.prompt);
  if (/\belsewhere\b/i.test(task.prompt)) {
    const location = await addressOf(film, task.prompt, exchange);
    return exchange.reply({ status: 302, headers: { location }, body: '' });
  }
  return exchange.reply({ status: 200, headers: { 'content-type': film.mediaType }, body: film.bytes });
}

export const taskEndpoints: readonly Endpoint[] = [
  ...taskServices.flatMap((service): Endpoint[] => [
    { method: 'POST', path: service.submit, answer: answerSubmission(service) },
    { method: service.lookMethod ?? 'GET', path: service.look, answer: answerLook(service) },
  ]),
  { method: 'GET', path: /^\/v1\/videos\/[^/]+\/content$/, answer: answerContent },
];
