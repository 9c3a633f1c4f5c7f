import { configurationByFamily } from '../../models/modelFamilies.ts';
import type { ChatRequest } from '../chatRequest.ts';
import type { TakesField } from '../requestFields.ts';
import { takesValue } from '../requestFields.ts';
import { shareThinking } from '../thinkingBudget.ts';

/** How much a model is to think, in the words of the generate-content protocol: entries of `generationConfig`. */
export function writeThinking({ model, effort, maxTokens, outputLimit }: ChatRequest, takes: TakesField) {
  if (effort === undefined || !takesValue(takes, 'thinkingConfig', effort, /thinking/i)) return {};
  if (configurationByFamily(model).thinking === 'level') {
    return { thinkingConfig: { includeThoughts: true, thinkingLevel: effort.toUpperCase() } };
  }
  const { budget, maxTokens: maxTokensInAll } = shareThinking(effort, maxTokens, outputLimit);
  return {
    thinkingConfig: { ...(budget > 0 && { includeThoughts: true }), thinkingBudget: budget },
    maxOutputTokens: maxTokensInAll,
  };
}
