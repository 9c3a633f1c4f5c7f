import { type JsonObject, objectOf } from '../../wire/fields.ts';
import { jsonHeaders, type WholeReply } from '../../wire/transportChanges.ts';
import { body, forPaths, type Quirk } from '../quirk.ts';

const taskPaths = /^\/v1\/(videos|video\/generations)(\/(operations\/)?[^/]+)?$/;

/** The task itself: in `data` in the relay's own record, and otherwise the whole body. */
function taskOf(fields: JsonObject): JsonObject {
  return fields['data'] === undefined ? fields : objectOf(fields['data']);
}

function isDone(status: unknown): boolean {
  return /^(success|completed)$/i.test(String(status));
}

function changeTask(does: string, change: (task: JsonObject) => JsonObject): Quirk {
  return body(does, (fields) =>
    fields['data'] === undefined ? change(fields) : { ...fields, data: change(taskOf(fields)) },
  );
}

/** Only the reply to a submission. */
function changeSubmission(does: string, change: (id: unknown) => unknown): Quirk {
  return body(does, (fields, { method }) => (method === 'POST' ? change(taskOf(fields)['task_id']) : fields));
}

/** The states in other words; every relay has its own. */
function changeWords(queued: string, running: string, done: string, failed: string): Quirk {
  const words: Readonly<Record<string, string>> = {
    queued,
    in_progress: running,
    completed: done,
    success: done,
    failed,
    failure: failed,
  };
  return changeTask([queued, running, done, failed].join(', '), (task) => {
    const status = String(task['status']);
    return { ...task, status: words[status.toLowerCase()] ?? status };
  });
}

function changeProgress(does: string, change: (percent: number) => unknown): Quirk {
  return changeTask(does, (task) => ({
    ...task,
    progress: change(Number.parseInt(String(task['progress'] ?? 0), 10)),
  }));
}

const refusedLook: WholeReply = {
  status: 403,
  headers: jsonHeaders,
  body: '{"error":{"message":"no access to model","type":"new_api_error","code":""}}',
};

/** Tasks as different channels report them. */
export const taskQuirks = forPaths(taskPaths, {
  'task-submitted-as-id': changeSubmission('a submission is answered with {task_id}', (id) => ({
    task_id: id,
  })),
  'task-submitted-as-data': changeSubmission('a submission is answered with {code, data: id}', (id) => ({
    code: 'success',
    data: id,
  })),
  'task-submitted-as-result': changeSubmission('a submission is answered as drawing tasks are', (id) => ({
    code: 1,
    description: 'Submitted successfully',
    result: id,
  })),
  'task-submitted-as-request-id': changeSubmission('a submission is answered with {request_id}', (id) => ({
    request_id: id,
  })),
  'task-submitted-as-operation': body(
    'a submission is answered with the name of an operation, and so is a look',
    (fields, { method }) => {
      const { task_id: id, status, result_url: uri } = taskOf(fields);
      const name = `operations/${String(id)}`;
      if (method === 'POST' || !isDone(status)) return { name };
      return {
        name,
        done: true,
        response: { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } },
      };
    },
  ),
  'task-submitted-unknown': changeSubmission('a submission is answered with {ticket}', (id) => ({
    ticket: id,
    message: 'accepted',
  })),
  'task-unsigned-urls': body('a look is answered with {id, status, unsigned_urls}', (fields, { method }) => {
    const { task_id: id, status, result_url: url } = taskOf(fields);
    if (method === 'POST') return fields;
    return { id, status: isDone(status) ? 'completed' : status, unsigned_urls: url ? [url] : [] };
  }),
  'task-flat': body(
    'a look is answered with {task_id, status, url, format, metadata, error}',
    (fields, { method }) => {
      const { task_id: id, status, result_url: url = '', error = null } = taskOf(fields);
      return method === 'POST' ? fields : { task_id: id, status, url, format: 'mp4', metadata: null, error };
    },
  ),
  'task-words-processing': changeWords('queued', 'processing', 'succeeded', 'failed'),
  'task-words-running': changeWords('NOT_START', 'running', 'Success', 'expired'),
  'task-words-submitted': changeWords('SUBMITTED', 'MODAL', 'SUCCESS', 'FAILURE'),
  'task-state-unknown': changeTask('a state that nobody knows', (task) => ({ ...task, status: 'UNKNOWN' })),
  'task-state-missing': changeTask('no state', ({ status, ...task }) => task),
  'task-progress-number': changeProgress('progress is a number', (percent) => percent),
  'task-progress-text': changeProgress('progress is a text with a percent sign', (percent) => `${percent}%`),
  'task-progress-fraction': changeProgress('progress is a part of 1', (percent) => percent / 100),
  'task-progress-missing': changeTask('no progress', ({ progress, ...task }) => task),
  'task-milliseconds': changeTask('times are in milliseconds', (task) =>
    Object.fromEntries(
      Object.entries(task).map(([name, value]) => [
        name,
        /(_at|_time)$/.test(name) && typeof value === 'number' ? value * 1000 : value,
      ]),
    ),
  ),
  'task-look-refused': {
    does: '403 on looks: the token’s models are checked there, too',
    reply: ({ method }) => (method === 'GET' ? refusedLook : undefined),
  },
});
