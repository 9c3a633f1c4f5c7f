import { cleanHandle, cleanMessage } from '../errors/cleanText.ts';
import { isErrorJson, readErrorJson } from '../errors/errorBody.ts';
import { type ReplyHead, requestIdOf } from '../errors/errorReply.ts';
import { defined, type Fields, isFields, readPointer } from '../json.ts';
import {
  findTaskId,
  findTaskLayer,
  findTaskState,
  isTaskWithoutId,
  isTellingWord,
  type TaskLayer,
  type TaskState,
  textOf,
} from './taskLayers.ts';
import type { TaskPaths } from './taskPaths.ts';

/** A submitted task. */
export interface SubmittedTask {
  /** Identifies the task in later queries. */
  readonly id: string;
  readonly state: TaskState;
  /** The request id, which support asks for. */
  readonly requestId?: string;
}

interface TaskFailure {
  readonly message?: string;
  readonly code?: string;
}

/** The status of a task. */
export interface TaskStatus extends SubmittedTask {
  /** The relay's word for the state, cleaned, if it is unknown: then the task counts as running. */
  readonly unknownState?: string;
  /** From 0 to 1. */
  readonly progress?: number;
  /** Its results, once it has succeeded. */
  readonly results: readonly TaskResult[];
  /** For a task that has succeeded without results: the fields of the reply, such as 'data.cost'. */
  readonly replyKeys?: readonly string[];
  /** The relay's message, cleaned, for a task that failed or was cancelled. */
  readonly failure?: TaskFailure;
}

/** Codes of one service for submissions: accepted, existing, queued. All others are refusals. */
const takenCodes = [1, 21, 22];

/** How to read a relay's replies if they are unlike all others. */
type ReplyReading = Pick<TaskPaths, 'at' | 'states'>;

/** The task in the reply to a submission; undefined if there is none. */
export function readSubmittedTask(
  head: ReplyHead,
  json: unknown,
  { at = {}, states }: ReplyReading = {},
): SubmittedTask | undefined {
  const id = at.id ? textOf(readPointer(json, at.id)) : findTaskId(json);
  if (id === undefined || isSubmitRefusal(json)) return undefined;
  const word = at.state ? textOf(readPointer(json, at.state)) : findTaskLayer(json)?.stateWord;
  const state = (word !== undefined && findTaskState(word, states)) || 'queued';
  return defined({ id, state, requestId: requestIdOf(head) });
}

/** The task into which a relay turned an ordinary request; only if the reply has a state. */
export function readTaskInstead(head: ReplyHead, json: unknown): SubmittedTask | undefined {
  const { id, stateWord = '' } = findTaskLayer(json) ?? {};
  return id !== undefined && findTaskState(stateWord) ? readSubmittedTask(head, json) : undefined;
}

/** Whether a submission's reply is an error, including the service that sends a number next to a description. */
export function isSubmitRefusal(json: unknown): boolean {
  if (!isFields(json)) return false;
  if (typeof json['description'] === 'string' && typeof json['code'] === 'number') {
    return !takenCodes.includes(json['code']);
  }
  return isErrorJson(json) && findTaskLayer(json)?.id === undefined;
}

/** The task in the reply to a query; undefined if there is none. */
export function readTaskStatus(
  head: ReplyHead,
  json: unknown,
  id: string,
  { at = {}, states }: ReplyReading = {},
): TaskStatus | undefined {
  const layer = at.state ? layerAt(json, at.state) : findTaskLayer(json, id);
  if (!layer?.stateWord) return undefined;
  if (!at.state && layer.id === undefined && isErrorJson(json) && !isTaskWithoutId(layer)) return undefined;
  const { fields, stateWord } = layer;
  const knownState = findTaskState(stateWord, states);
  const state = knownState ?? 'running';
  const isDone = state === 'succeeded';
  const isFailure = state === 'failed' || state === 'cancelled';
  const holder = at.results ? { results: readPointer(json, at.results) } : fields;
  const results = isDone ? readTaskResults(holder, head.url) : [];
  return defined({
    id,
    state,
    unknownState: knownState ? undefined : cleanHandle(stateWord, head.redact),
    progress: isDone ? 1 : readProgress(fields['progress']),
    results,
    replyKeys: isDone && results.length === 0 ? namesIn(json) : undefined,
    failure: isFailure ? readFailure(head, fields, stateWord) : undefined,
    requestId: requestIdOf(head),
  });
}

