import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { createDataPart } from '../platform/languageModelParts.ts';
import { createCallNames } from '../relay/chat/callNames.ts';
import type { ChatEvent, Usage } from '../relay/chat/chatEvent.ts';
import type { AssistantPart } from '../relay/chat/chatRequest.ts';
import { addEvent } from '../relay/chat/responseParts.ts';
import { createDeferredCalls } from './messages/deferredCalls.ts';
import { createThinkingPart } from './messages/thinkingParts.ts';

type ToolCall = Extract<ChatEvent, { readonly type: 'toolCall' }>;

/** The receiver of a response's parts. */
interface AnswerPorts {
  /** Emits a part, even one that the API does not declare yet. */
  readonly report: (part: object) => void;
  /** The caller's own name of a tool. */
  readonly ownName: (givenName: string) => string;
  /** Whether the caller refuses a call of this tool without input, and tells the model. */
  readonly refusesNoInput: (givenName: string) => boolean;
  /** IDs of the calls that the conversation has already. */
  readonly takenCallIds: Iterable<string>;
  /** The text in place of an image, for a caller that does not show any. Never rejects. */
  readonly describeImage?: ((bytes: Uint8Array) => Promise<string>) | undefined;
}

/** A summary of the emitted response. */
export interface ReportedAnswer {
  readonly parts: readonly AssistantPart[];
  readonly usage: Usage;
  readonly finish: Extract<ChatEvent, { readonly type: 'finish' }>;
  /** Whether the caller got any text, image or call. */
  readonly saysAnything: boolean;
  /** Whether there was a call that can't be read. */
  readonly isCallLost: boolean;
  /** ID that all parts of one thought, and its metadata, share. */
  readonly thoughtId: string;
}

/** Passes a response's events to VS Code as parts, in order, and returns a summary at the end. */
export async function reportAnswer(
  events: AsyncIterable<ChatEvent>,
  ports: AnswerPorts,
): Promise<ReportedAnswer> {
  const { report, ownName, refusesNoInput, describeImage } = ports;
  const parts: AssistantPart[] = [];
  const nameCall = createCallNames(ports.takenCallIds);
  const held = createDeferredCalls(refusesNoInput);
  const thoughtId = `thought-${randomUUID()}`;
  let usage: Usage = {};
  let saysAnything = false;
  let isCallLost = false;
  let finish: ReportedAnswer['finish'] = { type: 'finish', verdict: 'interrupted' };

  function handOut(call: ToolCall): void {
    addEvent(parts, call);
    report(new vscode.LanguageModelToolCallPart(call.id, ownName(call.name), call.input));
    saysAnything = true;
  }

  for await (const event of events) {
    if (event.type === 'toolCall') {
      const call = nameCall(event);
      if (!held.hold(call)) handOut(call);
      continue;
    }
    addEvent(parts, event);
    switch (event.type) {
      case 'text':
        report(new vscode.LanguageModelTextPart(event.text));
        saysAnything = true;
        break;
      case 'thinking': {
        const part = createThinkingPart(event.text, thoughtId);
        if (part) report(part);
        break;
      }
      case 'image': {
        const part = createDataPart(event.bytes, event.mediaType);
        if (part) report(part);
        if (describeImage) report(new vscode.LanguageModelTextPart(await describeImage(event.bytes)));
        saysAnything = true;
        break;
      }
      case 'usage':
        usage = { ...usage, ...event.usage };
        break;
      case 'finish':
        finish = event;
        if (event.verdict === 'complete') {
          const { calls, isOneLost } = held.release(event.cause);
          isCallLost = isOneLost;
          for (const call of calls) handOut(call);
        }
    }
  }
  return { parts, usage, finish, saysAnything, isCallLost, thoughtId };
}

/** The token usage in the format that VS Code's own chat shows. */
export function createUsagePart({
  inputTokens,
  outputTokens,
  cachedInputTokens = 0,
  cacheWrittenTokens = 0,
}: Usage): object | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const [prompt, completion] = [inputTokens ?? 0, outputTokens ?? 0];
  const json = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cachedInputTokens,
      cache_creation_input_tokens: cacheWrittenTokens,
    },
  };
  return createDataPart(new TextEncoder().encode(JSON.stringify(json)), 'usage');
}
