import { isErrorJson } from '../errors/errorBody.ts';
import { parseJson } from '../json.ts';
import { isText } from './speechText.ts';

/** An error that a relay appends to audio it had begun is in the last bytes, and short. */
const tailBytes = 4096;

/** Tags that may stand behind the last frame of an mp3, and may be all text. */
const textTag = /^(TAG|LYRICSBEGIN)/;

/** The error that a relay wrote behind audio it had begun, whatever stands around it. */
export function findErrorTail(bytes: Uint8Array): unknown {
  const tail = Buffer.from(bytes.subarray(-tailBytes)).toString('utf8');
  for (const { index } of tail.matchAll(/\{\s*"/g)) {
    const json = parseJson(readBraces(tail.slice(index)));
    if (isErrorJson(json)) return json;
  }
  return undefined;
}

/** Whether what follows the last frame of an mp3 is words: whatever they say, they are there in place of the rest. */
export function isTextBehindMpeg(rest: Uint8Array): boolean {
  const text = isText(rest) ? new TextDecoder().decode(rest).trim() : '';
  return text !== '' && !textTag.test(text);
}

/** A gateway's page at the very end of audio, in place of the rest. */
export function hasPageAtEnd(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-tailBytes)).toString('latin1');
  return /<(!doctype\s+html|html)[\s>]/i.test(tail);
}

/** A text that begins with a brace, up to the one that closes it; all of it where none does. */
function readBraces(text: string): string {
  let depth = 0;
  // A string is passed over as a whole, up to the end of the text if nothing closes it.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}]/gs)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}
