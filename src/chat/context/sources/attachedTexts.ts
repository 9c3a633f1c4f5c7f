import { invisibleCharacters } from '../../../text/invisibleCharacters.ts';

/** Limits of attachments. */

/** Limit of one file. */
export const maxFileBytes = 1_000_000;
/** Limit of all attachments of one prompt. */
export const maxTokens = 200_000;
export const maxAttachments = 50;

/** Limit of a folder, or of all open editors. */
export const maxBundleFiles = 200;
export const maxBundleCharacters = 400_000;
/** Maximum number of left-out files that a folder's listing names. */
const maxNamedLeftOut = 100;
/** Maximum number of entries to look at in a folder. */
export const maxWalkedFiles = 5_000;

export const maxProblems = 200;
export const maxTerminalCharacters = 200_000;
export const maxChangesCharacters = 400_000;
export const maxChatCharacters = 200_000;

/** Limit of an image file before it is scaled down. */
export const maxImageFileBytes = 30_000_000;

/** One of several texts that are attached as one. */
export interface BundleText {
  readonly name: string;
  readonly text: string;
}

export interface BundleLeftOut {
  readonly name: string;
  /** In English: it is for the model. */
  readonly reason: string;
}

/** Several files as one text: a listing, the files that were left out and why, then the content of each file. */
export function bundleTexts(
  heading: string,
  texts: readonly BundleText[],
  leftOut: readonly BundleLeftOut[],
  isCutShort = false,
): string {
  const lines = [`${heading}: ${texts.length === 1 ? '1 file' : `${texts.length} files`}`];
  lines.push(...texts.map(({ name }) => `- ${name}`));
  if (leftOut.length > 0 || isCutShort) {
    lines.push('', 'Left out:');
    lines.push(...leftOut.slice(0, maxNamedLeftOut).map(({ name, reason }) => `- ${name} (${reason})`));
    const more = leftOut.length - maxNamedLeftOut;
    if (more > 0) lines.push(`- and ${more} more`);
    if (isCutShort) lines.push('- whatever else is there: there is too much of it to list');
  }
  for (const { name, text } of texts) lines.push('', `===== ${name} =====`, text.replace(/\n$/, ''));
  return `${lines.join('\n')}\n`;
}

/** The language of a file for a code fence: its extension, which highlighters also know. */
export function fenceLanguage(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^(?:Dockerfile|Makefile)\b/i.test(name)) return name.slice(0, 10).toLowerCase().replace(/\W.*/, '');
  return /\.([a-z\d+#-]{1,12})$/i.exec(name)?.[1]?.toLowerCase();
}

const longestName = 300;

/** A file name that can be shown and sent: on one line, not too long, without invisible characters. */
export function cleanName(name: string): string {
  const clean = name
    .slice(0, 10 * longestName)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(invisibleCharacters, '')
    .trim();
  // Keep the end of the name, which tells files apart.
  return clean.length > longestName
    ? `…${clean.slice(1 - longestName).replace(/^[\udc00-\udfff]/, '')}`
    : clean;
}

/** Undefined for bytes in another encoding, or that are not text. A byte order mark is not part of the text. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** How much of a file to check to tell whether it is text. */
const lookedAtCharacters = 8_192;

/** Text has hardly any control characters, apart from some terminal escape sequences. */
export function isReadable(text: string): boolean {
  const start = text.slice(0, lookedAtCharacters);
  const strange = start.match(/[\p{Cc}\ufffd]/gu)?.filter((one) => !'\t\n\r\f\u001b\u0085'.includes(one));
  return (strange?.length ?? 0) <= start.length / 50;
}
