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
  // What is at the end tells files apart.
  return clean.length > longestName
    ? `…${clean.slice(1 - longestName).replace(/^[\udc00-\udfff]/, '')}`
    : clean;
}

/** Whether bytes are text; `unknown` if they may be text in another encoding. */
type ReadBytes = { readonly type: 'text'; readonly text: string } | { readonly type: 'binary' | 'unknown' };

/** So much of a file shows whether it is a text. */
const lookedAtBytes = 8_192;

/** Reads UTF-8, and UTF-16 by its mark or by its zeros. A mark at the beginning is no part of the text. */
export function readTextBytes(bytes: Uint8Array): ReadBytes {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  const start = bytes.subarray(0, lookedAtBytes);
  const zeros = [0, 0] as [number, number];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++;
  const [even, odd] = zeros;
  if (even + odd === 0) return decode(bytes, 'utf-8');
  // Half of the bytes of mostly Latin UTF-16 are zero, all on the same side.
  if (bytes.length % 2 === 0 && odd > start.length / 4 && even === 0) return decode(bytes, 'utf-16le');
  if (bytes.length % 2 === 0 && even > start.length / 4 && odd === 0) return decode(bytes, 'utf-16be');
  return { type: 'binary' };
}

function decode(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): ReadBytes {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return isReadable(text) ? { type: 'text', text } : { type: 'binary' };
  } catch {
    return { type: encoding === 'utf-8' && isReadableLatin(bytes) ? 'unknown' : 'binary' };
  }
}

/** Texts have hardly any control characters; escape sequences of terminals are a few. */
export function isReadable(text: string): boolean {
  const start = text.slice(0, lookedAtBytes);
  const strange = start.match(/[\p{Cc}\ufffd]/gu)?.filter((one) => !'\t\n\r\f\u001b\u0085'.includes(one));
  return (strange?.length ?? 0) <= start.length / 50;
}

function isReadableLatin(bytes: Uint8Array): boolean {
  return isReadable(
    Buffer.from(bytes.subarray(0, lookedAtBytes))
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, 'a'),
  );
}
