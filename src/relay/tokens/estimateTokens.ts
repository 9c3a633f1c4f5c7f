import { estimateTokenCount } from 'tokenx';

/** What tokenx misjudges: it takes random text and some scripts for English words, and Chinese for rare characters. */
const languageConfigs = [
  // Hashes, keys, signatures, base64: tokens have two characters at most, and those only by chance.
  { pattern: /^(?=[A-Za-z\d]{12})[A-Za-z]*(?:\d+[A-Za-z]+){3}/, averageCharsPerToken: 1.55 },
  { pattern: /\p{Script=Han}/u, averageCharsPerToken: 1.4 },
  // Hebrew, Arabic, the scripts of India, Thai.
  { pattern: /[\u0590-\u0EFF]/, averageCharsPerToken: 2.5 },
];

/**
 * Estimates the tokens of a text: within a sixth of `o200k_base` for texts of a page and more in code, English and
 * Chinese. Tokenizers of other models differ from that by a factor of their own; see `tokenCorrection.ts`.
 */
export function estimateTokens(text: string): number {
  return text === '' ? 0 : Math.max(1, estimateTokenCount(text, { languageConfigs }));
}
