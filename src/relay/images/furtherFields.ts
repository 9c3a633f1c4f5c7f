import * as z from 'zod';
import { normalizeFieldName } from '../chat/requestFields.ts';

/**
 * Fields that a request for images sets itself: the model, the action, the source images, and the number of images,
 * which are billed.
 */
const ownNames: ReadonlySet<string> = new Set(
  [
    'model',
    'prompt',
    'instances',
    'n',
    'sampleCount',
    'numberOfImages',
    'image',
    'image[]',
    'images',
    'mask',
  ].map(normalizeFieldName),
);

/** Additional fields, as a person types them or a file has them. Sent unchanged. */
export const furtherFields = z.record(
  z.string().refine((name) => !ownNames.has(normalizeFieldName(name))),
  z.json(),
);
