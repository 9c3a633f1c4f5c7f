import type { ImagesResult } from '../../../../../src/relay/images/imageReply.ts';
import type { ModelList, RelayModel } from '../../../../../src/relay/models/relayModel.ts';
import type { SubmittedTask, TaskStatus } from '../../../../../src/relay/tasks/taskReply.ts';
import type { quirkGroups } from '../../../../relay/quirks/table.ts';
import { type Expectation, type Expectations, failing, same, told } from './effect.ts';

type Groups = typeof quirkGroups;

/** Longer than a busy machine pauses between two pieces. */
const timeoutMs = 300;

/** The usual lists with every model changed. */
function eachModel(change: (model: RelayModel) => object): Expectation {
  return {
    effect: (usual) => {
      const list = usual as { readonly models: readonly RelayModel[] };
      return { ...list, models: list.models.map(change) };
    },
  };
}

/** In the second list, which has names, limits and methods; one model is only in that list. */
function isInBeta({ inputTokenLimit }: RelayModel): boolean {
  return inputTokenLimit !== undefined;
}

function isInBetaAlone({ id }: RelayModel): boolean {
  return id === 'gx-2.5-flash-lite';
}

/** What a model's ID determines if the lists say nothing. */
function byId({ id, kind }: RelayModel) {
  if (kind !== 'chat') return { kind, protocols: [] };
  const own = id.startsWith('msg-') ? ['messages'] : id.startsWith('gx-') ? ['generateContent'] : [];
  return { kind, protocols: [...own, 'chatCompletions'] };
}

/** Without types in the first list: what the second one says if the model is only there, else what the ID says. */
function byBetaOrId(model: RelayModel) {
  return isInBetaAlone(model) ? { protocols: ['generateContent'] } : byId(model);
}

/** The second list adds its own protocol to those of a chat model. */
function alsoGenerateContent(model: RelayModel) {
  const { protocols } = byBetaOrId(model);
  return model.kind === 'chat' ? { protocols: [...new Set([...protocols, 'generateContent'])] } : {};
}

function onlyId(model: RelayModel) {
  return { id: model.id, ...byId(model) };
}

const oddIds = ['a model with spaces', 'already', 'model@2026-01-01', 'vendor/model:free', '通义千问-max'];

export const modelListExpectations: Expectations<Groups['model lists']> = {
  'list-with-permissions': eachModel((model) => ({ ...model, ...byBetaOrId(model) })),
  'list-of-nulls': eachModel(onlyId),
  'list-openai-only': eachModel((model) =>
    model.kind === 'chat' && !isInBeta(model) ? { ...model, protocols: ['chatCompletions'] } : model,
  ),
  'list-without-types': eachModel((model) => ({ ...model, ...byBetaOrId(model) })),
  'list-in-both-untyped': {
    effect: (usual) => {
      const { models, incomplete } = usual as ModelList;
      const unready = Array.from({ length: 300 }, (_, index) => ({
        id: `unready/model-${index}`,
        kind: 'chat',
        protocols: ['generateContent'],
      }));
      const listed = models.map(({ takesPredict, ...model }) => ({
        ...model,
        ...alsoGenerateContent(model),
      }));
      const all = [...listed, ...unready];
      return { models: all.sort((a, b) => (a.id < b.id ? -1 : 1)), incomplete };
    },
  },
  // A name equal to the ID does not hide the other list's name; and such a list has no prices.
  'list-messages-style': eachModel((model) => {
    const { ownedBy, prices, ...rest } = model;
    return isInBetaAlone(model) ? model : { ...rest, ...byBetaOrId(model) };
  }),
  'list-of-strings': eachModel(onlyId),
  'list-extra-fields': eachModel((model) =>
    isInBetaAlone(model)
      ? model
      : {
          ...model,
          displayName: `The ${model.id}`,
          inputTokenLimit: 200_000,
          contextTokens: 200_000,
          outputTokenLimit: 64_000,
          // Its `architecture` says that it accepts only text.
          takesImages: false,
          prices: { input: 0.000001, output: 0.000002 },
        },
  ),
  'list-odd-ids': {
    effect: (usual) => {
      const list = usual as { readonly models: readonly RelayModel[] };
      const odd = oddIds.map((id) => ({ id, kind: 'chat', protocols: ['chatCompletions'] }));
      return { ...list, models: [...list.models, ...odd].sort((a, b) => (a.id < b.id ? -1 : 1)) };
    },
  },
  'list-empty': { effect: () => ({ models: [], incomplete: [] }) },
  'list-null': { effect: () => ({ models: [], incomplete: [] }) },
  'lists-absent': told(404, 'wrongAddress', 'Route GET:/v1/models not found'),
  'list-empty-until-synced': { effect: () => ({ models: [], incomplete: [] }) },
  'list-failed-as-200': told(200, 'server', 'get user group failed'),
  'list-error-as-200': told(200, 'modelNotAllowed', "The model '' does not exist", 'model_not_found'),
  'list-beta-in-openai-style': eachModel((model) => {
    const { displayName, inputTokenLimit, outputTokenLimit, takesPredict, ...rest } = model;
    if (isInBetaAlone(model)) return { ...rest, ownedBy: 'custom', ...byId(model) };
    return isInBeta(model) || takesPredict ? rest : model;
  }),
};

