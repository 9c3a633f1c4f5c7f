import { type Heard, questionTo } from './askChat.ts';

export const question = questionTo('gx-2.5-flash');

/** Pieces of a response as a relay streams them in the generate-content protocol. */
const usageSoFar = { promptTokenCount: 7, totalTokenCount: 7 };

/** A piece with these parts, and the fields that come with every piece. */
export function piece(parts: readonly object[], candidate: object = {}, others: object = {}): object {
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...candidate }],
    usageMetadata: usageSoFar,
    modelVersion: 'gx-2.5-flash-001',
    responseId: 'r1',
    ...others,
  };
}

export function textPiece(text: string): object {
  return piece([{ text }]);
}

export function finishPiece(finishReason: string, usageMetadata: object = usageSoFar): object {
  return piece([], { finishReason }, { usageMetadata });
}

/** How the events of a response made of such pieces begin. */
export const opening: readonly Heard[] = [
  { type: 'start', id: 'r1', model: 'gx-2.5-flash-001' },
  { type: 'usage', usage: { inputTokens: 7 } },
];
