import * as z from 'zod/mini';
import type { ChatRequest } from '../relay/chat/chatRequest.ts';
import type { ModelInformation } from './models/modelInformation.ts';

const number = z.catch(z.optional(z.number()), undefined);

/** The names under which callers give the same wish, of every protocol. */
const modelOptions = z.object({
  max_tokens: number,
  maxTokens: number,
  max_output_tokens: number,
  maxOutputTokens: number,
  max_completion_tokens: number,
  temperature: number,
  stop: z.catch(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
});

/** What a caller of VS Code's API may wish of a request beyond its messages; other wishes are passed over. */
export function readModelOptions(
  found: unknown,
  { maxOutputTokens, usualOutputTokens }: Pick<ModelInformation, 'maxOutputTokens' | 'usualOutputTokens'>,
): Pick<ChatRequest, 'maxTokens' | 'temperature' | 'stopSequences'> {
  const options = modelOptions.safeParse(found ?? {}).data;
  const wished = [
    options?.max_tokens,
    options?.maxTokens,
    options?.max_output_tokens,
    options?.maxOutputTokens,
    options?.max_completion_tokens,
  ].find((each) => each !== undefined && each >= 1);
  const temperature = options?.temperature;
  const stop = [options?.stop ?? []].flat().filter((each) => each !== '');
  return {
    maxTokens: Math.max(1, Math.floor(Math.min(wished ?? usualOutputTokens, maxOutputTokens))),
    ...(temperature !== undefined && temperature >= 0 && temperature <= 2 && { temperature }),
    ...(stop.length > 0 && { stopSequences: stop }),
  };
}
