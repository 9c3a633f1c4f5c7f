import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ChatRequest, ChatTool } from '../relay/chat/chatRequest.ts';
import { toGivenName } from '../relay/chat/toolNames.ts';
import { toInputSchema } from '../relay/chat/toolSchema.ts';
import type { ModelInformation } from './models/modelInformation.ts';

const number = z.catch(z.optional(z.number()), undefined);

/** Names of the same option in all protocols. */
const modelOptions = z.object({
  max_tokens: number,
  maxTokens: number,
  max_output_tokens: number,
  maxOutputTokens: number,
  max_completion_tokens: number,
  temperature: number,
  stop: z.catch(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
});

/** Options of an API caller beyond messages; unknown ones are ignored. */
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

/** The tools of a request, with names that every protocol accepts, and their original names. */
export function offerTools(tools: readonly vscode.LanguageModelChatTool[] = []) {
  const ownNames = new Map<string, string>();
  const offers: ChatTool[] = [];
  for (const { name, description, inputSchema } of tools) {
    const givenName = toGivenName(name);
    // Services refuse two tools with the same name.
    if (ownNames.has(givenName)) continue;
    ownNames.set(givenName, name);
    offers.push({ name: givenName, description, inputSchema: toInputSchema(inputSchema) });
  }
  return {
    tools: offers,
    /** The caller's name of a tool; an unknown name is unchanged. */
    ownName: (givenName: string): string => ownNames.get(givenName) ?? givenName,
    /** Whether the tool can't be called without input: its schema requires some. */
    needsInput(givenName: string): boolean {
      const required = offers.find(({ name }) => name === givenName)?.inputSchema?.['required'];
      return Array.isArray(required) && required.length > 0;
    },
  };
}

/** VS Code itself, its built-in extensions, and its own chat, which is an extension. */
const editorsOwn = /^(core$|vscode\.|github\.copilot(-chat)?$)/i;

/** Whether a request comes from VS Code's own chat and agent, and not from another extension. */
export function isEditorsOwn(initiator: string): boolean {
  return editorsOwn.test(initiator);
}
