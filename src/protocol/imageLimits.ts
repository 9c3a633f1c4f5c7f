/** What host and page of the Images tab hold to; here, so that the page need not load the parser of its messages. */

/** A prompt that is longer is not sent. */
export const maximumPromptLength = 32_000;
export const maximumSources = 16;
/** Sources of one run together, in bytes: what `/v1/images/edits` takes. */
export const maximumSourceBytes = 64 * 1024 ** 2;
/** The longest side of a source that is drawn anew for a chat model, in pixels. */
export const convertedSide = 2_000;

/** What the name of an image's small image has behind the image's own. */
export const thumbnailEnding = '.thumbnail.webp';

export function thumbnailOf(file: string): string {
  return file + thumbnailEnding;
}
