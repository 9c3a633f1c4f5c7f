import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { cleanMessage } from '../errors/cleanText.ts';
import { errorAboutReply, errorFromJson, errorFromUnexpectedBody } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { readAsFarAsItCame, readText } from '../http/reply.ts';
import { sizeCaps } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { fetchMedia, type MediaFile } from '../media/mediaFile.ts';
import { detectMediaType } from '../media/mediaFormat.ts';
import { checkRequest } from '../requestCheck.ts';
import { parseTaskJson } from './taskLayers.ts';
import { fillPath, type TaskPaths } from './taskPaths.ts';
import {
  isSubmitRefusal,
  readSubmittedTask,
  readTaskStatus,
  type SubmittedTask,
  type TaskStatus,
} from './taskReply.ts';

/** A task to be started: a film, a song, a picture that takes minutes. */
export interface TaskRequest {
  readonly paths: TaskPaths;
  /** Sent as it is, as JSON; its fields are those of the service behind the relay. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A task to be looked up. */
export interface TaskQuery {
  readonly paths: TaskPaths;
  readonly id: string;
}

const largestResultBytes = 256 * 1024 ** 2;

/** A path below the base address: no dotted part may lead out of it, no second slash to another host. */
const path = z.string().regex(/^(?!.*\/(\.|%2e){1,2}([/?]|$))\/(?!\/)[^\s#\\]*$/i);
const pathWithId = path.refine((text) => text.includes('{id}'));

const pathsFields = {
  submit: path,
  content: pathWithId.optional(),
  needs: z.array(z.string()).optional(),
};
const pathsSchema = z.union([
  z.strictObject({ ...pathsFields, query: pathWithId, queryMethod: z.literal('GET').optional() }),
  z.strictObject({ ...pathsFields, query: path, queryMethod: z.literal('POST') }),
]);

const submitSchema = z.strictObject({ paths: pathsSchema, body: z.record(z.string(), z.json()) });

const querySchema = z.strictObject({
  paths: pathsSchema,
  id: z.string().refine((id) => id.isWellFormed() && !/^\s*$|^(\.|%2e){1,2}$/i.test(id)),
});

const neededText = z.string().refine((text) => text.trim() !== '');

/**
 * Starts a task (contract 1 and 7; its path is not shown). Sent once and never again, whatever fails: a second
 * one would be made and billed. Where the connection broke, nobody knows whether there is a task.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent; the relay's own errors, also under
 * status 200; `invalidResponse` for a reply without an id, with the reply as `relayMessage`,
 * which an error for a reply that broke off has too.
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
    path: paths.submit,
    json: body,
    retry: 'never',
    maxBytes: sizeCaps.answer,
    call,
  });
  const { text, broken } = await readAsFarAsItCame(reply.body);
  const json = parseTaskJson(text);
  const task = readSubmittedTask(reply, json);
  if (task) return task;
  if (isSubmitRefusal(json)) throw errorFromJson(reply, json);
  const { kind, details } = broken ?? errorFromUnexpectedBody(reply, text);
  // The relay may have taken the task, under an id that is none of those known: what it said is not to be lost.
  const { message } = broken || kind === 'invalidResponse' ? cleanMessage(text, reply.redact) : {};
  throw new RelayError(kind, { ...details, ...(message && { relayMessage: message }) });
}

/**
 * Looks a task up. One that failed is a result, no error. A word for its state that is not known counts as
 * running: a deadline is the caller's.
 *
 * Throws RelayErrors: `invalidRequest` with its `field`, nothing sent, or with `field` 'id' where the relay
 * lists no such task; the relay's own errors, also under status 200; `invalidResponse` for what is no task.
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
  const task = readTaskStatus(reply, json, id);
  if (!task) {
    if (isEmptyList(json)) throw errorAboutReply(reply, 'invalidRequest', { field: 'id' });
    throw errorFromUnexpectedBody(reply, text);
  }
  if (task.state !== 'succeeded' || task.results.length > 0 || !paths.content) return task;
  return { ...task, results: [{ url: contentUrl(reply.url, queryPath, fillPath(paths.content, id)) }] };
}

/**
 * Gets what a task made, from wherever `TaskStatus.results` says it is; the key goes to the relay's own origin
 * only. At most 256 MB.
 *
 * Throws RelayErrors: the server's own, also under status 200; `interrupted` where the file is seen to be cut
 * short; `invalidResponse` for what is no film, picture or sound, and for an address that must not be asked.
 */
export function fetchTaskResult(
  transport: Transport,
  url: string,
  call?: CallOptions,
): Promise<MediaFile & { readonly requestId?: string }> {
  return fetchMedia(transport, { url, maxBytes: largestResultBytes, detect: detectMediaType, call });
}

function isEmptyList(json: unknown): boolean {
  const list = Array.isArray(json) ? json : z.object({ data: z.unknown() }).safeParse(json).data?.data;
  return Array.isArray(list) && list.length === 0;
}

/** The content's URL, below the same base address as the URL that was asked. */
function contentUrl(replyUrl: string, queryPath: string, contentPath: string): string {
  const [asked = ''] = queryPath.split('?', 1);
  const base = replyUrl.endsWith(asked) ? replyUrl.slice(0, -asked.length) : new URL(replyUrl).origin;
  return base + contentPath;
}
