import { modelPath } from '../../models/modelPath.ts';
import type { ChatRequest, ChatTool, ToolChoice } from '../chatRequest.ts';
import { writeContents } from './contents.ts';
import { cleanInputSchema } from './toolSchema/cleanInputSchema.ts';

/** A question in the words of the generate-content protocol: POST /v1beta/models/{model}:… (contract 4). */
export function createGenerateContentRequest(request: ChatRequest) {
  const { model, messages, maxTokens, system, temperature, stopSequences, tools, toolChoice } = request;
  const isStreamed = request.stream !== false;
  const instructions = [system ?? []].flat().filter((text) => text !== '');
  return {
    // Without `alt=sse` the service streams one JSON array, of which nothing can be read before its end.
    path: isStreamed
      ? (`${modelPath(model, 'streamGenerateContent')}?alt=sse` as const)
      : modelPath(model, 'generateContent'),
    // No x-goog-api-key, and no key in the query: relays would let it replace the Authorization header.
    headers: { accept: isStreamed ? 'text/event-stream, application/json' : 'application/json' },
    json: {
      contents: writeContents(messages),
      ...(instructions.length > 0 && {
        systemInstruction: { parts: instructions.map((text) => ({ text })) },
      }),
      generationConfig: {
        maxOutputTokens: maxTokens,
        ...(temperature !== undefined && { temperature }),
        ...(stopSequences !== undefined && stopSequences.length > 0 && { stopSequences }),
      },
      ...(tools !== undefined &&
        tools.length > 0 && { tools: [{ functionDeclarations: tools.map(writeTool) }] }),
      ...(toolChoice !== undefined && { toolConfig: { functionCallingConfig: writeToolChoice(toolChoice) } }),
    },
  };
}

function writeTool({ name, description, inputSchema }: ChatTool) {
  const parameters = inputSchema && cleanInputSchema(inputSchema);
  return { name, ...(description !== undefined && { description }), ...(parameters && { parameters }) };
}

function writeToolChoice(choice: ToolChoice) {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  return { mode: { auto: 'AUTO', required: 'ANY', none: 'NONE' }[choice] };
}
