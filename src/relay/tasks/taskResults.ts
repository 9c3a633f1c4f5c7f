import { type Fields, isFields } from '../json.ts';

/** A file that a task made. */
export interface TaskResult {
  /** An address of the web, or a `data:` URL; for `fetchTaskResult`. Most expire within a day. */
  readonly url: string;
  /** As far as its place in the reply tells. */
  readonly kind?: 'video' | 'image' | 'audio';
}

/** Names that an address stands under, or a list of them. */
const addressFields: ReadonlyMap<string, TaskResult['kind']> = new Map([
  ...['url', 'urls', 'result_url', 'output', 'outputs', 'download_url', 'unsigned_urls'].map(
    (name) => [name, undefined] as const,
  ),
  // Where relays of an older version keep the address once there is no failure to tell.
  ['fail_reason', undefined],
  ['uri', undefined],
  ...['video_url', 'videoUrl', 'video'].map((name) => [name, 'video'] as const),
  ...['image_url', 'imageUrl', 'image', 'image_urls', 'imageUrls'].map((name) => [name, 'image'] as const),
  ...['audio_url', 'audioUrl', 'audio'].map((name) => [name, 'audio'] as const),
]);

/** Names of what may hold such fields. Not `input` and the like: what was sent is no result. */
const holders: ReadonlyMap<string, TaskResult['kind']> = new Map([
  ...['data', 'metadata', 'content', 'output', 'outputs', 'result', 'results', 'task_result', 'response'].map(
    (name) => [name, undefined] as const,
  ),
  ...['video', 'videos', 'generateVideoResponse', 'generatedSamples', 'generatedVideos'].map(
    (name) => [name, 'video'] as const,
  ),
  ...['image', 'images'].map((name) => [name, 'image'] as const),
  ...['audio', 'audios'].map((name) => [name, 'audio'] as const),
]);

const deepestHolder = 6;

interface Holder {
  readonly fields: Fields;
  readonly kind: TaskResult['kind'];
}

/**
 * The addresses in a finished task, from the outside in: the outermost that are there count, since relays copy
 * what the service behind them said below their own. Addresses without an origin are the relay's own.
 */
export function readTaskResults(task: Fields, replyUrl: string): readonly TaskResult[] {
  let level: readonly Holder[] = [{ fields: task, kind: undefined }];
  for (let depth = 0; depth < deepestHolder && level.length > 0; depth += 1) {
    const found = level.flatMap((holder) => readAddresses(holder, replyUrl));
    if (found.length > 0) return [...new Map(found.map((result) => [result.url, result])).values()];
    level = level.flatMap(({ fields, kind }) =>
      Object.entries(fields).flatMap(([name, value]) =>
        holders.has(name)
          ? listOf(value)
              .filter(isFields)
              .map((inner) => ({ fields: inner, kind: holders.get(name) ?? kind }))
          : [],
      ),
    );
  }
  return [];
}

function readAddresses({ fields, kind }: Holder, replyUrl: string): TaskResult[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!addressFields.has(name) && !holders.has(name)) return [];
    const ownKind = addressFields.get(name) ?? holders.get(name) ?? kind;
    return listOf(value).flatMap((address) => {
      const url = typeof address === 'string' ? readAddress(address.trim(), replyUrl) : undefined;
      return url === undefined ? [] : [{ url, ...(ownKind && { kind: ownKind }) }];
    });
  });
}

function readAddress(text: string, replyUrl: string): string | undefined {
  if (/^data:(video|image|audio)\//i.test(text)) return text;
  return /^(https?:\/\/|\/[^/])/i.test(text) ? (URL.parse(text, replyUrl)?.href ?? undefined) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
