import { deepStrictEqual } from 'node:assert/strict';
import { type QuirkName, quirkGroups } from '../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { callRelay } from '../callRelay.ts';
import { rewrite } from './readRaw.ts';

const paths = ['/v1/videos', '/v1/video/generations'] as const;

/** Rewrites the replies to a submission and to four looks, as their JSON. */
type Change = (replies: readonly unknown[]) => readonly unknown[];

const rewriteAll =
  (...pairs: readonly (readonly [RegExp | string, string])[]): Change =>
  (replies) =>
    pairs.reduce((changed, [pattern, text]) => rewrite(changed, pattern, text), replies);
const submission =
  (change: (id: string) => unknown): Change =>
  ([first, ...looks]) => [change(Object(first).task_id), ...looks];
const words = (queued: string, running: string, done: string): Change =>
  rewriteAll(
    [/"status":"(queued|QUEUED)"/g, `"status":"${queued}"`],
    [/"status":"(in_progress|IN_PROGRESS)"/g, `"status":"${running}"`],
    [/"status":"(completed|SUCCESS)"/g, `"status":"${done}"`],
  );
const isRefused = { error: { message: 'no access to model', type: 'new_api_error', code: '' } };

const cases: Readonly<Record<string, Change>> = {
  'task-submitted-as-id': submission((id) => ({ task_id: id })),
  'task-submitted-as-data': submission((id) => ({ code: 'success', data: id })),
  'task-submitted-as-result': submission((id) => ({
    code: 1,
    description: 'Submitted successfully',
    result: id,
  })),
  'task-submitted-as-request-id': submission((id) => ({ request_id: id })),
  'task-submitted-as-operation': ([first, ...looks]) => {
    const name = `operations/${Object(first).task_id}`;
    return [
      { name },
      ...looks.map((look) => {
        const { status, result_url: uri } = Object(look).data ?? Object(look);
        const video = uri === undefined ? {} : { uri };
        return /^(success|completed)$/i.test(status)
          ? { name, done: true, response: { generateVideoResponse: { generatedSamples: [{ video }] } } }
          : { name };
      }),
    ];
  },
  'task-submitted-unknown': submission((id) => ({ ticket: id, message: 'accepted' })),
  'task-unsigned-urls': ([first, ...looks]) => [
    first,
    ...looks.map((look) => {
      const { task_id: id, status, result_url: url } = Object(look).data ?? Object(look);
      const isDone = /^(success|completed)$/i.test(status);
      return { id, status: isDone ? 'completed' : status, unsigned_urls: url ? [url] : [] };
    }),
  ],
  'task-flat': ([first, ...looks]) => [
    first,
    ...looks.map((look) => {
      const { task_id, status, result_url: url = '' } = Object(look).data ?? Object(look);
      return { task_id, status, url, format: 'mp4', metadata: null, error: null };
    }),
  ],
  'task-words-processing': words('queued', 'processing', 'succeeded'),
  'task-words-running': words('NOT_START', 'running', 'Success'),
  'task-words-submitted': words('SUBMITTED', 'MODAL', 'SUCCESS'),
  'task-state-unknown': rewriteAll([/"status":"\w+"/g, '"status":"UNKNOWN"']),
  'task-state-missing': rewriteAll([/"status":"\w+",/g, '']),
  'task-progress-number': rewriteAll([/"progress":"(\d+)%"/g, '"progress":$1']),
  'task-progress-text': rewriteAll([/"progress":(\d+)/g, '"progress":"$1%"']),
  'task-progress-fraction': rewriteAll(
    [/"progress":"?45%?"?/g, '"progress":0.45'],
    [/"progress":"?100%?"?/g, '"progress":1'],
    [/"progress":"0%"/g, '"progress":0'],
  ),
  'task-progress-missing': rewriteAll([/"progress":("\d+%"|\d+),?/g, ''], [/,\}/g, '}']),
  'task-milliseconds': rewriteAll([/"(created_at|submit_time)":(\d+)/g, '"$1":$2000']),
  'task-look-refused': ([first, ...looks]) => [first, ...looks.map(() => isRefused)],
};

describe('reference relay: quirks of tasks', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  it('has a case for each quirk', () => {
    deepStrictEqual(Object.keys(cases), Object.keys(quirkGroups.tasks));
  });

  /** A submission and the looks at it until it is done, with what differs between two tasks taken out. */
  async function readTask(path: string, quirk?: QuirkName): Promise<readonly unknown[]> {
    const switchedOn = quirk && relay.with(quirk);
    const submitted = await callRelay(relay, path, { body: { model: 'oa-video-1', prompt: 'A cat' } });
    const id = submitted.headers.get('x-oneapi-request-id') ?? '';
    const replies: unknown[] = [await submitted.json()];
    for (let look = 0; look < 3; look++) {
      replies.push(await (await callRelay(relay, `${path}/task_${id}`)).json());
    }
    switchedOn?.undo();
    return rewriteAll(
      [id, '<id>'],
      [/(?<="(?:created_at|submit_time)":)\d{10}/g, '1700000000'],
      [/(?<="(?:result_url|url|uri)":"|"unsigned_urls":\[")[^"]+/g, 'address'],
    )(replies);
  }

  for (const [name, change] of Object.entries(cases)) {
    for (const path of paths) {
      it(`${name} at ${path}`, async () => {
        deepStrictEqual(await readTask(path, name as QuirkName), change(await readTask(path)));
      });
    }
  }
});
