import * as z from 'zod/mini';

/** The active file or selection, which can be added to the message. */
export const suggestedView = z.object({
  kind: z.enum(['file', 'selection']),
  name: z.string(),
  /** Whether it goes along by itself. */
  isIncluded: z.boolean(),
});
export type SuggestedView = z.infer<typeof suggestedView>;
