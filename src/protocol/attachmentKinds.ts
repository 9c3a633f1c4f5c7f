/**
 * The kinds of attachments. For a new kind, the compiler asks for its icon here, for its entry in the picker
 * (`chat/context/attachmentPicker.ts`), and for how it is gathered (`attachments.ts` there).
 */
export const attachmentKinds = [
  'file',
  'folder',
  'picture',
  'selection',
  'editors',
  'problems',
  'terminal',
  'changes',
] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** Codicons in front of attachments. */
export const attachmentIcons = {
  file: 'file',
  folder: 'folder',
  picture: 'file-media',
  selection: 'list-selection',
  editors: 'files',
  problems: 'error',
  terminal: 'terminal',
  changes: 'git-compare',
} as const satisfies Readonly<Record<AttachmentKind, string>>;
