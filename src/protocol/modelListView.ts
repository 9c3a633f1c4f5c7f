import * as z from 'zod/mini';
import { failureView } from './protocolViews.ts';

/** A chat model that can be selected. Unknown facts are absent. */
const modelEntryView = z.object({
  id: z.string(),
  /** Its display name, if it differs from the ID. */
  name: z.optional(z.string()),
  provider: z.optional(z.string()),
  contextTokens: z.optional(z.number()),
  takesTools: z.optional(z.boolean()),
  takesImages: z.optional(z.boolean()),
  thinks: z.optional(z.boolean()),
  /** US dollars per token. */
  prices: z.optional(z.object({ input: z.number(), output: z.number() })),
  isPinned: z.optional(z.boolean()),
  /** Whether the relay does not list it. */
  isUnlisted: z.optional(z.boolean()),
});
export type ModelEntryView = z.infer<typeof modelEntryView>;

/** The model menu: each model once, in groups, in their order. */
export const modelListView = z.object({
  sections: z.array(z.object({ title: z.string(), models: z.array(modelEntryView) })),
  /** Whether the relay's lists are being read. */
  isLoading: z.boolean(),
  /** Why they could not be read; what is listed then is the last good list. */
  failure: z.optional(failureView),
  /** How old the list is, or that it is incomplete. */
  notice: z.optional(z.string()),
});
export type ModelListView = z.infer<typeof modelListView>;