const soundError = ['received error from server: code=3011', 'bad_response'] as const;

export const speechExpectations: Expectations<Groups['speech']> = {
  'json-as-audio': told(200, 'server', ...soundError),
  'json-tail-after-audio': told(200, 'interrupted', ...soundError),
  'html-as-audio': failing('wrongAddress', { status: 200 }),
  'audio-not-implemented': told(500, 'server', 'not implemented', 'convert_request_failed'),
  'audio-empty': failing('invalidResponse', { status: 200 }),
};

/** Only the endpoint that the quirk is for has another result. */
function edits({ effect }: Expectation): Expectation {
  return { ...same, but: { editImages: effect } };
}

function predict({ effect }: Expectation): Expectation {
  return { ...same, but: { createImages: effect } };
}

/** The usual images, each with the prompt that the quirk gives it. */
const withPrompts: Expectation = {
  effect: (usual) => {
    const result = usual as ImagesResult;
    return { ...result, images: result.images.map((image) => ({ ...image, revisedPrompt: 'A picture.' })) };
  },
};

/** The usual images beside one that is withheld. */
function alsoWithheld(reason: string): Expectation {
  return { effect: (usual) => ({ ...(usual as ImagesResult), withheld: [{ reason }] }) };
}

const withFailure = alsoWithheld('The picture could not be made.');

function withheld(reason?: string): Expectation {
  return {
    effect: () => ({ images: [], withheld: [{ ...(reason && { reason }) }], requestId: '<id>' }),
  };
}

export const imageExpectations: Expectations<Groups['images']> = {
  'edits-extra-fields': edits(withPrompts),
  'edits-one-failed': edits(withFailure),
  'edits-fewer': edits(withheld()),
  'edits-events-one-failed': edits(withFailure),
  'edits-empty': edits(withheld()),
  'edits-null': edits(failing('invalidResponse', { status: 200 })),
  'predict-extra-fields': predict(withPrompts),
  'predict-filtered': predict(withheld('The picture was filtered because it might be against the rules.')),
  'predict-one-filtered': predict(alsoWithheld('Filtered: violence.')),
  'predict-fewer': predict(withheld()),
  'predict-gone': predict(
    told(
      404,
      'modelNotAllowed',
      'models/imagen-4.0-generate-001 is not found for API version v1beta, or is not supported for predict.',
      'NOT_FOUND',
    ),
  ),
  'predict-empty': predict(withheld()),
  'predict-nothing': predict(withheld()),
};

