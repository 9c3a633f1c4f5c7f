import type * as vscode from 'vscode';
import type { ChatTool, ToolChoice } from '../relay/chat/chatRequest.ts';
import { toGivenName } from '../relay/chat/toolNames.ts';
import { toInputSchema } from '../relay/chat/toolSchema.ts';

/** The tools of a request, as every protocol takes them, and the way back from their names. */
interface ToolOffers {
  readonly tools: readonly ChatTool[];
  /** As the caller named it; what the model made up stays as it is. */
  ownName(givenName: string): string;
  /** Whether the tool can't be called without input: its schema requires some. */
  needsInput(givenName: string): boolean;
}

export function offerTools(tools: readonly vscode.LanguageModelChatTool[] = []): ToolOffers {
  const ownNames = new Map<string, string>();
  const offers: ChatTool[] = [];
  for (const { name, description, inputSchema } of tools) {
    const givenName = toGivenName(name);
    // Services refuse two of one name.
    if (ownNames.has(givenName)) continue;
    ownNames.set(givenName, name);
    offers.push({ name: givenName, description, inputSchema: toInputSchema(inputSchema) });
  }
  return {
    tools: offers,
    ownName: (givenName) => ownNames.get(givenName) ?? givenName,
    needsInput(givenName) {
      const required = offers.find(({ name }) => name === givenName)?.inputSchema?.['required'];
      return Array.isArray(required) && required.length > 0;
    },
  };
}

/** Undefined: left to the model. */
export function chooseTools(isRequired: boolean, { tools }: ToolOffers): ToolChoice | undefined {
  return isRequired && tools.length > 0 ? 'required' : undefined;
}
