import type { OfferedTool, Question } from '../chat/chatProtocol.ts';
import { isJsonObject, type JsonObject } from '../wire/fields.ts';

/** A tool call of a response. */
export interface ToolCall {
  readonly name: string;
  /** JSON as a model writes it, so not always JSON. */
  readonly argumentsText: string;
}

/** What a line such as `call getWeather {"city":"Paris"}` wants. */
export interface WantedCall {
  readonly name: string;
  /** As it was typed; '{}' when there is nothing after the name. */
  readonly argumentsText: string;
  /** `then call` calls in the round after the lines before it, `always call` in every round. */
  readonly when?: 'then' | 'always';
}

/** Reads one line of a message; undefined when it calls nothing. */
export function readCall(line: string): WantedCall | undefined {
  const [, when, name, argumentsText = '{}'] =
    /^\s*(?:(then|always)\s+)?call\s+([\w.:-]+)(?:\s+(\{.*\}))?\s*$/.exec(line) ?? [];
  return name === undefined
    ? undefined
    : { name, argumentsText, ...((when === 'then' || when === 'always') && { when }) };
}

/** The calls of a message's lines that are made after so many rounds of tools. */
export function readCalls(text: string, rounds: number): readonly WantedCall[] {
  let round = 0;
  return text.split('\n').flatMap((line) => {
    const call = readCall(line);
    if (call === undefined) return [];
    round += call.when === 'then' ? 1 : 0;
    return call.when === 'always' || round === rounds ? [call] : [];
  });
}

const smallestByType: Readonly<Record<string, (schema: JsonObject) => unknown>> = {
  string: () => 'text',
  number: ({ minimum }) => minimum ?? 0,
  integer: ({ minimum }) => minimum ?? 0,
  boolean: () => false,
  array: ({ minItems, items }) =>
    Array.from({ length: Number(minItems ?? 0) }, () => makeSmallestValue(isJsonObject(items) ? items : {})),
  object: (schema) => makeSmallestObject(schema),
  null: () => null,
};

function makeSmallestValue(schema: JsonObject): unknown {
  const { const: constant, default: preset, enum: choices, type, anyOf } = schema;
  if (constant !== undefined || preset !== undefined) return constant ?? preset;
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  if (Array.isArray(anyOf) && isJsonObject(anyOf[0])) return makeSmallestValue(anyOf[0]);
  // Google's schemas write their types in capitals; JSON schema allows a list of types.
  const first = String(Array.isArray(type) ? type[0] : (type ?? 'string')).toLowerCase();
  return smallestByType[first]?.(schema) ?? null;
}

function makeSmallestObject({ properties, required }: JsonObject): JsonObject {
  const schemas = new Map(Object.entries(isJsonObject(properties) ? properties : {}));
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    names.map((name) => {
      const schema = schemas.get(String(name));
      return [String(name), makeSmallestValue(isJsonObject(schema) ? schema : {})];
    }),
  );
}

/** The smallest call that keeps a tool's schema: its required properties and nothing else. */
function makeSmallestCall({ name, schema }: OfferedTool): ToolCall {
  return { name, argumentsText: JSON.stringify(makeSmallestObject(schema)) };
}

/** The calls that a response makes: those that were wanted and offered, or the one that the request forces. */
export function chooseCalls(
  wanted: readonly WantedCall[],
  { tools, toolChoice }: Pick<Question, 'tools' | 'toolChoice'>,
): readonly ToolCall[] {
  if (toolChoice.type === 'none') return [];
  const forced = toolChoice.type === 'tool' ? toolChoice.name : undefined;
  const allowed = forced === undefined ? tools : tools.filter(({ name }) => name === forced);
  const calls = wanted.filter((call) => allowed.some(({ name }) => name === call.name));
  const [first] = allowed;
  return calls.length === 0 && toolChoice.type !== 'auto' && first !== undefined
    ? [makeSmallestCall(first)]
    : calls;
}

/** Fragments of a few characters, as arguments are streamed; never none, so that an empty text is sent too. */
export function splitArguments(argumentsText: string): readonly string[] {
  return argumentsText.match(/.{1,7}/gsu) ?? [''];
}

/** Turn by turn: the first of each list, then the second of each, until all are empty. */
export function* interleave<Item>(lists: readonly (readonly Item[])[]): Generator<Item> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let turn = 0; turn < longest; turn++) {
    for (const list of lists) {
      const item = list[turn];
      if (item !== undefined) yield item;
    }
  }
}
