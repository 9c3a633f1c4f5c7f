import type { ReplyDraft, TokenCounts } from '../../chat/chatProtocol.ts';
import type { StopReason } from '../../script/scriptedAnswers.ts';
import { isJsonObject } from '../../wire/fields.ts';

/** Both vocabularies of contract 2.5. The second one counts apart what was cached. */
export function writeMessagesUsage({ input, output, cache }: Omit<TokenCounts, 'thinking'>) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    input_tokens: input - (cache?.read ?? 0) - (cache?.written ?? 0),
    output_tokens: output,
    ...(cache && {
      cache_creation_input_tokens: cache.written,
      cache_read_input_tokens: cache.read,
    }),
  };
}

const messagesStopReasons: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  limit: 'max_tokens',
  refusal: 'refusal',
  toolCalls: 'tool_use',
  stopSequence: 'stop_sequence',
};

export type ContentBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    };

/** As relays convert arguments: an object, or their text where they are none. */
function readInput(argumentsText: string): unknown {
  try {
    const value: unknown = JSON.parse(argumentsText || '{}');
    return isJsonObject(value) ? value : argumentsText;
  } catch {
    return argumentsText;
  }
}

function toolUseId({ id }: ReplyDraft, index: number): string {
  return `toolu_${id}${String(index).padStart(2, '0')}`;
}

function writeThoughts({ answer, seals }: ReplyDraft): readonly ContentBlock[] {
  const { thinking, isThinkingRedacted } = answer;
  if (isThinkingRedacted) {
    return [{ type: 'redacted_thinking', data: seals.seal('redacted') }];
  }
  if (thinking === '') {
    return [];
  }
  return [{ type: 'thinking', thinking, signature: seals.seal(thinking) }];
}

/** Thoughts, text and calls, in this order. Images are not in the protocol. */
function writeContentBlocks(draft: ReplyDraft): readonly ContentBlock[] {
  const { answer, seals } = draft;
  const thoughts = writeThoughts(draft);
  const note = answer.pictures.length === 0 ? '' : '\n\nA picture can’t be sent in this protocol.';
  const calls = answer.calls.map(({ name, argumentsText }, index): ContentBlock => {
    const id = toolUseId(draft, index);
    if (thoughts.length > 0) {
      seals.rememberCall(id);
    }
    return { type: 'tool_use', id, name, input: readInput(argumentsText) };
  });
  const text = answer.text + note;
  return [
    ...thoughts,
    ...(text !== '' || calls.length === 0 ? [{ type: 'text', text } as const] : []),
    ...calls,
  ];
}

/** The whole message (contract 2.5). */
export function writeMessagesReply(draft: ReplyDraft) {
  const { id, model, answer, tokens } = draft;
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: model.id,
    content: writeContentBlocks(draft),
    stop_reason: messagesStopReasons[answer.stopReason],
    stop_sequence: answer.stopSequence ?? null,
    usage: writeMessagesUsage(tokens),
  };
}
