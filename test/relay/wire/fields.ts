import { type ErrorShape, invalidRequest } from './refusal.ts';

/** One field of a request: whether it must be there, and what is wrong with a value ('' when nothing is). */
export interface FieldRule {
  readonly required?: boolean;
  readonly complain: (value: unknown) => string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Fields by which the other endpoints' bodies are known (contract 4, rule 1, and 7). */
const fieldsOfOtherProtocols: ReadonlyMap<string, string> = new Map([
  ...[
    'contents',
    'generationConfig',
    'generation_config',
    'systemInstruction',
    'system_instruction',
    'safetySettings',
    'safety_settings',
    'toolConfig',
    'tool_config',
    'cachedContent',
    'cached_content',
  ].map((name) => [name, 'generate-content'] as const),
  ...['instances', 'parameters'].map((name) => [name, 'predict'] as const),
  ...['messages', 'max_tokens', 'temperature', 'top_p', 'stream', 'tool_choice'].map(
    (name) => [name, 'chat'] as const,
  ),
  ...['system', 'stop_sequences'].map((name) => [name, 'messages'] as const),
  ...[
    'max_completion_tokens',
    'stream_options',
    'frequency_penalty',
    'presence_penalty',
    'n',
    'stop',
    'logprobs',
    'functions',
    'function_call',
    'reasoning_effort',
  ].map((name) => [name, 'chat-completions'] as const),
  ['response_format', 'speech or chat-completions'],
  ...['input', 'voice', 'format', 'speed'].map((name) => [name, 'speech'] as const),
  ...['prompt', 'image'].map((name) => [name, 'images'] as const),
]);

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a value is, or one without fields. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The body as a JSON object, or the 400 that says why it isn't one. */
export function parseJsonBody(contentType: string | undefined, body: Buffer): JsonObject {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw invalidRequest('Content-Type must be application/json', 'relay');
  }
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalidRequest('invalid request body: not JSON', 'relay');
  }
  if (!isJsonObject(value)) {
    throw invalidRequest('invalid request body: not a JSON object', 'relay');
  }
  return value;
}

/** Refuses the first extra field by which another protocol is known (contract 4, rule 1). */
export function refuseForeignFields(extras: readonly string[], shape: ErrorShape): void {
  const foreign = extras.find((name) => fieldsOfOtherProtocols.has(name));
  if (foreign !== undefined) {
    throw invalidRequest(
      `${foreign}: a field of the ${fieldsOfOtherProtocols.get(foreign)} protocol; protocols must not be mixed`,
      shape,
    );
  }
}

/** Checks a body against the table of its endpoint's fields; anything that isn't in the table is refused. */
export function checkFields(
  body: JsonObject,
  rules: Readonly<Record<string, FieldRule>>,
  shape: ErrorShape,
): void {
  const rulesByName = new Map(Object.entries(rules));
  const extras = Object.keys(body).filter((name) => !rulesByName.has(name));
  refuseForeignFields(extras, shape);
  const [extra] = extras;
  if (extra !== undefined) {
    throw invalidRequest(`${extra}: Extra inputs are not permitted`, shape);
  }
  for (const [name, { required = false, complain }] of rulesByName) {
    const value = body[name];
    if (value === undefined) {
      if (required) {
        throw invalidRequest(`${name}: Field required`, shape);
      }
      continue;
    }
    const complaint = complain(value);
    if (complaint !== '') {
      throw invalidRequest(`${name}: ${complaint}`, shape);
    }
  }
}

export const text: FieldRule = {
  complain: (value) =>
    typeof value === 'string' && value.trim() !== '' ? '' : 'must be a string that is not empty',
};

export const flag: FieldRule = {
  complain: (value) => (typeof value === 'boolean' ? '' : 'must be true or false'),
};

/** Fields whose type the contract does not show are taken as they are. */
export const anything: FieldRule = { complain: () => '' };

export function required(rule: FieldRule): FieldRule {
  return { ...rule, required: true };
}

export function numberBetween(minimum: number, maximum: number): FieldRule {
  return {
    complain: (value) =>
      typeof value === 'number' && value >= minimum && value <= maximum
        ? ''
        : `must be a number from ${minimum} to ${maximum}`,
  };
}

export function oneOf(choices: readonly string[]): FieldRule {
  return {
    complain: (value) =>
      typeof value === 'string' && choices.includes(value) ? '' : `must be one of ${choices.join(', ')}`,
  };
}
