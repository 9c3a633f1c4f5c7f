import { isFields } from '../../json.ts';
import { configurationByFamily } from '../../models/modelFamilies.ts';
import { modelPath } from '../../models/modelPath.ts';
import type { ChatRequest, ChatTool, ToolChoice } from '../chatRequest.ts';
import { sharedField, type TakesField, takenFields, takesValue } from '../requestFields.ts';
import { shareThinking } from '../thinkingBudget.ts';
import { cleanInputSchema } from './cleanInputSchema.ts';
import { writeContents } from './contents.ts';

/** A question in the words of the generate-content protocol: POST /v1beta/models/{model}:… (contract 4). */
export function createGenerateContentRequest(request: ChatRequest, takes: TakesField) {
  const { model, messages, maxTokens, system, temperature, stopSequences, tools, toolChoice } = request;
  const isStreamed = request.stream !== false;
  const { [sharedField]: generationFields, ...fields } = takenFields(request.fields, takes);
  const instructions = [system ?? []].flat().filter((text) => text !== '');
  return {
    // Without `alt=sse` the service streams one JSON array, of which nothing can be read before its end.
    path: isStreamed
      ? (`${modelPath(model, 'streamGenerateContent')}?alt=sse` as const)
      : modelPath(model, 'generateContent'),
    // No x-goog-api-key, and no key in the query: relays would let it replace the Authorization header.
    headers: { accept: isStreamed ? 'text/event-stream, application/json' : 'application/json' },
    json: {
      ...fields,
      contents: writeContents(messages),
      ...(instructions.length > 0 && {
        systemInstruction: { parts: instructions.map((text) => ({ text })) },
      }),
      generationConfig: {
        ...(isFields(generationFields) && generationFields),
        maxOutputTokens: maxTokens,
        ...(temperature !== undefined && takesValue(takes, 'temperature', temperature) && { temperature }),
        ...writeThinking(request, takes),
        ...(stopSequences !== undefined && stopSequences.length > 0 && { stopSequences }),
      },
      ...(tools !== undefined &&
        tools.length > 0 && { tools: [{ functionDeclarations: tools.map(writeTool) }] }),
      ...(toolChoice !== undefined && { toolConfig: { functionCallingConfig: writeToolChoice(toolChoice) } }),
    },
  };
}

/** How much a model is to think: entries of `generationConfig`. */
function writeThinking({ model, effort, maxTokens, outputLimit }: ChatRequest, takes: TakesField) {
  if (effort === undefined || !takesValue(takes, 'thinkingConfig', effort, /thinking/i)) return {};
  if (configurationByFamily(model).thinking === 'level') {
    return { thinkingConfig: { includeThoughts: true, thinkingLevel: effort.toUpperCase() } };
  }
  const { budget, maxTokens: maxTokensInAll } = shareThinking(effort, maxTokens, outputLimit);
  return {
    thinkingConfig: { ...(budget > 0 && { includeThoughts: true }), thinkingBudget: budget },
    maxOutputTokens: maxTokensInAll,
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
