import type * as vscode from 'vscode';
import type { ChatRequest, ChatTool } from '../relay/chat/chatRequest.ts';
import { toGivenName } from '../relay/chat/toolNames.ts';
import { toInputSchema } from '../relay/chat/toolSchema.ts';
import { isFields } from '../relay/json.ts';
import type { ModelInformation } from './models/modelInformation.ts';

/** Names of the output limit in all protocols, and as extensions write it. */
const outputLimits = [
  'max_tokens',
  'maxTokens',
  'max_output_tokens',
  'maxOutputTokens',
  'max_completion_tokens',
];

/** Options of an API caller beyond messages; unknown and invalid ones are ignored. */
export function readModelOptions(
  found: unknown,
  { maxOutputTokens, usualOutputTokens }: Pick<ModelInformation, 'maxOutputTokens' | 'usualOutputTokens'>,
): Pick<ChatRequest, 'maxTokens' | 'temperature' | 'stopSequences'> {
  const options = isFields(found) ? found : {};
  const { temperature, stop } = options;
  const wished = outputLimits.map((name) => options[name]).find((each) => isBetween(each, 1, Infinity));
  const stopSequences = [stop].flat().flatMap((each) => (typeof each === 'string' && each ? each : []));
  return {
    maxTokens: Math.max(1, Math.floor(Math.min(wished ?? usualOutputTokens, maxOutputTokens))),
    ...(isBetween(temperature, 0, 2) && { temperature }),
    ...(stopSequences.length > 0 && { stopSequences }),
  };
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
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
