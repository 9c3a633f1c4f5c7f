/**
 * Limits for the host and the page of the Images tab; in a separate file, so that the page need not load the parser
 * of its messages.
 */

/** Longer prompts are not sent. */
export const maximumPromptLength = 32_000;
export const maximumSources = 16;
/** Total size of the sources of one run, in bytes: the limit of `/v1/images/edits`. */
export const maximumSourceBytes = 64 * 1024 ** 2;
/** Maximum side of a source that is redrawn for a chat model, in pixels. */
export const convertedSide = 2_000;

/** Suffix of a thumbnail's file name, after the name of the image. */
export const thumbnailEnding = '.thumbnail.webp';

export function thumbnailOf(file: string): string {
  return file + thumbnailEnding;
}
