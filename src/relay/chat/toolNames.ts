import { createHash } from 'node:crypto';

const longestName = 64;
/** Names that every protocol accepts; generate content requires a letter or `_` first. */
const safeName = /^[A-Za-z_][\w-]{0,63}$/;

/**
 * A tool's name as models get it. A name that had to be changed includes a hash of the original: so it is the same in
 * every request, whichever other tools there are, and unique to the tool.
 */
export function toGivenName(name: string): string {
  if (safeName.test(name)) return name;
  const hash = `_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  const safe = name.replace(/[^\w-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
  return safe.slice(0, longestName - hash.length) + hash;
}
