import type { ScriptedAnswer, StopReason } from './scriptedAnswers.ts';

/** Both vocabularies of contract 2.5. */
export interface MessagesUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export function countUsage(inputTokens: number, outputTokens: number): MessagesUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
}

type ContentBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string };

type ContentDelta =
  | { readonly type: 'thinking_delta'; readonly thinking: string }
  | { readonly type: 'signature_delta'; readonly signature: string }
  | { readonly type: 'text_delta'; readonly text: string };

/** Contract 2.5. */
export interface MessagesReply {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly content: readonly ContentBlock[];
  readonly stop_reason: StopReason | null;
  readonly stop_sequence: null;
  readonly usage: MessagesUsage;
}

export type MessagesEvent =
  | { readonly type: 'message_start'; readonly message: MessagesReply }
  | { readonly type: 'ping' }
  | { readonly type: 'content_block_start'; readonly index: number; readonly content_block: ContentBlock }
  | { readonly type: 'content_block_delta'; readonly index: number; readonly delta: ContentDelta }
  | { readonly type: 'content_block_stop'; readonly index: number }
  | {
      readonly type: 'message_delta';
      readonly delta: { readonly stop_reason: StopReason; readonly stop_sequence: null };
      readonly usage: MessagesUsage;
    }
  | { readonly type: 'message_stop' }
  | { readonly type: 'error'; readonly error: { readonly type: string; readonly message: string } };

/** Thoughts come signed; nobody checks this one. */
const signature = Buffer.from('signed by the script of the reference relay').toString('base64');

/** The blocks of an answer: thoughts, when there are any, then text. */
export function contentBlocks({ thinking, text }: ScriptedAnswer): readonly ContentBlock[] {
  const textBlock: ContentBlock = { type: 'text', text };
  return thinking === '' ? [textBlock] : [{ type: 'thinking', thinking, signature }, textBlock];
}

/** Pieces of about a word, as models send them; together they are the text again. */
export function splitIntoPieces(text: string): readonly string[] {
  return text.match(/\s*(?:\p{Script=Han}{1,2}|[^\s\p{Script=Han}]{1,24})|\s+/gu) ?? [];
}

function emptyBlock(block: ContentBlock): ContentBlock {
  return block.type === 'text'
    ? { type: 'text', text: '' }
    : { type: 'thinking', thinking: '', signature: '' };
}

function blockDeltas(block: ContentBlock): readonly ContentDelta[] {
  return block.type === 'text'
    ? splitIntoPieces(block.text).map((text) => ({ type: 'text_delta', text }))
    : [
        ...splitIntoPieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking }) as const),
        { type: 'signature_delta', signature: block.signature },
      ];
}

/** The whole reply as the events of its stream, in the protocol's order. */
export function* streamEvents(reply: MessagesReply): Generator<MessagesEvent> {
  const { usage, stop_reason: stopReason } = reply;
  yield {
    type: 'message_start',
    message: { ...reply, content: [], stop_reason: null, usage: countUsage(usage.input_tokens, 1) },
  };
  for (const [index, block] of reply.content.entries()) {
    yield { type: 'content_block_start', index, content_block: emptyBlock(block) };
    if (index === 0) {
      yield { type: 'ping' };
    }
    for (const delta of blockDeltas(block)) {
      yield { type: 'content_block_delta', index, delta };
    }
    yield { type: 'content_block_stop', index };
  }
  yield {
    type: 'message_delta',
    delta: { stop_reason: stopReason ?? 'end_turn', stop_sequence: null },
    usage,
  };
  yield { type: 'message_stop' };
}

/** As relays of this kind frame it, down to the blank line too many. */
export function frameEvent(event: MessagesEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n\n`;
}
