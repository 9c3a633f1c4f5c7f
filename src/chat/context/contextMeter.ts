import type { ContextView } from '../../protocol/protocolViews.ts';
import { estimateTokens } from '../../relay/tokens/estimateTokens.ts';
import { usualPictureTokens } from '../../relay/tokens/pictureSize.ts';
import { sentTurns } from '../model/chatMessages.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Answer, AnswerPart, Prompt, Turn } from '../model/message.ts';
import type { AttachmentRecord } from '../model/records.ts';

interface MeteredContext {
  /** All turns of the branch, oldest first. */
  readonly turns: readonly Turn[];
  /** The text of the draft. */
  readonly draft: string;
  readonly attachments: readonly AttachmentRecord[];
  readonly system: string;
  /** Tokens of the tools that are sent; 0 without any. */
  readonly toolTokens?: number;
  /** The model's context, if known. */
  readonly limit?: number | undefined;
}

/** Tokens around every message. */
const tokensAroundMessage = 4;
/** A relay's count is used only if it is at least this share of our estimate. */
const leastShare = 0.4;

interface AnswerCost {
  readonly estimate: number;
  /** Counted by the relay: the prompt with everything before it, and the response. */
  readonly counted?: { readonly input: number; readonly output: number };
}

/**
 * How full the context would be if the draft were sent now. Uses the relay's count of the last response if there is
 * one, and estimates the rest. Each message is estimated once; after that, a keystroke only costs an estimate of the
 * draft.
 */
export function createContextMeter() {
  const prompts = new WeakMap<Prompt, number>();
  const answers = new WeakMap<Answer, AnswerCost>();
  const [draftTokens, systemTokens] = [createEstimate(), createEstimate()];

  function tokensOfPrompt(prompt: Prompt): number {
    let tokens = prompts.get(prompt);
    if (tokens === undefined) {
      tokens = estimateTokens(prompt.text) + sum(prompt.attachments, attachmentTokens) + tokensAroundMessage;
      prompts.set(prompt, tokens);
    }
    return tokens;
  }

  function costOf(answer: Answer): AnswerCost {
    const known = answers.get(answer);
    if (known) return known;
    const cost = estimateAnswer(answer);
    // Do not cache a streaming response, whose cost still grows.
    if (answer.end) answers.set(answer, cost);
    return cost;
  }

  return {
    measure({
      turns: branch,
      draft,
      attachments,
      system,
      toolTokens = 0,
      limit,
    }: MeteredContext): ContextView {
      const fixed = systemTokens(system) + toolTokens;
      const { summary, turns } = sentTurns(branch);
      // The relay's count covers the messages that were summarized, not the summary itself.
      let tokens = fixed + (summary ? costOf(summary).estimate + tokensAroundMessage : 0);
      let isEstimate = tokens > 0;
      for (const { prompt, answer } of turns) {
        const { estimate, counted } = costOf(answer);
        // A prompt without a response is not sent again.
        if (estimate === 0) continue;
        const asked = tokens + tokensOfPrompt(prompt);
        // A relay's count far below our estimate can't cover the whole request.
        const isCounted = counted !== undefined && counted.input >= asked * leastShare;
        tokens = isCounted ? counted.input + counted.output : asked + estimate + tokensAroundMessage;
        isEstimate = !isCounted;
      }
      if (draft !== '' || attachments.length > 0) {
        tokens += draftTokens(draft) + sum(attachments, attachmentTokens) + tokensAroundMessage;
        isEstimate = true;
      }
      return { tokens, isEstimate, ...(limit !== undefined && { limit }) };
    },
  };
}

/** The estimated tokens of a text that rarely changes: the last result is cached. */
export function createEstimate(): (text: string) => number {
  let last = { text: '', tokens: 0 };
  return (text) => {
    if (text !== last.text) last = { text, tokens: estimateTokens(text) };
    return last.tokens;
  };
}

/** The costs of all responses of a conversation, including hidden ones: each was paid for. */
export function sumCosts({
  messages,
}: Pick<Conversation, 'messages'>): Pick<ContextView, 'cost' | 'isCostPartial'> {
  const ends = [...messages.values()].flatMap((message) => (message.type === 'answer' && message.end) || []);
  const costs = ends.flatMap(({ cost }) => cost ?? []);
  if (costs.length === 0) return {};
  const isCostPartial = costs.length < ends.filter(({ status }) => status !== 'failed').length;
  return { cost: costs.reduce((sum, cost) => sum + cost), ...(isCostPartial && { isCostPartial }) };
}

/** The estimated tokens of an attachment. */
export function attachmentTokens({ name, text, picture, tokens }: AttachmentRecord): number {
  if (tokens !== undefined) return tokens;
  return estimateTokens(name) + (picture ? usualPictureTokens : estimateTokens(text ?? ''));
}

/**
 * With tools, a relay counts each round's whole request, so only the last count tells the current size. It includes
 * thinking, which is not sent again.
 */
function estimateAnswer({ parts, end }: Answer): AnswerCost {
  const estimate = sum(parts, partTokens);
  const hasTools = parts.some(({ type }) => type === 'tool');
  const { inputTokens, outputTokens } = (hasTools ? end?.lastUsage : end?.usage) ?? {};
  const isCounted = end?.status === 'complete' && inputTokens;
  if (!isCounted) return { estimate };
  // With tool rounds, the input of the last request already includes the earlier rounds.
  const isTextAlone = parts.every(({ type }) => type === 'text');
  const last = parts.at(-1);
  const output = (isTextAlone && outputTokens) || (hasTools ? last && partTokens(last) : estimate);
  return { estimate, counted: { input: inputTokens, output: output || 0 } };
}

function partTokens(part: AnswerPart): number {
  switch (part.type) {
    case 'text':
      return estimateTokens(part.text);
    // Only signed thinking is sent back, and services remove most of it again.
    case 'thinking':
    case 'redactedThinking':
      return 0;
    case 'picture':
      return usualPictureTokens;
    case 'tool': {
      const { call, result } = part;
      const pictures = (result?.pictures?.length ?? 0) * usualPictureTokens;
      return estimateTokens(call.name + JSON.stringify(call.input) + (result?.text ?? '')) + pictures;
    }
  }
}

function sum<T>(items: readonly T[], tokensOf: (item: T) => number): number {
  return items.reduce((total, item) => total + tokensOf(item), 0);
}
