/** Events as a relay streams them in the chat-completions protocol. */
export function data(json: object): string {
  return `data: ${JSON.stringify(json)}\n\n`;
}

export const done = 'data: [DONE]\n\n';

export function chunk(choice: object): string {
  return data({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'relay-chat-real',
    choices: [{ index: 0, logprobs: null, ...choice }],
  });
}

export function textChunk(content: string): string {
  return chunk({ delta: { content }, finish_reason: null });
}

export function finishChunk(reason: string): string {
  return chunk({ delta: {}, finish_reason: reason });
}

/** The same numbers from 0 to 1 for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
