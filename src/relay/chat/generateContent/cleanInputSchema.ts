import { type Fields, isFields, listOf, readPointer } from '../../json.ts';
import { toInputSchema } from '../toolSchema.ts';

/** A schema as this protocol accepts it: a subset of OpenAPI's, not of JSON Schema. It has a type, or else `anyOf` alone. */
interface ToolSchema extends Fields {
  readonly enum?: readonly string[];
  readonly anyOf?: readonly ToolSchema[];
}

type Type = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/** The limits that fit each type. */
const limitsByType: Readonly<Record<Type, readonly string[]>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['minItems', 'maxItems'],
  object: [],
};

/** Deeper than people nest, but within the limits of services. */
const deepestLevel = 24;
/** References let a short schema grow without end. */
const mostNodes = 3000;

/** A schema with the keywords of its references and its `allOf`, and all references that led to it. */
interface Expanded {
  readonly node: Fields;
  readonly references: readonly string[];
}

/**
 * A tool's JSON schema as this protocol accepts it; undefined if the tool takes nothing. Services refuse a
 * whole request for one unknown keyword, so what this protocol can't express becomes less strict: the model
 * may then send input that the tool must refuse.
 */
export function cleanInputSchema(schema: unknown): ToolSchema | undefined {
  let nodes = 0;

  function expand(raw: unknown, known: readonly string[]): Expanded {
    nodes += 1;
    if (!isFields(raw) || nodes > mostNodes) return { node: {}, references: known };
    const { $ref: reference, allOf, ...own } = raw;
    let references = known;
    let node: Fields = own;
    const add = (part: unknown) => {
      const expanded = expand(part, references);
      references = expanded.references;
      return expanded.node;
    };
    if (typeof reference === 'string') {
      const target = resolve(schema, reference);
      // The schema is recursive: stop here and leave the rest to the description.
      const isKnown = known.includes(reference) || known.length > deepestLevel;
      if (!isKnown) references = [...known, reference];
      node = merge(isKnown ? { type: 'object', ...readDescription(target) } : add(target), own);
    }
    return { node: listOf(allOf).map(add).reduce<Fields>(merge, node), references };
  }

  function clean({ node, references }: Expanded, depth: number): ToolSchema {
    if (depth > deepestLevel || nodes > mostNodes) return cleanOne(node);
    const cleanNext = (next: unknown) => clean(expand(next, references), depth + 1);
    const { anyOf, oneOf, ...own } = node;
    const branches = [...listOf(anyOf), ...listOf(oneOf)];
    if (branches.length > 0 && isFields(own['properties'])) {
      // Expanded here and no deeper: references in branches of branches can be more than anybody waits for.
      const known = branches.map((branch) => expand(branch, references).node);
      return cleanNext(toInputSchema({ ...own, anyOf: known }));
    }
    const types = listOf(own['type']);
    const options =
      branches.length > 0
        ? branches.map((branch) => expand(branch, references))
        : types.map((type) => ({ node: { type }, references }));
    const cleaned = options
      .filter((option) => !isNull(option.node))
      .map((option) => clean({ ...option, node: { ...own, ...option.node } }, depth + 1));
    const united = cleaned.length > 0 ? unite(cleaned, own) : cleanOne(own, cleanNext);
    return options.some((option) => isNull(option.node)) ? toNullable(united) : united;
  }

  const { type: _, nullable: __, properties, ...others } = clean(expand(toInputSchema(schema), []), 0);
  return properties === undefined ? undefined : { type: 'object', properties, ...others };
}

