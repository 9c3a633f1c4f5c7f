import * as z from 'zod/mini';
import { type Fields, isFields } from '../json.ts';
import { taskStates } from './taskLayers.ts';

type Path = `/${string}`;

/** Whether this is a path below the base URL: no dotted part may lead out of it, no second slash to another host. */
function isPath(text: unknown): text is Path {
  return typeof text === 'string' && /^(?!.*\/(\.|%2e){1,2}([/?]|$))\/(?!\/)[^\s#\\]*$/i.test(text);
}

/** Not aborting, so that the union below reports the problem of the kind that fits otherwise. */
const options = { abort: false };
const path = z.custom<Path>(isPath, options);
const pathWithId = z.custom<Path>((text) => isPath(text) && text.includes('{id}'), options);
const pointer = z.custom<Path>((text) => typeof text === 'string' && text.startsWith('/'), options);

const pathsFields = {
  /** With '{model}' in place of the model, if the path contains it. */
  submit: path,
  /** The path to get the result itself from the relay. */
  content: z.exactOptional(pathWithId),
  /** The path to cancel a task; no such path is common to many relays. POST by default. */
  cancel: z.exactOptional(pathWithId),
  cancelMethod: z.exactOptional(z.enum(['POST', 'DELETE'])),
  /** Required fields of the body: without them, nothing is submitted. */
  needs: z.exactOptional(z.readonly(z.array(z.string()))),
  /** How a request becomes a body: see `createTaskBody`. */
  body: z.exactOptional(z.record(z.string(), z.json())),
  /** The relay's own words for states, in addition to the known ones. */
  states: z.exactOptional(z.partialRecord(z.enum(taskStates), z.readonly(z.array(z.string())))),
  /** JSON pointers into replies, such as '/output/videos/0/url', for values that can't be found otherwise. */
  at: z.exactOptional(
    z.strictObject({
      id: z.exactOptional(pointer),
      state: z.exactOptional(pointer),
      results: z.exactOptional(pointer),
    }),
  ),
};
export const taskPathsSchema = z.union([
  /** With '{id}' in place of the task's ID. */
  z.strictObject({ ...pathsFields, query: pathWithId, queryMethod: z.exactOptional(z.literal('GET')) }),
  /** Sends `{"ids": ["<id>"]}`, and the path may do without '{id}'. */
  z.strictObject({ ...pathsFields, query: path, queryMethod: z.literal('POST') }),
]);

/**
 * The paths to submit and query tasks of a kind. The contract says that they exist, but shows no path (section 4,
 * rule 6), so any paths can be given; known ones are in `taskPaths`.
 */
export type TaskPaths = Readonly<z.infer<typeof taskPathsSchema>>;

/** Parses paths that a person wrote; or tells where something is missing, unknown or of the wrong kind. */
export function parseTaskPaths(
  value: unknown,
): { readonly paths: TaskPaths } | { readonly problemAt: string } {
  const { data, error } = taskPathsSchema.safeParse(value);
  if (data) return { paths: data };
  const [issue] = error?.issues ?? [];
  // Both kinds of paths fail; report the problem with the first one, which nearly all paths are.
  const [inner = issue] = issue?.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  const names = inner?.code === 'unrecognized_keys' ? inner.keys : (inner?.path ?? []);
  return { problemAt: names.join('.') };
}

const filmBody = { model: '{model}', prompt: '{prompt}', size: '{size}', image: '{source}' };

/** The known paths of relays and the services behind them, by name. */
export const taskPaths = {
  videoGenerations: {
    submit: '/v1/video/generations',
    query: '/v1/video/generations/{id}',
    needs: ['model', 'prompt'],
    body: { ...filmBody, duration: '{seconds}' },
  },
  videos: {
    submit: '/v1/videos',
    query: '/v1/videos/{id}',
    content: '/v1/videos/{id}/content',
    needs: ['model', 'prompt'],
    body: { ...filmBody, seconds: '{secondsText}' },
  },
  klingTextToVideo: {
    submit: '/kling/v1/videos/text2video',
    query: '/kling/v1/videos/text2video/{id}',
    needs: ['prompt'],
    body: {
      model_name: '{model}',
      prompt: '{prompt}',
      duration: '{secondsText}',
      aspect_ratio: '{size}',
    },
  },
  klingImageToVideo: {
    submit: '/kling/v1/videos/image2video',
    query: '/kling/v1/videos/image2video/{id}',
    needs: ['image'],
    body: {
      model_name: '{model}',
      prompt: '{prompt}',
      duration: '{secondsText}',
      image: '{sourceBase64}',
    },
  },
  sunoMusic: { submit: '/suno/submit/music', query: '/suno/fetch/{id}' },
  sunoLyrics: { submit: '/suno/submit/lyrics', query: '/suno/fetch/{id}', needs: ['prompt'] },
  midjourneyImagine: {
    submit: '/mj/submit/imagine',
    query: '/mj/task/{id}/fetch',
    content: '/mj/image/{id}',
    needs: ['prompt'],
    body: { prompt: '{prompt}', base64Array: ['{source}'] },
  },
  veo: {
    submit: '/v1beta/models/{model}:predictLongRunning',
    query: '/v1beta/{id}',
    body: {
      instances: [
        {
          prompt: '{prompt}',
          image: { bytesBase64Encoded: '{sourceBase64}', mimeType: '{sourceType}' },
        },
      ],
      parameters: { durationSeconds: '{seconds}', aspectRatio: '{size}' },
    },
  },
  seedance: {
    submit: '/api/v3/contents/generations/tasks',
    query: '/api/v3/contents/generations/tasks/{id}',
    cancel: '/api/v3/contents/generations/tasks/{id}',
    cancelMethod: 'DELETE',
    body: {
      model: '{model}',
      content: [
        { type: 'text', text: '{prompt}' },
        { type: 'image_url', image_url: { url: '{source}' } },
      ],
      duration: '{seconds}',
      ratio: '{size}',
    },
  },
  grok: {
    submit: '/v1/videos/generations',
    query: '/v1/videos/{id}',
    body: {
      model: '{model}',
      prompt: '{prompt}',
      duration: '{seconds}',
      aspect_ratio: '{size}',
      image: { url: '{source}' },
    },
  },
  openRouter: {
    submit: '/api/v1/videos',
    query: '/api/v1/videos/{id}',
    body: {
      model: '{model}',
      prompt: '{prompt}',
      duration: '{seconds}',
      size: '{size}',
      frame_images: [{ type: 'image_url', image_url: { url: '{source}' }, frame_type: 'first_frame' }],
    },
  },
} satisfies Readonly<Record<string, TaskPaths>>;

/** The values for a body. */
interface TaskIngredients {
  readonly model: string;
  readonly prompt: string;
  readonly seconds?: number | undefined;
  readonly size?: string | undefined;
  /** An image. */
  readonly source?: { readonly bytes: Uint8Array; readonly mediaType: string } | undefined;
  /** Additional fields; they override the template's, and objects are merged field by field. */
  readonly further?: Fields | undefined;
}

/**
 * The body for a request, from the paths' template: a string '{name}' becomes the request's value of that name.
 * Without a value, the field is left out; so is a whole list element without any value of the request. Names: model,
 * prompt, seconds, secondsText, size, source (a data URL), sourceBase64, sourceType.
 */
export function createTaskBody(
  { body = { ...filmBody, seconds: '{seconds}' } }: TaskPaths,
  { model, prompt, seconds, size, source, further = {} }: TaskIngredients,
): Fields {
  const sourceBase64 = source && Buffer.from(source.bytes).toString('base64');
  const values: Fields = {
    model,
    prompt: prompt || undefined,
    seconds,
    secondsText: seconds === undefined ? undefined : String(seconds),
    size,
    source: source && `data:${source.mediaType};base64,${sourceBase64}`,
    sourceBase64,
    sourceType: source?.mediaType,
  };
  const filled = fill(body, values);
  return merge(isFields(filled) ? filled : {}, further);
}

function fill(template: unknown, values: Fields): unknown {
  if (typeof template === 'string') {
    const [, name = ''] = /^\{(\w+)\}$/.exec(template) ?? [];
    return Object.hasOwn(values, name) ? values[name] : template;
  }
  if (Array.isArray(template)) {
    const kept = template.filter((item) => isFilled(item, values)).map((item) => fill(item, values));
    return kept.length > 0 || template.length === 0 ? kept : undefined;
  }
  if (!isFields(template)) return template;
  const fields = Object.entries(template)
    .map(([name, value]) => [name, fill(value, values)] as const)
    .filter(([, value]) => value !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** Whether a list element has no placeholders, or at least one whose value is not undefined. */
function isFilled(item: unknown, values: Fields): boolean {
  const names = [...JSON.stringify(item).matchAll(/"\{(\w+)\}"/g)].map(([, name = '']) => name);
  return (
    names.length === 0 || names.some((name) => !Object.hasOwn(values, name) || values[name] !== undefined)
  );
}

function merge(own: Fields, further: Fields): Fields {
  const both = Object.entries(further).map(([name, value]) => {
    const before = own[name];
    return [name, isFields(before) && isFields(value) ? merge(before, value) : value] as const;
  });
  return { ...own, ...Object.fromEntries(both) };
}
