import * as z from 'zod/mini';

/** A picture of a conversation, in a file of its own: its name is a hash of its bytes. */
export const pictureRecord = z.object({
  file: z.string().check(z.regex(/^[\da-f]{64}\.(png|jpg|gif|webp)$/)),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  /** How large it is; absent where an older version stored it. */
  bytes: z.optional(z.number()),
  /** In pixels; absent where its header doesn't say. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type PictureRecord = z.infer<typeof pictureRecord>;

export const attachmentKinds = [
  'file',
  'folder',
  'selection',
  'editors',
  'problems',
  'terminal',
  'changes',
  'picture',
] as const;

/** What goes to the model with a question, as it was when it was attached. Has a text or a picture. */
export const attachmentRecord = z.object({
  kind: z.enum(attachmentKinds),
  /** What people call it: a path from its workspace folder on, with lines where it is a part of a file. */
  name: z.string(),
  text: z.optional(z.string()),
  /** Of the text, as code fences name it. */
  language: z.optional(z.string()),
  picture: z.optional(pictureRecord),
  /** The image was scaled down, or encoded anew, before it was attached. */
  isScaled: z.optional(z.boolean()),
  /** An estimate of what it costs. */
  tokens: z.optional(z.number()),
});
export type AttachmentRecord = z.infer<typeof attachmentRecord>;