/** "45%", 45, or 0.45. A whole number is a percentage, as in every protocol that sends it. */
function readProgress(value: unknown): number | undefined {
  const [, digits, percent] = /^([\d.]{1,20})\s*(%?)$/.exec(textOf(value) ?? '') ?? [];
  const number = Number(digits ?? Number.NaN);
  if (Number.isNaN(number)) return undefined;
  const isFraction = percent === '' && number < 1 && !Number.isInteger(number);
  return Math.min(1, isFraction ? number : number / 100);
}

function readFailure({ redact }: ReplyHead, fields: Fields, stateWord: string): TaskFailure {
  const words = readErrorJson(fields['error']);
  const told = [
    fields['fail_reason'],
    fields['failReason'],
    words?.message,
    fields['task_status_msg'],
    // The message of the service behind the relay.
    readErrorJson(fields['data'])?.message,
    fields['message'],
  ].find((text): text is string => typeof text === 'string' && text.trim() !== '');
  const { message } = cleanMessage(told ?? '', redact);
  const given = words?.codes[0] ?? (isTellingWord(stateWord) ? stateWord.toLowerCase() : undefined);
  return defined({ message, code: cleanHandle(given ?? '', redact) });
}

/** A result file of a task. */
interface TaskResult {
  /** A web URL, or a `data:` URL; for `openTaskResult`. Most expire within a day. */
  readonly url: string;
}

/** Names of fields that may contain others with results. Not `input` and the like: what was sent is not a result. */
const holders = [
  ...['data', 'metadata', 'content', 'output', 'outputs', 'result', 'results', 'task_result', 'response'],
  ...['video', 'videos', 'generateVideoResponse', 'generatedSamples', 'generatedVideos'],
  ...['image', 'images', 'audio', 'audios'],
];

/** Names of fields that contain a URL, or a list of them. */
const addressFields: ReadonlySet<string> = new Set([
  ...holders,
  ...['url', 'urls', 'uri', 'result_url', 'download_url', 'unsigned_urls'],
  // Older relay versions put the result's URL here when there is no failure.
  'fail_reason',
  ...['video_url', 'videoUrl', 'image_url', 'imageUrl', 'image_urls', 'imageUrls', 'audio_url', 'audioUrl'],
]);

const deepestHolder = 6;

/**
 * The URLs in a finished task, from the outside in: the outermost ones count, since relays nest a copy of the upstream
 * service's reply in their own. URLs without an origin are the relay's own.
 */
function readTaskResults(task: Fields, replyUrl: string): readonly TaskResult[] {
  let level: readonly Fields[] = [task];
  for (let depth = 0; depth < deepestHolder && level.length > 0; depth += 1) {
    const found = level.flatMap((fields) => readAddresses(fields, replyUrl));
    if (found.length > 0) return [...new Set(found)].map((url) => ({ url }));
    level = level.flatMap((fields) => holders.flatMap((name) => asList(fields[name]).filter(isFields)));
  }
  return [];
}

function readAddresses(fields: Fields, replyUrl: string): string[] {
  return Object.entries(fields)
    .filter(([name]) => addressFields.has(name))
    .flatMap(([, value]) => asList(value))
    .flatMap((address) => (typeof address === 'string' ? (readAddress(address.trim(), replyUrl) ?? []) : []));
}

function readAddress(text: string, replyUrl: string): string | undefined {
  if (/^data:(video|image|audio)\//i.test(text)) return text;
  return /^(https?:\/\/|\/[^/])/i.test(text) ? URL.parse(text, replyUrl)?.href : undefined;
}

/** The object that has the state, as the relay's settings say. */
function layerAt(json: unknown, pointer: string): TaskLayer | undefined {
  const stateWord = textOf(readPointer(json, pointer));
  const holder = readPointer(json, pointer.slice(0, pointer.lastIndexOf('/')));
  return stateWord === undefined ? undefined : { fields: isFields(holder) ? holder : {}, stateWord };
}

const mostNames = 40;
const longestName = 60;

/** Names of fields, with the names of those that contain them; not their values. */
function namesIn(value: unknown, path = '', depth = 0): readonly string[] {
  if (depth > deepestHolder) return [];
  const inner = Array.isArray(value)
    ? [['0', value[0]] as const]
    : isFields(value)
      ? Object.entries(value)
      : [];
  return inner
    .flatMap(([name, field]) => {
      const own = `${path}${name.slice(0, longestName)}`;
      const further = namesIn(field, `${own}.`, depth + 1);
      return further.length > 0 ? further : [own];
    })
    .slice(0, mostNames);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
