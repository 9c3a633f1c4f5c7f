/** Limits of attachments. */

/** Of one file. */
export const maxFileBytes = 1_000_000;
/** Of all attachments of one prompt. */
export const maxTokens = 200_000;
export const maxAttachments = 50;

/** Of a folder, or of all open editors. */
export const maxBundleFiles = 200;
export const maxBundleCharacters = 400_000;
/** A folder's listing names so many of those that were left out. */
export const maxNamedLeftOut = 100;
/** A folder is looked through no further than this. */
export const maxWalkedFiles = 5_000;

export const maxProblems = 200;
export const maxTerminalCharacters = 200_000;
export const maxChangesCharacters = 400_000;

/** Of an image file, before it is scaled down. */
export const maxImageFileBytes = 30_000_000;
