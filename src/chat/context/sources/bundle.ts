import { maxNamedLeftOut } from '../attachmentLimits.ts';

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
