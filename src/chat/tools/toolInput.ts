import { modelWords } from '../model/modelWords.ts';

/** Why an input can't be a tool's, for the model; undefined where nothing is wrong as far as can be seen. */
export function findInputProblem(input: unknown, schema: unknown): string | undefined {
  if (!isObject(input)) return modelWords.noObject;
  const required = isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(input, name));
  return missing.length > 0 ? modelWords.missingInput(missing.join(', ')) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
