import { isErrorJson } from '../errors/errorBody.ts';
import { endOfObject, parseJson } from '../json.ts';
import { isText } from './speechText.ts';

/** An error that a relay appends to audio it had begun is in the last bytes, and short. */
const tailBytes = 4096;

/** Tags that may stand behind the last frame of an mp3, and may be all text. */
const textTag = /^(TAG|LYRICSBEGIN)/;

/** The error that a relay wrote behind audio it had begun, whatever stands around it. */
export function findErrorTail(bytes: Uint8Array): unknown {
  const tail = Buffer.from(bytes.subarray(-tailBytes)).toString('utf8');
  for (const { index } of tail.matchAll(/\{\s*"/g)) {
    const end = endOfObject(tail, index);
    const json = end === -1 ? undefined : parseJson(tail.slice(index, end));
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
