import { invisibleCharacters } from '../../../text/invisibleCharacters.ts';

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
const maxNamedLeftOut = 100;
/** A folder is looked through no further than this. */
export const maxWalkedFiles = 5_000;

export const maxProblems = 200;
export const maxTerminalCharacters = 200_000;
export const maxChangesCharacters = 400_000;
export const maxChatCharacters = 200_000;

/** Of an image file, before it is scaled down. */
export const maxImageFileBytes = 30_000_000;

/** A text of several that go as one. */
export interface BundleText {
  readonly name: string;
  readonly text: string;
}

export interface BundleLeftOut {
  readonly name: string;
  /** In English: it is for the model. */
  readonly reason: string;
}

/** Several files as one text: what is in it, what was left out and why, then each of them. */
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

/** How a code fence names the language of a file: by how its name ends, which highlighters know as well. */
export function fenceLanguage(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^(?:Dockerfile|Makefile)\b/i.test(name)) return name.slice(0, 10).toLowerCase().replace(/\W.*/, '');
  return /\.([a-z\d+#-]{1,12})$/i.exec(name)?.[1]?.toLowerCase();
}

const longestName = 300;

/** A name of a file, fit to be shown and sent: on one line, not too long, with nothing in it that can't be seen. */
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

/** Undefined for bytes that are in another encoding, or no text. A mark at the beginning is no part of the text. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** So much of a file shows whether it is a text. */
const lookedAtCharacters = 8_192;

/** Texts have hardly any control characters; escape sequences of terminals are a few. */
export function isReadable(text: string): boolean {
  const start = text.slice(0, lookedAtCharacters);
  const strange = start.match(/[\p{Cc}\ufffd]/gu)?.filter((one) => !'\t\n\r\f\u001b\u0085'.includes(one));
  return (strange?.length ?? 0) <= start.length / 50;
}
