import { type Fields, isFields, listOf } from '../json.ts';

const branchWords = ['anyOf', 'oneOf', 'allOf'] as const;
/** Keywords that services refuse at the root of a tool's schema. */
const refusedAtRoot: ReadonlySet<string> = new Set([
  ...branchWords,
  ...['enum', 'const', 'not', 'if', 'then', 'else'],
]);
/** More branches than any tool has that anybody wrote: references let a short schema grow without end. */
const mostBranches = 500;

/**
 * A tool's schema as every protocol accepts it: of type object, without branches at its root. Branches there become
 * one object that has the properties of all of them, and requires what every one of them requires: a model then knows
 * all properties, and the tool itself refuses those that do not go together.
 */
export function toInputSchema(schema: unknown): Fields {
  if (!isFields(schema)) return { type: 'object', properties: {} };
  const root = schema;
  let flattened = 0;

  function flatten(branch: Fields): Fields {
    const own = Object.fromEntries(Object.entries(branch).filter(([word]) => !refusedAtRoot.has(word)));
    flattened += 1;
    if (Object.keys(own).length === Object.keys(branch).length || flattened > mostBranches) return own;
    const [anyOf, oneOf, allOf] = branchWords.map((word) =>
      listOf(branch[word])
        .filter(isFields)
        .map((each) => flatten(resolve(each, root))),
    );
    const required = new Set([own, ...(allOf ?? [])].flatMap(requiredOf));
    for (const [first = {}, ...others] of [anyOf ?? [], oneOf ?? []]) {
      for (const name of requiredOf(first)) {
        if (others.every((other) => requiredOf(other).includes(name))) required.add(name);
      }
    }
    const properties = joinProperties(
      [anyOf, oneOf, allOf].flatMap((each) => each ?? []),
      propertiesOf(own),
    );
    return { ...own, properties, ...(required.size > 0 && { required: [...required] }) };
  }

  return { ...flatten(schema), type: 'object' };
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
  return listOf(required).filter((name) => typeof name === 'string');
}
