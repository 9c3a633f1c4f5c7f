/**
 * The bytes of a base64 text, with or without a `data:` prefix, line breaks and padding, in either alphabet;
 * undefined where it is none. A comma or a full stop inside is no base64, and is not skipped.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const base64 = text.replace(/^\s*data:[^,]{0,200},/i, '').replace(/\s+/g, '');
  return /^[\w+/-]+={0,2}$/.test(base64) ? new Uint8Array(Buffer.from(base64, 'base64')) : undefined;
}
