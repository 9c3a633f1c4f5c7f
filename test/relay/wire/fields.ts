import * as z from 'zod';
import type { Exchange } from './exchange.ts';
import { invalidRequest } from './refusal.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Fields by which the other endpoints' bodies are known (contract 4, rule 1, and 7). */
const fieldsOfOtherProtocols: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'generate-content':
      'contents generationConfig generation_config systemInstruction system_instruction safetySettings safety_settings toolConfig tool_config cachedContent cached_content',
    predict: 'instances parameters',
    chat: 'messages max_tokens temperature top_p stream tool_choice',
    messages: 'system stop_sequences',
    'chat-completions':
      'max_completion_tokens stream_options frequency_penalty presence_penalty n stop logprobs functions function_call reasoning_effort',
    'speech or chat-completions': 'response_format',
    speech: 'input voice format speed',
    images: 'prompt image',
  }).flatMap(([protocol, names]) => names.split(' ').map((name) => [name, protocol] as const)),
);

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a value is, or one without fields. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The body of a call as a JSON object, or the 400 that says why it isn't one. */
export function parseJsonBody({
  exchange,
  body,
}: {
  readonly exchange: Pick<Exchange, 'record'>;
  readonly body: Buffer;
}): JsonObject {
  if (!/^application\/json\s*(;|$)/i.test(exchange.record.headers['content-type'] ?? '')) {
    throw invalidRequest('Content-Type must be application/json');
  }
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalidRequest('invalid request body: not JSON');
  }
  if (!isJsonObject(value)) throw invalidRequest('invalid request body: not a JSON object');
  return value;
}

/** Refuses the first extra field by which another protocol is known (contract 4, rule 1). */
export function refuseForeignFields(extras: readonly string[]): void {
  const foreign = extras.find((name) => fieldsOfOtherProtocols.has(name));
  if (foreign !== undefined) {
    throw invalidRequest(
      `${foreign}: a field of the ${fieldsOfOtherProtocols.get(foreign)} protocol; protocols must not be mixed`,
    );
  }
}

/** Of the branches of a union, the one that went furthest before it failed is the one that was meant. */
function findMeantIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flatMap((branch) => branch.slice(0, 1).map(findMeantIssue))
    .sort((one, other) => depthOf(other) - depthOf(one))
    .at(0);
  return inner !== undefined && depthOf(inner) > 0
    ? { ...inner, path: [...issue.path, ...inner.path] }
    : issue;
}

function depthOf(issue: z.core.$ZodIssue): number {
  return issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0);
}

function complain(issue: z.core.$ZodIssue): string {
  const meant = findMeantIssue(issue);
  return meant.code === 'unrecognized_keys'
    ? `${[...meant.path, meant.keys[0] ?? ''].join('.')}: Extra inputs are not permitted`
    : `${meant.path.join('.')}: ${meant.message}`;
}

/** A text that says something. */
export const text = z.string().regex(/\S/);

/** Fields whose type the contract does not show are taken as they are. */
export const anything = z.unknown().optional();

/**
 * Checks a body against its protocol's schema. Fields by which another protocol is known come first (contract 4,
 * rule 1); other extras are refused or taken as the schema is strict or loose.
 */
export function checkBody<Shape extends z.core.$ZodLooseShape>(
  body: JsonObject,
  schema: z.ZodObject<Shape>,
): z.infer<z.ZodObject<Shape>> {
  const known = new Set(Object.keys(schema.shape));
  refuseForeignFields(Object.keys(body).filter((name) => !known.has(name)));
  const parsed = schema.safeParse(body, {
    error: ({ input }) => (input === undefined ? 'Field required' : undefined),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(issue === undefined ? 'invalid request body' : complain(issue));
}