/** The third query finds the task finished, so earlier states are not part of the result. */
export const taskExpectations: Expectations<Groups['tasks']> = {
  'task-submitted-as-operation': {
    effect: (usual) => {
      const { submitted, task } = usual as { submitted: SubmittedTask; task: TaskStatus };
      const id = 'operations/task_<id>';
      const { url } = task.results[0] ?? { url: '' };
      return {
        submitted: { ...submitted, id, state: 'running' },
        task: { ...task, id, results: [{ url }] },
      };
    },
  },
  'task-submitted-unknown': failing('invalidResponse', {
    status: 200,
    relayMessage: '{"ticket":"task_<id>","message":"accepted"}',
  }),
  'task-state-unknown': {
    effect: () => ({
      submitted: { id: 'task_<id>', state: 'running', requestId: '<id>' },
      task: { id: 'task_<id>', state: 'running', progress: 1, results: [], requestId: '<id>' },
    }),
  },
  // The success code of the query is not a failure code.
  'task-state-missing': failing('invalidResponse', { status: 200 }),
  'task-look-refused': told(403, 'modelNotAllowed', 'no access to model', 'new_api_error'),
};

const cut = failing('interrupted', { systemCode: 'UND_ERR_SOCKET' });
const unreadable = failing('invalidResponse', { status: 200 });

/** The part of a submission's reply that arrived: it has the task's ID. */
const submission = '{"id":"task_<id>","task_id":"task_<id>","object":"video","';

function withoutRequestId(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, inner) => (name === 'requestId' ? undefined : inner));
}

function redirected(status: number, redirectOrigin?: string): Expectation {
  return failing('wrongAddress', { status, ...(redirectOrigin !== undefined && { redirectOrigin }) });
}

/** Visible only with several requests in a row, so a column with several must test it. */
const amongSeveral: Expectation = { ...same, but: { task: same.effect } };

export const transportExpectations: Expectations<Groups['transport']> = {
  'slow-headers': {
    ...failing('timeout', { phase: 'firstByte', timeoutMs }),
    timeouts: { firstByteMs: timeoutMs },
  },
  'no-reply': {
    ...failing('timeout', { phase: 'firstByte', timeoutMs }),
    timeouts: { firstByteMs: timeoutMs },
  },
  'socket-closed-without-reply': failing('connection', { systemCode: 'UND_ERR_SOCKET' }),
  'upload-cut-off': told(413, 'requestTooLarge', 'Request Entity Too Large'),
  // 100 bytes contain no output, whatever the protocol.
  'body-cut-at-100-bytes': {
    ...cut,
    but: {
      task: failing('interrupted', { relayMessage: submission, systemCode: 'UND_ERR_SOCKET' }).effect,
    },
  },
  'body-ends-at-100-bytes': {
    ...unreadable,
    but: {
      speech: failing('interrupted', { status: 200 }).effect,
      task: told(200, 'invalidResponse', submission).effect,
    },
  },
  'body-stalls-at-100-bytes': {
    ...failing('timeout', { phase: 'idle', timeoutMs }),
    but: { task: failing('timeout', { phase: 'idle', relayMessage: submission, timeoutMs }).effect },
    timeouts: { idleMs: timeoutMs },
  },
  'gzip-in-name-only': unreadable,
  // Images need only JSON that can be read.
  'length-too-long': { ...same, but: { lists: cut.effect, task: cut.effect } },
  'length-too-short': {
    ...same,
    but: {
      lists: unreadable.effect,
      createImages: unreadable.effect,
      editImages: unreadable.effect,
      task: told(
        200,
        'invalidResponse',
        `${submission}model":"oa-video-1","status":"queued","progress":0,"created_at":1`,
      ).effect,
    },
  },
  // Audio is not text: bytes before it make it something else.
  'body-bom': { ...same, but: { speech: unreadable.effect } },
  'body-leading-spaces': { ...same, but: { speech: unreadable.effect } },
  'redirect-other-origin': redirected(307, 'http://localhost'),
  'redirect-website': redirected(301, 'https://console.invalid'),
  'redirect-loop': redirected(307),
  'redirect-nowhere': redirected(307),
  'keep-alive-closed': amongSeveral,
  'keep-alive-reset': amongSeveral,
  'no-request-id': { effect: withoutRequestId },
};
