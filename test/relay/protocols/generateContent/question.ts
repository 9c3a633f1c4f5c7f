import {
  findAsked,
  findTurn,
  type OfferedTool,
  type Question,
  type ToolChoice,
} from '../../chat/chatProtocol.ts';
import { checkImageLimits, type ReceivedImage, readImage } from '../../chat/receivedImage.ts';
import type { ThoughtSeals } from '../../chat/thoughtSeals.ts';
import { checkBody } from '../../wire/bodySchema.ts';
import { type JsonObject, refuseForeignFields } from '../../wire/fields.ts';
import { invalidRequest } from '../../wire/refusal.ts';
import {
  type Content,
  type GenerateContentBody,
  generateContentBody,
  readNames,
  toCamelCase,
} from './fields.ts';
import { checkPairing, checkThoughts, responsesOf } from './pairing.ts';

function textOf({ parts }: Pick<Content, 'parts'>): string {
  return parts.flatMap(({ text, thought }) => (thought === true ? [] : (text ?? []))).join('\n');
}

function readImages({ parts }: Content): readonly ReceivedImage[] {
  return parts.flatMap(({ inlineData }) => {
    if (inlineData === undefined || !inlineData.mimeType.startsWith('image/')) {
      return [];
    }
    const image = readImage(inlineData.data);
    if (image === undefined) {
      throw invalidRequest('Unable to process input image. Please retry or report.', 'relay');
    }
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
    throw invalidRequest(`allowed_function_names: ${name} is not declared in function_declarations`, 'relay');
  }
  if (mode === 'NONE') {
    return { type: 'none' };
  }
  if (mode !== 'ANY') {
    return { type: 'auto' };
  }
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
  refuseForeignFields(
    Object.keys(json).filter((name) => !(toCamelCase(name) in generateContentBody.shape)),
    'relay',
  );
  if (names['contents'] === undefined) {
    throw invalidRequest('contents is required', 'relay');
  }
  const body = checkBody(names, generateContentBody, 'relay');
  const { systemInstruction, generationConfig = {} } = body;
  const contents = joinTurns(body.contents);
  checkPairing(contents);
  checkThoughts(contents, seals);
  const tools = readTools(body);
  const toolChoice = readToolChoice(body, tools);
  const isAnswer = ({ role }: Content) => role === 'model';
  const turn = findTurn(contents, isAnswer);
  const imagesByContent = new Map(contents.map((content) => [content, readImages(content)]));
  checkImageLimits([...imagesByContent.values()].flat(), 'relay');
  return {
    text: turn.map(textOf).join('\n'),
    asked: findAsked(contents, isAnswer, textOf),
    images: turn.flatMap((content) => imagesByContent.get(content) ?? []),
    toolResults: turn.flatMap(responsesOf).map(({ name, response }) => ({
      name,
      text: JSON.stringify(response),
      isError: 'error' in response,
    })),
    tools,
    toolChoice,
    wantsThinking: generationConfig.thinkingConfig?.includeThoughts === true,
    maxTokens: generationConfig.maxOutputTokens ?? undefined,
    stopSequences: generationConfig.stopSequences ?? [],
    promptText: [...(systemInstruction === undefined ? [] : [systemInstruction]), ...contents]
      .map(textOf)
      .join(''),
  };
}
