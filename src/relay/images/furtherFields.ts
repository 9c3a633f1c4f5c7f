import * as z from 'zod';
import { normalizeFieldName } from '../chat/requestFields.ts';

/** What a request for images says itself: which model makes what of which images, and how many, which are billed. */
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

/** Fields for which a request has no name, as a person types them or a file has them. They are sent as they are. */
export const furtherFields = z.record(
  z.string().refine((name) => !ownNames.has(normalizeFieldName(name))),
  z.json(),
);
