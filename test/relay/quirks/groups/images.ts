import { type JsonObject, objectOf } from '../../wire/fields.ts';
import { body, forPaths, type Quirk } from '../quirk.ts';
import { error } from './errors/errorReply.ts';

/** Changes each image of a reply, in the list where it stands. */
function each(does: string, name: 'data' | 'predictions', change: (picture: JsonObject) => unknown): Quirk {
  return body(does, (fields) => ({ ...fields, [name]: picturesOf(fields, name).map(change) }));
}

function picturesOf(fields: JsonObject, name: string): readonly JsonObject[] {
  return Array.isArray(fields[name]) ? fields[name].map(objectOf) : [];
}

function withPrefix(picture: JsonObject, name: string): JsonObject {
  const { [name]: base64 } = picture;
  return typeof base64 === 'string' ? { ...picture, [name]: `data:image/png;base64,${base64}` } : picture;
}

/** Lines of events: each has its type in it, and as its name. */
function writeEvents(events: readonly JsonObject[]): string {
  return events.map((event) => `event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const upstreamFailure = { code: 'InternalServiceError', message: 'The picture could not be made.' };

/** Images as different providers send them. */
export const imageQuirks = {
  ...forPaths(/^\/v1\/images\/(edits|generations)$/, {
    'edits-data-uri': each('base64 with data:image/png;base64, before it', 'data', (picture) =>
      withPrefix(picture, 'b64_json'),
    ),
    'edits-nulls': each('the field that is not meant is null', 'data', (picture) => ({
      url: null,
      b64_json: null,
      revised_prompt: null,
      ...picture,
    })),
    'edits-extra-fields': body('sizes, qualities and usage around the pictures', (fields) => ({
      ...fields,
      data: picturesOf(fields, 'data').map((picture) => ({
        ...picture,
        size: '1024x1024',
        revised_prompt: 'A picture.',
      })),
      background: 'opaque',
      output_format: 'png',
      quality: 'high',
      size: '1024x1024',
      usage: { generated_images: 1, input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    })),
    'edits-one-failed': body('one more picture, which failed', (fields) => ({
      ...fields,
      data: [...picturesOf(fields, 'data'), { error: upstreamFailure }],
    })),
    'edits-fewer': body('one picture less than asked for', (fields) => ({
      ...fields,
      data: picturesOf(fields, 'data').slice(1),
    })),
    'edits-events': body('events, with an unfinished picture before each', (fields) =>
      writeEvents(
        picturesOf(fields, 'data').flatMap((picture) => [
          { type: 'image_edit.partial_image', partial_image_index: 0, ...picture },
          { type: 'image_edit.completed', ...picture, usage: { total_tokens: 2 } },
        ]),
      ),
    ),
    'edits-events-one-failed': body('events, of which one is a failure', (fields) =>
      writeEvents([
        ...picturesOf(fields, 'data').map((picture, index) => ({
          type: 'image_generation.partial_succeeded',
          image_index: index,
          size: '1024x1024',
          ...picture,
        })),
        { type: 'image_generation.partial_failed', image_index: 1, error: upstreamFailure },
        { type: 'image_generation.completed', usage: { generated_images: 1, total_tokens: 1 } },
      ]).concat('data: [DONE]\n\n'),
    ),
    'edits-empty': body('no pictures', (fields) => ({ ...fields, data: [] })),
    'edits-null': body('data is null', (fields) => ({ ...fields, data: null })),
  }),
  ...forPaths(/^\/v1beta\/models\/.+:predict$/, {
    'predict-data-uri': each('base64 with data:image/png;base64, before it', 'predictions', (picture) =>
      withPrefix(picture, 'bytesBase64Encoded'),
    ),
    'predict-without-type': each('no mimeType', 'predictions', ({ mimeType, ...picture }) => picture),
    'predict-extra-fields': each('safety attributes and a prompt', 'predictions', (picture) => ({
      ...picture,
      safetyAttributes: { categories: ['Violence'], scores: [0.1] },
      prompt: 'A picture.',
    })),
    'predict-in-data': body('in the shape of image edits', (fields) => ({
      created: 1,
      data: picturesOf(fields, 'predictions').map(({ bytesBase64Encoded: base64 }) => ({ b64_json: base64 })),
    })),
    'predict-filtered': each('every picture was filtered', 'predictions', () => ({
      raiFilteredReason: 'The picture was filtered because it might be against the rules.',
    })),
    'predict-one-filtered': body('one more picture, which was filtered', (fields) => ({
      predictions: [...picturesOf(fields, 'predictions'), { raiFilteredReason: 'Filtered: violence.' }],
    })),
    'predict-fewer': body('one picture less than asked for', (fields) => ({
      predictions: picturesOf(fields, 'predictions').slice(1),
    })),
    'predict-safety-entry': body('an entry about the prompt behind the pictures', (fields) => ({
      predictions: [
        ...picturesOf(fields, 'predictions'),
        { contentType: 'Positive Prompt', safetyAttributes: { categories: [], scores: [] } },
      ],
    })),
    'predict-gone': error(404, {
      error: {
        code: 404,
        message:
          'models/imagen-4.0-generate-001 is not found for API version v1beta, or is not supported for predict.',
        status: 'NOT_FOUND',
      },
    }),
    'predict-empty': body('predictions is an empty list', () => ({ predictions: [] })),
    'predict-nothing': body('an empty object', () => ({})),
  }),
};
