import { RelayError } from '../../../relay/relayError.ts';

/** Words for what was sent, and for there being too much of it, near each other and in any order. */
const text = String.raw`\b(?:input|text|content|string|characters?|bytes|length)\b`;
const tooMuch = String.raw`\b(?:too (?:long|large|big)|exceed\w*|over the limit|at most|max(?:imum)?|limit)\b`;
const english = new RegExp(`${text}[^.]{0,80}${tooMuch}|${tooMuch}[^.]{0,60}${text}`, 'i');
const chinese =
  /(?:文本|输入|内容|字符|字数|字节|长度).{0,30}(?:过长|超长|太长|超出|超过|超限|上限|最多|最大)/;
/** Limits of something else that may be said in the same words. */
const otherLimits = /\b(?:rate|concurren\w*|quota|credits?|speed|pitch|volume)\b|频率|并发|额度|余额/i;

/**
 * Whether a relay refused a text because of its length, so that half of it may do. A status for it is clear; where
 * only words say so, they must speak of the text, and of nothing else that has limits.
 */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof RelayError)) return false;
  const { kind, details } = error;
  if (kind === 'requestTooLarge') return true;
  if (kind !== 'invalidRequest' && kind !== 'server') return false;
  // Without the relay's words it is our own check, or nobody knows. Codes stand among them at times.
  const words = (details.relayMessage ?? '').replaceAll('_', ' ');
  return (english.test(words) || chinese.test(words)) && !otherLimits.test(words);
}
