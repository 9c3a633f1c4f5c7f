import { type Fields, isFields, readPointer } from '../../json.ts';
import {
  completeInputSchema,
  isType,
  mergeSchemas,
  type ToolSchema,
  uniteSchemas,
} from './parametersSchema.ts';

/** Deeper than people nest, but within the limits of services. */
const deepestLevel = 24;
/** References let a short schema grow without end. */
const mostNodes = 3000;

/**
 * A tool's JSON schema as this protocol accepts it; undefined if the tool takes nothing. Services refuse a
 * whole request for one unknown keyword, so what this protocol can't express becomes less strict: the model
 * may then send input that the tool must refuse. Never throws, whatever the schema contains.
 */
export function cleanInputSchema(schema: unknown): ToolSchema | undefined {
  let nodes = 0;

  function clean(node: unknown, depth: number, references: readonly string[]): ToolSchema {
    nodes += 1;
    if (!isFields(node)) return {};
    if (depth > deepestLevel || nodes > mostNodes) return readScalars(node);
    const cleanNext = (next: unknown) => clean(next, depth + 1, references);

    const items = readItems(node, cleanNext);
    const properties = readProperties(node, cleanNext);
    const typeNames = listOf(node['type']);
    // Only arrays get `items` and only objects `properties`, so "a string or a list of strings" stays that.
    const typed = typeNames.map((type) => ({
      ...readScalars({ type }),
      ...(type === 'array' && items),
      ...(type === 'object' && properties),
    }));
    const scalars = readScalars(node);
    let base = typed.length > 0 ? uniteSchemas(scalars, typed) : { ...scalars, ...items, ...properties };
    const { $ref: reference } = node;
    if (typeof reference === 'string') {
      const target = resolve(schema, reference);
      // The schema is recursive: stop here and leave the rest to the description.
      const resolved = references.includes(reference)
        ? { type: 'object' as const, ...(isFields(target) && readScalars(target)) }
        : clean(target, depth + 1, [...references, reference]);
      base = mergeSchemas(resolved, base);
    }
    base = listOf(node['allOf']).map(cleanNext).reduce(mergeSchemas, base);
    const alternatives = [...listOf(node['anyOf']), ...listOf(node['oneOf'])].map(cleanNext);
    return alternatives.length > 0 ? uniteSchemas(base, alternatives) : base;
  }

  return completeInputSchema(clean(schema, 0, []));
}

/** The schema's own keywords, without nested schemas. */
function readScalars(node: Fields): ToolSchema {
  const typeName = typeof node['type'] === 'string' ? node['type'].toLowerCase() : undefined;
  const type = isType(typeName) ? typeName : undefined;
  const values = Object.hasOwn(node, 'const') ? [node['const']] : listOf(node['enum']);
  const step = type === 'integer' ? 1 : 0;
  const minimum = readNumber(node['minimum']) ?? plus(readNumber(node['exclusiveMinimum']), step);
  const maximum = readNumber(node['maximum']) ?? plus(readNumber(node['exclusiveMaximum']), -step);
  const required = listOf(node['required']).filter((name) => typeof name === 'string');
  return {
    ...(type && { type }),
    ...readText(node, 'description'),
    ...((node['nullable'] === true || typeName === 'null' || values.includes(null)) && { nullable: true }),
    ...readText(node, 'format'),
    ...readValues(
      node,
      type,
      values.filter((value) => value !== null),
    ),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...readCount(node, 'minLength'),
    ...readCount(node, 'maxLength'),
    ...readCount(node, 'minItems'),
    ...readCount(node, 'maxItems'),
    ...readCount(node, 'minProperties'),
    ...readCount(node, 'maxProperties'),
    ...(required.length > 0 && { required }),
  };
}

/** Only texts can be listed here. Numbers stay numbers, so that the tool gets valid input, and are described. */
function readValues(node: Fields, type: ToolSchema['type'], values: readonly unknown[]): ToolSchema {
  const scalars = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  if (scalars.length === 0) return {};
  const [kind] = new Set(scalars.map((value) => typeof value));
  const isOfOneKind = scalars.every((value) => typeof value === kind);
  const isText = type === 'string' || !isOfOneKind || kind === 'string';
  if (isText) {
    const texts = [...new Set(scalars.map(String))].filter((text) => text !== '');
    return { type: 'string', ...(texts.length > 0 && { enum: texts }) };
  }
  const told = `One of: ${scalars.join(', ')}.`;
  const { description } = readText(node, 'description');
  return {
    type: type ?? (kind === 'boolean' ? 'boolean' : 'number'),
    description: description === undefined ? told : `${description}\n${told}`,
  };
}

/** One schema for all items: alternatives if each index has its own. */
function readItems(node: Fields, clean: (next: unknown) => ToolSchema): ToolSchema {
  const { items, prefixItems } = node;
  const places = [...listOf(prefixItems), ...listOf(items)];
  if (places.length > 0) return { items: uniteSchemas({}, places.map(clean)) };
  return isFields(items) ? { items: clean(items) } : {};
}

function readProperties({ properties }: Fields, clean: (next: unknown) => ToolSchema): ToolSchema {
  if (!isFields(properties)) return {};
  const entries = Object.entries(properties);
  return { properties: Object.fromEntries(entries.map(([name, property]) => [name, clean(property)])) };
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

function readText<Name extends string>(node: Fields, name: Name): { readonly [name in Name]?: string } {
  const value = node[name];
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [name in Name]: string }) : {};
}

function readCount(node: Fields, name: string): ToolSchema {
  const value = node[name];
  return Number.isSafeInteger(value) && Number(value) >= 0 ? { [name]: value } : {};
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function plus(value: number | undefined, step: number): number | undefined {
  return value === undefined ? undefined : value + step;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
