import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../wire/fields.ts';

/** What is the user's own below these names, and so keeps its spelling. */
const opaqueNames = [
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
];

export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The protocol takes its names in both spellings; here they are made camelCase. */
function readBothSpellings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readBothSpellings);
  return isJsonObject(value) ? readNames(value) : value;
}

export function readNames(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const camelCase = toCamelCase(name);
      return [camelCase, opaqueNames.includes(camelCase) ? value : readBothSpellings(value)];
    }),
  );
}

const dictionary = z.record(z.string(), z.unknown());

const part = z
  .looseObject({
    text: z.string().optional(),
    thought: z.boolean().optional(),
    thoughtSignature: z.string().optional(),
    inlineData: z.looseObject({ mimeType: z.string(), data: z.string() }).optional(),
    functionCall: z
      .looseObject({ name: z.string().min(1), args: dictionary.optional(), id: z.string().nullish() })
      .optional(),
    functionResponse: z
      .looseObject({ name: z.string().min(1), response: dictionary, id: z.string().nullish() })
      .optional(),
  })
  .refine(
    (value) =>
      [
        'text',
        'inlineData',
        'functionCall',
        'functionResponse',
        'fileData',
        'executableCode',
        'codeExecutionResult',
      ].some((name) => value[name] !== undefined),
    { path: ['data'], error: "required oneof field 'data' must have one initialized field" },
  );

const content = z.looseObject({
  role: z.enum(['user', 'model', 'function']).optional(),
  parts: z.array(part).min(1, 'must include at least one parts field'),
});

const functionDeclaration = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: dictionary.nullish(),
  parametersJsonSchema: dictionary.nullish(),
});

/** The public fields of the protocol. Others are taken and not looked at, as relays take them. */
export const generateContentBody = z.looseObject({
  contents: z.array(content).min(1, 'contents is not specified'),
  systemInstruction: z.looseObject({ parts: z.array(part) }).optional(),
  generationConfig: z
    .looseObject({
      temperature: z.number().min(0).max(2).nullish(),
      topP: z.number().nullish(),
      topK: z.number().nullish(),
      candidateCount: z.literal(1).nullish(),
      maxOutputTokens: z.int().min(1).nullish(),
      stopSequences: z.array(z.string()).max(5).nullish(),
      responseModalities: z.array(z.string()).nullish(),
      thinkingConfig: z
        .looseObject({
          includeThoughts: z.boolean().nullish(),
          thinkingBudget: z.int().min(-1).max(32_768).nullish(),
          thinkingLevel: z
            .enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'minimal', 'low', 'medium', 'high'])
            .nullish(),
        })
        .refine(({ thinkingBudget: budget, thinkingLevel: level }) => budget == null || level == null, {
          error: 'You can only set only one of thinking budget and thinking level.',
        })
        .nullish(),
    })
    .optional(),
  safetySettings: z.array(z.unknown()).optional(),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(functionDeclaration).nullish() }))
    .max(128)
    .optional(),
  toolConfig: z
    .looseObject({
      functionCallingConfig: z
        .looseObject({
          mode: z.enum(['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
          allowedFunctionNames: z.array(z.string()).nullish(),
        })
        .optional(),
    })
    .optional(),
  cachedContent: z.string().nullish(),
});

export type GenerateContentBody = z.infer<typeof generateContentBody>;
export type Content = GenerateContentBody['contents'][number];
