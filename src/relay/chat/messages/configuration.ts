import { type Fields, isFields } from '../../json.ts';
import { configurationByFamily } from '../../models/modelFamilies.ts';
import type { AssistantPart, ChatMessage, ChatRequest, UserPart } from '../chatRequest.ts';
import { type TakesField, takenFields, takesValue } from '../requestFields.ts';
import { shareThinking } from '../thinkingBudget.ts';

/** What is wrong with a message's thinking, is not wrong with the field. Some relays mask `thinking.type`. */
const thinkingWords = /(?<!\bmessages\.\d[\s\S]{0,300})thinking|\*{3}\.(?:type|budget_tokens)/i;

/** How the model is to answer, in the words of the Messages protocol; with more thinking, more may come out in all. */
export function writeConfiguration(request: ChatRequest, takes: TakesField): Fields {
  const { temperature } = request;
  const fields: Fields = { ...takenFields(request.fields, takes), ...writeThinking(request, takes) };
  const { thinking } = fields;
  if (isFields(thinking) && thinking['type'] !== 'disabled') {
    // Services refuse a temperature beside it.
    const { temperature: _, ...others } = fields;
    return others;
  }
  const isSent = temperature !== undefined && takesValue(takes, 'temperature', temperature);
  return { ...fields, ...(isSent && { temperature }) };
}

function writeThinking(request: ChatRequest, takes: TakesField): Fields {
  const { model, maxTokens, outputLimit, toolChoice, messages } = request;
  const { thinking } = configurationByFamily(model);
  const beginning = beginningOf(messages);
  // Who turns thinking off in the middle means the next response.
  const goesOnThinking = beginning === 'thought' && thinking !== undefined;
  const isOff = request.effort === undefined || request.effort === 'none';
  const effort = isOff && goesOnThinking && thinking === 'budget' ? 'minimal' : request.effort;
  if (effort === undefined && !goesOnThinking) return {};
  // Who is made to call a tool can't think before.
  const mayThink = toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none';
  if (thinking === 'adaptive') {
    return {
      // Newer models don't show what they think unless they are asked to.
      ...(mayThink &&
        takes('thinking', thinkingWords) && { thinking: { type: 'adaptive', display: 'summarized' } }),
      ...(effort !== undefined &&
        takesValue(takes, 'output_config', effort, /output_config|effort/i) && {
          output_config: { effort },
        }),
    };
  }
  if (effort === undefined) return {};
  const { budget, maxTokens: maxTokensInAll } = shareThinking(effort, maxTokens, outputLimit);
  const isWritten = budget > 0 && mayThink && beginning !== 'noThought' && takes('thinking', thinkingWords);
  return isWritten
    ? { thinking: { type: 'enabled', budget_tokens: budget }, max_tokens: maxTokensInAll }
    : {};
}

/**
 * How the response began that goes on with the results of its tools; undefined where a new one begins. Where its first
 * round has no thought, it can't think from there on; where it has one, the service wants thinking on up to the end,
 * though later rounds may have none.
 */
function beginningOf(messages: ChatRequest['messages']): 'thought' | 'noThought' | undefined {
  if (!messages.slice(-1).some(hasToolResult)) return undefined;
  const question = messages.findLastIndex((message) => message.role === 'user' && !hasToolResult(message));
  const began = messages.slice(question + 1).find(({ role }) => role === 'assistant')?.content ?? [];
  return typeof began !== 'string' && began.some(isReturnedThought) ? 'thought' : 'noThought';
}

function isReturnedThought(part: UserPart | AssistantPart): boolean {
  return part.type === 'redactedThinking' || (part.type === 'thinking' && part.signature !== undefined);
}

function hasToolResult({ content }: ChatMessage): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'toolResult');
}
