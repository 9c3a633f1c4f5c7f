/** What the pages of the Images tab and the Video Tasks tab may both send. */
import * as z from 'zod/mini';
import { failureAction, logMessage } from './protocolViews.ts';

/** Enough for an image of 64 MB in base64. */
export const maximumBase64Length = 90_000_000;

export const generationMessages = [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('selectModel') }),
  /** A pasted or dropped file, in base64. */
  z.object({
    type: z.literal('addBytes'),
    name: z.string(),
    bytes: z.string().check(z.maxLength(maximumBase64Length)),
  }),
  /** Files dropped from VS Code. */
  z.object({ type: z.literal('addAddresses'), addresses: z.array(z.string()).check(z.maxLength(100)) }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id }),
  logMessage,
] as const;
