import { type OfferedTool, type Question, readMessages, type ToolChoice } from '../../chat/chatProtocol.ts';
import { type ReceivedImage, readImage } from '../../chat/receivedImage.ts';
import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { checkBody, type JsonObject, refuseForeignFields } from '../../wire/fields.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import {
  type Content,
  type GenerateContentBody,
  generateContentBody,
  readNames,
  toCamelCase,
} from './fields.ts';

function callsOf(content: Content | undefined) {
  return content?.parts.flatMap(({ functionCall }) => functionCall ?? []) ?? [];
}

function responsesOf(content: Content | undefined) {
  return content?.parts.flatMap(({ functionResponse }) => functionResponse ?? []) ?? [];
}

/** What a signature is made for: the call without its id, which clients may leave out. */
export function sealedCall({ name, args = {} }: { readonly name: string; readonly args?: unknown }) {
  return { name, args };
}

/** A turn with calls is followed by a turn with one response for each; there are no other responses. */
function checkPairing(contents: readonly Content[]): void {
  for (const [index, content] of contents.entries()) {
    const calls = callsOf(content);
    const responses = responsesOf(contents[index + 1]);
    if (calls.length > 0 && responses.length === 0) {
      throw invalidRequest(
        'Please ensure that function call turn is immediately followed by a function response turn.',
      );
    }
    if (responses.length > 0 && calls.length === 0) {
      throw invalidRequest(
        'Please ensure that function response turn comes immediately after a function call turn.',
      );
    }
    const names = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name).sort();
    if (calls.length > 0 && names(calls).join('\n') !== names(responses).join('\n')) {
      throw invalidRequest(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    }
    const ids = calls.map(({ id }) => id);
    const stranger = responses.find(({ id }) => typeof id === 'string' && !ids.includes(id));
    if (stranger !== undefined) {
      throw invalidRequest(`Function response id ${stranger.id} has no function call.`);
    }
  }
  if (responsesOf(contents[0]).length > 0) {
    throw invalidRequest(
      'Please ensure that function response turn comes immediately after a function call turn.',
    );
  }
}

/** The last calls must come back with the signatures that they were given out with. */
function checkThoughts(contents: readonly Content[], seals: ThoughtSeals): void {
  const index = contents.findLastIndex(({ role }) => role === 'model');
  const first = contents[index]?.parts.findIndex(({ functionCall }) => functionCall !== undefined) ?? -1;
  const part = contents[index]?.parts[first];
  if (part?.functionCall === undefined) return;
  const call = sealedCall(part.functionCall);
  const { thoughtSignature } = part;
  if (thoughtSignature === undefined && seals.wasSealed(call)) {
    throw invalidRequest(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Function call \`${call.name}\`, position ${first + 1}.`,
    );
  }
  if (thoughtSignature !== undefined && !seals.isSealOf(thoughtSignature, call)) {
    throw invalidRequest('Corrupted thought signature.');
  }
}

function textOf({ parts }: Pick<Content, 'parts'>): string {
  return parts.flatMap(({ text, thought }) => (thought === true ? [] : (text ?? []))).join('\n');
}

function readImages({ parts }: Content): readonly ReceivedImage[] {
  return parts.flatMap(({ inlineData }) => {
    if (inlineData === undefined || !inlineData.mimeType.startsWith('image/')) return [];
    const image = readImage(inlineData.data);
    if (image === undefined) throw invalidRequest('Unable to process input image. Please retry or report.');
    return [image];
  });
}

function readTools({ tools = [] }: GenerateContentBody): readonly OfferedTool[] {
  return tools.flatMap(({ functionDeclarations }) =>
    (functionDeclarations ?? []).map(({ name, parameters, parametersJsonSchema }) => ({
      name,
      schema: parametersJsonSchema ?? parameters ?? {},
    })),
  );
}

function readToolChoice({ toolConfig }: GenerateContentBody, tools: readonly OfferedTool[]): ToolChoice {
  const { mode, allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {};
  const [name] = allowedFunctionNames ?? [];
  if (name !== undefined && !tools.some((tool) => tool.name === name)) {
    throw invalidRequest(`allowed_function_names: ${name} is not declared in function_declarations`);
  }
  if (mode === 'NONE') return { type: 'none' };
  if (mode !== 'ANY') return { type: 'auto' };
  return name === undefined ? { type: 'any' } : { type: 'tool', name };
}

/** Contents of one role in a row are one turn: clients send back each event of a stream as a content. */
function joinTurns(contents: readonly Content[]): readonly Content[] {
  const turns: Content[] = [];
  for (const content of contents) {
    const last = turns.at(-1);
    if (last !== undefined && (last.role === 'model') === (content.role === 'model')) {
      turns[turns.length - 1] = { ...last, parts: [...last.parts, ...content.parts] };
    } else {
      turns.push(content);
    }
  }
  return turns;
}

/** Checks a generate-content request and reads the question in it. */
export function readGenerateContentQuestion(json: JsonObject, seals: ThoughtSeals): Question {
  const names = readNames(json);
  // In the spelling that was sent: `max_tokens` is a field of another protocol, `maxTokens` is nobody's.
  refuseForeignFields(Object.keys(json).filter((name) => !(toCamelCase(name) in generateContentBody.shape)));
  if (names['contents'] === undefined) throw invalidRequest('contents is required');
  const body = checkBody(names, generateContentBody);
  const { systemInstruction, generationConfig = {} } = body;
  const contents = joinTurns(body.contents);
  checkPairing(contents);
  checkThoughts(contents, seals);
  const tools = readTools(body);
  const toolChoice = readToolChoice(body, tools);
  return {
    ...readMessages(
      contents.map((content) => ({
        isAnswer: content.role === 'model',
        text: textOf(content),
        images: readImages(content),
        toolResults: responsesOf(content).map(({ name, response }) => ({
          name,
          text: JSON.stringify(response),
          isError: 'error' in response,
        })),
      })),
    ),
    tools,
    toolChoice,
    wantsThinking: generationConfig.thinkingConfig?.includeThoughts === true,
    maxTokens: generationConfig.maxOutputTokens ?? undefined,
    stopSequences: generationConfig.stopSequences ?? [],
    promptCharacters: [systemInstruction ?? [], contents].flat().map(textOf).join('').length,
  };
}
