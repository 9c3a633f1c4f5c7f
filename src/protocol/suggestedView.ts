import * as z from 'zod/mini';

/** The active file or selection, which can be added to the message. */
export const suggestedView = z.object({
  kind: z.enum(['file', 'selection']),
  name: z.string(),
  /** Whether it is added automatically. */
  isIncluded: z.boolean(),
  /** Whether it is prose rather than code. */
  isProse: z.optional(z.boolean()),
  /** Number of problems in the file; absent if there are none, or for a selection. */
  problems: z.optional(z.number()),
});
export type SuggestedView = z.infer<typeof suggestedView>;

/** Codicons in front of suggestions. */
const suggestionIcon = z.enum([
  'file',
  'folder',
  'file-media',
  'list-selection',
  'files',
  'error',
  'terminal',
  'git-compare',
  'comment-discussion',
  'symbol-class',
  'symbol-constant',
  'symbol-enum',
  'symbol-field',
  'symbol-interface',
  'symbol-method',
  'symbol-misc',
  'symbol-property',
  'symbol-variable',
]);
export type SuggestionIcon = z.infer<typeof suggestionIcon>;

/** A suggestion while typing. */
export const suggestionView = z.object({
  /** The address of a file, symbol or chat, or a prompt's name. */
  value: z.string(),
  label: z.string(),
  detail: z.string(),
  /** Absent: the icon of its kind. */
  icon: z.optional(suggestionIcon),
  /** The text that replaces the typed `#…` of an attachment; absent: none. */
  mention: z.optional(z.string()),
});
export type SuggestionView = z.infer<typeof suggestionView>;
