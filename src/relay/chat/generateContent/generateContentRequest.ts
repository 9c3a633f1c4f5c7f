import { RelayError } from '../../errors/relayError.ts';
import { type Fields, isFields, nonEmpty } from '../../json.ts';
import { configurationByFamily } from '../../models/modelFamilies.ts';
import { modelPath } from '../../models/modelPath.ts';
import type {
  AssistantPart,
  ChatMessage,
  ChatRequest,
  ChatTool,
  ImagePart,
  ToolResultPart,
  UserPart,
} from '../chatRequest.ts';
import { sharedField, type TakesField, takenFields, takesValue } from '../requestFields.ts';
import { shareThinking } from '../thinkingBudget.ts';
import { cleanInputSchema } from './cleanInputSchema.ts';

/** A chat request in the generate-content protocol: POST /v1beta/models/{model}:… (contract 4). */
export function createGenerateContentRequest(request: ChatRequest, takes: TakesField) {
  const { model, messages, maxTokens, system, temperature, stopSequences, tools, toolChoice } = request;
  const { [sharedField]: generationFields, ...fields } = takenFields(request.fields, takes);
  const someTools = nonEmpty(tools);
  const instructions = [system ?? []].flat().filter((text) => text !== '');
  return {
    // Without `alt=sse` the service streams one JSON array, which can't be parsed before its end.
    path: `${modelPath(model, 'streamGenerateContent')}?alt=sse` as const,
    // No x-goog-api-key, and no key in the query: relays would let it replace the Authorization header.
    headers: { accept: 'text/event-stream, application/json' },
    json: {
      ...fields,
      contents: writeContents(messages),
      systemInstruction: nonEmpty(instructions) && { parts: instructions.map((text) => ({ text })) },
      generationConfig: {
        ...(isFields(generationFields) && generationFields),
        maxOutputTokens: maxTokens,
        ...(temperature !== undefined && takesValue(takes, 'temperature', temperature) && { temperature }),
        ...writeThinking(request, takes),
        ...(nonEmpty(stopSequences) && { stopSequences }),
      },
      tools: someTools && [{ functionDeclarations: someTools.map(writeTool) }],
      toolConfig: toolChoice && { functionCallingConfig: { mode: 'ANY' } },
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
  return { name, description, parameters: inputSchema && cleanInputSchema(inputSchema) };
}

/** A tool call that was written, and its index among all calls. */
interface WrittenCall {
  readonly name: string;
  readonly place: number;
}

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: Fields[];
  /** Results come first and in the order of their calls: services that get no ids match them by order. */
  readonly results: { readonly place: number; readonly part: Fields }[];
}

/**
 * The messages as this protocol's `contents`: consecutive messages of one role become one content, empty ones are left
 * out. Throws `invalidRequest` if nothing is left, and for a tool result without an earlier call: this protocol wants
 * the tool's name with the result, and only the call has it.
 */
function writeContents(messages: readonly ChatMessage[]) {
  const calls = new Map<string, WrittenCall>();
  const contents: Content[] = [];
  // Relays may reuse IDs, so the map's size is not the number of calls.
  let callCount = 0;

  function contentOf(role: Content['role']): Content {
    const last = contents.at(-1);
    if (last?.role === role) return last;
    const content: Content = { role, parts: [], results: [] };
    contents.push(content);
    return content;
  }

  for (const [messageIndex, { role, content }] of messages.entries()) {
    const parts: readonly (UserPart | AssistantPart)[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    for (const [partIndex, part] of parts.entries()) {
      if (part.type === 'toolCall') {
        calls.set(part.id, { name: part.name, place: callCount });
        callCount += 1;
      }
      if (part.type !== 'toolResult') {
        const written = writePart(part);
        if (written) contentOf(role === 'user' ? 'user' : 'model').parts.push(written);
        continue;
      }
      const call = calls.get(part.callId);
      if (!call) {
        throw new RelayError('invalidRequest', {
          field: `messages.${messageIndex}.content.${partIndex}.callId`,
        });
      }
      const { results, parts: others } = contentOf('user');
      results.push({ place: call.place, part: writeResult(call.name, part) });
      if (typeof part.content === 'string') continue;
      others.push(...part.content.filter((item) => item.type === 'image').map(writeImage));
    }
  }
  if (contents.length === 0) throw new RelayError('invalidRequest', { field: 'messages' });
  return contents.map(({ role, parts, results }) => ({
    role,
    parts: [...results.sort((a, b) => a.place - b.place).map(({ part }) => part), ...parts],
  }));
}

function writePart(part: Exclude<UserPart | AssistantPart, ToolResultPart>): Fields | undefined {
  switch (part.type) {
    case 'text':
      return part.text === '' && part.signature === undefined
        ? undefined
        : { text: part.text, ...writeSignature(part) };
    case 'image':
      return writeImage(part);
    case 'thinking':
      // A signature without thinking text does not belong to a thought: it came with an empty text.
      return part.signature === undefined
        ? undefined
        : { text: part.text, ...(part.text !== '' && { thought: true }), ...writeSignature(part) };
    case 'redactedThinking':
      return undefined;
    case 'toolCall':
      // The id is left out: relays drop it or made it up, and some services refuse it.
      return { functionCall: { name: part.name, args: part.input }, ...writeSignature(part) };
  }
}

function writeSignature({ signature }: { readonly signature?: string }) {
  return signature === undefined ? {} : { thoughtSignature: signature };
}

function writeImage({ mediaType, bytes }: ImagePart): Fields {
  return { inlineData: { mimeType: mediaType, data: Buffer.from(bytes).toString('base64') } };
}

/** A function response is an object. It can't contain images: these follow all responses. */
function writeResult(name: string, { content, isError }: ToolResultPart): Fields {
  const text =
    typeof content === 'string'
      ? content
      : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  return { functionResponse: { name, response: isError ? { error: text } : { result: text } } };
}
