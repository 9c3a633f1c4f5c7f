import type { CodeSpeech } from '../codeSpeech.ts';
import type { Token } from '../lexer/token.ts';
import type { SignPlace } from './signs.ts';

/** Follows elements in an expression: `<Button disabled>` "tag button, disabled"; what closes them is silent. */
export function createTagReader(speech: CodeSpeech) {
  const { words } = speech;
  /** How many brackets are around each element whose `>` is to come. */
  const open: number[] = [];
  let isClosing = false;
  return {
    isClosing: () => isClosing,
    /** Whether a sign belongs to an element, and so was dealt with. */
    take({ sign, after, isBinary, isSpacedAfter }: SignPlace, token: Token, depth: number): boolean {
      if (isClosing) {
        isClosing = !sign.endsWith('>');
        speech.pause();
        return true;
      }
      const isInside = open.length > 0 && open.at(-1) === depth;
      if (sign === '<' && !isSpacedAfter && after === '/') {
        isClosing = true;
        return true;
      }
      if (sign === '<' && !isSpacedAfter && !isBinary && /^[\p{L}_]/u.test(after)) {
        open.push(depth);
        speech.pause();
        speech.say(words.tag, token);
        speech.space();
        return true;
      }
      if (sign === '<>' || (sign === '<' && after === '>')) return true;
      if (!isInside) return false;
      if (sign === '=') speech.colon();
      else if (sign.endsWith('>')) {
        open.pop();
        speech.pause();
      } else if (sign !== '/') return false;
      return true;
    },
  };
}
