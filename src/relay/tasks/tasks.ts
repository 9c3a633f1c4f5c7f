import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { cleanMessage } from '../errors/cleanText.ts';
import { errorAboutReply, errorFromJson, errorFromUnexpectedBody } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { readAsFarAsItCame, readText } from '../http/reply.ts';
import { sizeCaps } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { type Fields, isFields } from '../json.ts';
import { checkRequest } from '../schemas.ts';
import { isOperationName, parseTaskJson } from './taskLayers.ts';
import { type TaskPaths, taskPathsSchema } from './taskPaths.ts';
import {
  isSubmitRefusal,
  readSubmittedTask,
  readTaskStatus,
  type SubmittedTask,
  type TaskStatus,
} from './taskReply.ts';

/** A path with a task's id in it. */
function fillPath(path: `/${string}`, id: string): `/${string}` {
  const written = isOperationName(id) ? id : encodeURIComponent(id);
  return path.replaceAll('{id}', () => written) as `/${string}`;
}

/** A model in a path is one segment of it, whatever its name. */
function submitPath({ submit }: TaskPaths, model: unknown): `/${string}` {
  if (!submit.includes('{model}')) return submit;
  if (typeof model !== 'string' || !isPathPart(model))
    throw new RelayError('invalidRequest', { field: 'model' });
  return submit.replaceAll('{model}', () => encodeURIComponent(model)) as `/${string}`;
}

function isPathPart(text: string): boolean {
  return text.isWellFormed() && !/^\s*$|^(\.|%2e){1,2}$/i.test(text);
}

/** A task to submit: a video, a song, an image that takes minutes. */
export interface TaskRequest {
  readonly paths: TaskPaths;
  /** The JSON body, sent unchanged; its fields are those of the service behind the relay. */
  readonly body: Fields;
  /** For paths with '{model}'. */
  readonly model?: string;
}

/** A query for a task's status. */
export interface TaskQuery {
  readonly paths: TaskPaths;
  readonly id: string;
}

const submitSchema = z.strictObject({
  paths: taskPathsSchema,
  body: z.record(z.string(), z.json()),
  model: z.string().optional(),
});

const querySchema = z.strictObject({
  paths: taskPathsSchema,
  id: z.string().refine(isPathPart),
});

const neededText = z.string().refine((text) => text.trim() !== '');

/**
 * Starts a task (contract 1 and 7; its path is not shown). Sent once and never again, whatever fails: a second
 * one would be made and billed. Where the connection broke, nobody knows whether there is a task.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent; the relay's own errors, also under
 * status 200; `invalidResponse` for a reply without an id, with the reply as `relayMessage`,
 * which an error for an interrupted reply has, too.
 */
export async function submitTask(
  transport: Transport,
  request: TaskRequest,
  call?: CallOptions,
): Promise<SubmittedTask> {
  checkRequest(submitSchema, request);
  const { paths, body } = request;
  const needed = (paths.needs ?? []).map((name) => [name, neededText] as const);
  checkRequest(z.object({ body: z.object(Object.fromEntries(needed)) }), request);
  const reply = await transport.send({
    method: 'POST',
    path: submitPath(paths, request.model),
    json: body,
    retry: 'never',
    maxBytes: sizeCaps.answer,
    call,
  });
  const { text, broken } = await readAsFarAsItCame(reply.body);
  const json = parseTaskJson(text);
  const task = readSubmittedTask(reply, json, paths);
  if (task) return task;
  if (isSubmitRefusal(json)) throw errorFromJson(reply, json);
  const { kind, details } = broken ?? errorFromUnexpectedBody(reply, text);
  // The relay may have started the task and sent its ID in an unknown field: keep the reply in the error.
  const { message } = broken || kind === 'invalidResponse' ? cleanMessage(text, reply.redact) : {};
  throw new RelayError(kind, { ...details, ...(message && { relayMessage: message }) });
}

/**
 * Queries a task. A failed task is a result, not an error. An unknown state counts as running: a deadline is the
 * caller's.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent, or with `field` 'id' if the relay has no such
 * task; the relay's own errors, also under status 200; `invalidResponse` for a reply without a task.
 */
export async function queryTask(
  transport: Transport,
  query: TaskQuery,
  call?: CallOptions,
): Promise<TaskStatus> {
  checkRequest(querySchema, query);
  const { paths, id } = query;
  const queryPath = fillPath(paths.query, id);
  const reply = await transport.send({
    method: paths.queryMethod ?? 'GET',
    path: queryPath,
    ...(paths.queryMethod === 'POST' && { json: { ids: [id] } }),
    headers: { accept: 'application/json' },
    retry: 'anyFailure',
    maxBytes: sizeCaps.answer,
    call,
  });
  const text = await readText(reply.body);
  const json = parseTaskJson(text);
  const task = readTaskStatus(reply, json, id, paths);
  if (!task) {
    if (isEmptyList(json)) throw errorAboutReply(reply, 'invalidRequest', { field: 'id' });
    throw errorFromUnexpectedBody(reply, text);
  }
  if (task.state !== 'succeeded' || task.results.length > 0 || !paths.content) return task;
  const { replyKeys: _, ...known } = task;
  return { ...known, results: [{ url: contentUrl(reply.url, queryPath, fillPath(paths.content, id)) }] };
}

/**
 * Cancels a task at the relay, which decides what it bills. Sent once.
 *
 * Throws RelayErrors: `invalidRequest` with `field` 'paths.cancel' if no path is known; the relay's own.
 */
export async function cancelTask(transport: Transport, query: TaskQuery, call?: CallOptions): Promise<void> {
  checkRequest(querySchema, query);
  const { cancel, cancelMethod = 'POST' } = query.paths;
  if (!cancel) throw new RelayError('invalidRequest', { field: 'paths.cancel' });
  const reply = await transport.send({
    method: cancelMethod,
    path: fillPath(cancel, query.id),
    ...(cancelMethod === 'POST' && { json: {} }),
    retry: 'never',
    maxBytes: sizeCaps.answer,
    call,
  });
  const text = await readText(reply.body);
  const json = parseTaskJson(text);
  if (isSubmitRefusal(json)) throw errorFromJson(reply, json);
}

function isEmptyList(json: unknown): boolean {
  const list = isFields(json) ? json['data'] : json;
  return Array.isArray(list) && list.length === 0;
}

/** The content's URL, below the same base URL as the URL that was asked. */
function contentUrl(replyUrl: string, queryPath: string, contentPath: string): string {
  const [asked = ''] = queryPath.split('?', 1);
  const base = replyUrl.endsWith(asked) ? replyUrl.slice(0, -asked.length) : new URL(replyUrl).origin;
  return base + contentPath;
}