/** A schema without alternatives. At the limits, what it contains is left out. */
function cleanOne(node: Fields, clean?: (next: unknown) => ToolSchema): ToolSchema {
  const values = Object.hasOwn(node, 'const') ? [node['const']] : listOf(node['enum']);
  const type = typeOf(node, values);
  const limits = limitsByType[type].filter((name) => typeof node[name] === 'number');
  const cleaned: ToolSchema = {
    type,
    ...readDescription(node),
    ...((node['nullable'] === true || isNull(node) || values.includes(null)) && { nullable: true }),
    ...Object.fromEntries(limits.map((name) => [name, node[name]])),
    // Services refuse any other format, rather than ignore it.
    ...(type === 'string' && node['format'] === 'date-time' && { format: 'date-time' }),
    ...readValues(node, type, values),
  };
  if (type === 'array') return { ...cleaned, items: clean?.(itemsOf(node)) ?? { type: 'string' } };
  if (type !== 'object' || !clean || !isFields(node['properties'])) return cleaned;
  const entries = Object.entries(node['properties']).map(([name, property]) => [name, clean(property)]);
  const properties: Fields = Object.fromEntries(entries);
  const required = listOf(node['required']).filter(
    (name) => typeof name === 'string' && Object.hasOwn(properties, name),
  );
  return {
    ...cleaned,
    // Services refuse an object with empty `properties`.
    ...(entries.length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** Some services refuse a schema without a type; a string can be anything. */
function typeOf(node: Fields, values: readonly unknown[]): Type {
  const name = String(node['type']).toLowerCase();
  if (Object.hasOwn(limitsByType, name)) return name as Type;
  if (isFields(node['properties'])) return 'object';
  if (node['items'] || node['prefixItems']) return 'array';
  const [kind, ...others] = new Set(values.map((value) => typeof value));
  return (kind === 'number' || kind === 'boolean') && others.length === 0 ? kind : 'string';
}

/** Only texts can be listed here. Numbers stay numbers, so that the tool gets valid input, and are described. */
function readValues(node: Fields, type: Type, values: readonly unknown[]): ToolSchema {
  const scalars = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  const texts = [...new Set(scalars.map(String))].filter((text) => text !== '');
  if (texts.length === 0) return {};
  if (type === 'string') return { enum: texts };
  const { description } = readDescription(node);
  return {
    description: `${description === undefined ? '' : `${description}\n`}One of: ${texts.join(', ')}.`,
  };
}

/** One schema for all items: alternatives if each index has its own. */
function itemsOf({ items, prefixItems }: Fields): unknown {
  const places = [...listOf(prefixItems), ...listOf(items)];
  return places.length > 0 ? { anyOf: places } : items;
}

/** One schema that allows any of several. Lists of texts become one list, which is described by what has them. */
function unite(schemas: readonly ToolSchema[], holder: Fields): ToolSchema {
  const all = schemas.flatMap((schema) => schema.anyOf ?? [schema]);
  const [first = {}, ...others] = new Map(all.map((schema) => [JSON.stringify(schema), schema])).values();
  if (others.length === 0) return first;
  if (![first, ...others].every((schema) => schema.enum)) return { anyOf: [first, ...others] };
  const values = new Set([first, ...others].flatMap((schema) => schema.enum ?? []));
  return { ...first, ...readDescription(holder), enum: [...values] };
}

function toNullable(schema: ToolSchema): ToolSchema {
  return schema.anyOf ? { anyOf: schema.anyOf.map(toNullable) } : { ...schema, nullable: true };
}

/** Whether a schema only says that a value may be null: then the other alternatives become nullable. */
function isNull(node: Fields): boolean {
  return String(node['type']).toLowerCase() === 'null' || node['const'] === null;
}

/** Merges two schemas; if they differ, the second counts. */
function merge(first: Fields, second: Fields): Fields {
  const required = [...listOf(first['required']), ...listOf(second['required'])];
  const [properties, others] = [first['properties'], second['properties']];
  return {
    ...first,
    ...second,
    ...(isFields(properties) && isFields(others) && { properties: { ...properties, ...others } }),
    ...(required.length > 0 && { required }),
  };
}

/** The target of a reference within the same schema: '#/$defs/Name', '#/properties/a', '#'. */
function resolve(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  try {
    return readPointer(root, decodeURIComponent(reference));
  } catch {
    return readPointer(root, reference);
  }
}

function readDescription(node: unknown): { readonly description?: string } {
  const description = isFields(node) ? node['description'] : undefined;
  return typeof description === 'string' && description !== '' ? { description } : {};
}
