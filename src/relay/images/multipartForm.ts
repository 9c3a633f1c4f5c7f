import { randomUUID } from 'node:crypto';

export interface FilePart {
  readonly field: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A form with files as the body of a request (multipart/form-data), the plain fields first. */
export function encodeForm(
  fields: readonly (readonly [name: string, value: string])[],
  files: readonly FilePart[],
): { contentType: string; bytes: Uint8Array } {
  // Made of chance after the parts were there, so it can't be in them.
  const boundary = `model-relay-${randomUUID()}`;
  const pieces: (string | Uint8Array)[] = [];
  for (const [name, value] of fields) {
    pieces.push(`--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"\r\n\r\n${value}\r\n`);
  }
  for (const { field, fileName, mediaType, bytes } of files) {
    pieces.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quote(field)}"; filename="${quote(fileName)}"\r\n` +
        `Content-Type: ${mediaType}\r\n\r\n`,
      bytes,
      '\r\n',
    );
  }
  pieces.push(`--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))),
  };
}

/** Names as browsers write them: the three characters that would end the name or its line are encoded. */
function quote(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
