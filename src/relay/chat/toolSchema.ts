import { type Fields, isFields } from '../json.ts';

const branchWords = ['anyOf', 'oneOf', 'allOf'] as const;
/** Keywords that services refuse at the root of a tool's schema, besides the branches. */
const refusedAtRoot = ['enum', 'const', 'not', 'if', 'then', 'else'] as const;
/** Branches within branches: no tool that anybody wrote has more. */
const deepestBranches = 20;

/**
 * A tool's schema as every protocol accepts it: of type object, without branches at its root. Branches there become
 * one object that has the properties of all of them, and requires what every one of them requires: a model then knows
 * all properties, and the tool itself refuses those that do not go together.
 */
export function toInputSchema(schema: unknown): Fields {
  if (!isFields(schema)) return { type: 'object', properties: {} };
  return { ...flattenRoot(schema, 0, schema), type: 'object' };
}

function flattenRoot(schema: Fields, depth: number, root: Fields): Fields {
  const isFlat = ![...branchWords, ...refusedAtRoot].some((word) => word in schema);
  if (isFlat) return schema;
  const own = Object.fromEntries(
    Object.entries(schema).filter(
      ([word]) => ![...branchWords, ...refusedAtRoot].some((each) => each === word),
    ),
  );
  if (depth === deepestBranches) return own;
  const branches = (word: (typeof branchWords)[number]) => {
    const found = schema[word];
    if (!Array.isArray(found)) return [];
    return found.filter(isFields).map((each) => flattenRoot(resolve(each, root), depth + 1, root));
  };
  const choices = [branches('anyOf'), branches('oneOf')].filter((each) => each.length > 0);
  const all = branches('allOf');
  const required = new Set([...requiredOf(own), ...all.flatMap(requiredOf)]);
  for (const [first = {}, ...others] of choices) {
    for (const name of requiredOf(first)) {
      if (others.every((other) => requiredOf(other).includes(name))) required.add(name);
    }
  }
  const properties = joinProperties([...choices.flat(), ...all], propertiesOf(own));
  return { ...own, properties, ...(required.size > 0 && { required: [...required] }) };
}

/** The definition that a branch refers to, if it is a reference within the same schema. */
function resolve(branch: Fields, root: Fields): Fields {
  const [, place, name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(branch['$ref'] ?? '')) ?? [];
  const definitions = place === undefined ? undefined : root[place];
  const found = isFields(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  return isFields(found) ? found : branch;
}

/** If branches describe one property differently, it may be any of them; the root's own description comes first. */
function joinProperties(branches: readonly Fields[], own: Fields): Fields {
  const said = new Map<string, unknown[]>();
  for (const [name, schema] of branches.flatMap((branch) => Object.entries(propertiesOf(branch)))) {
    const known = said.get(name);
    if (!known) said.set(name, [schema]);
    else if (!known.some((each) => JSON.stringify(each) === JSON.stringify(schema))) known.push(schema);
  }
  const joined = [...said].map(([name, schemas]) => [
    name,
    schemas.length === 1 ? schemas[0] : { anyOf: schemas },
  ]);
  return { ...Object.fromEntries(joined), ...own };
}

function propertiesOf({ properties }: Fields): Fields {
  return isFields(properties) ? properties : {};
}

function requiredOf({ required }: Fields): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
