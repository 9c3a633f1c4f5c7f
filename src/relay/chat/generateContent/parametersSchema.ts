/** A schema as this protocol accepts it: a subset of OpenAPI's, not of JSON Schema. */
export interface ToolSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly nullable?: boolean;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: ToolSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, ToolSchema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Must be alone: some services refuse anything next to it. */
  readonly anyOf?: readonly ToolSchema[];
}

type Type = NonNullable<ToolSchema['type']>;
type Properties = NonNullable<ToolSchema['properties']>;

const types: readonly Type[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

const fieldsByType: Readonly<Record<Type, readonly (keyof ToolSchema)[]>> = {
  string: ['format', 'enum', 'minLength', 'maxLength'],
  number: ['format', 'minimum', 'maximum'],
  integer: ['format', 'minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'minProperties', 'maxProperties'],
};

/** Services refuse any other format, rather than ignore it. */
const formatsByType: Readonly<Partial<Record<Type, readonly string[]>>> = {
  string: ['date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** Whether a schema only says that a value may be null: it becomes `nullable` on the other alternatives. */
function isOnlyNull({ nullable, description: _, ...rest }: ToolSchema): boolean {
  return nullable === true && Object.keys(rest).length === 0;
}

/** Merges two schemas; if they differ, the second counts. */
export function mergeSchemas(first: ToolSchema, second: ToolSchema): ToolSchema {
  const required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])];
  return {
    ...first,
    ...second,
    ...(first.properties &&
      second.properties && { properties: mergeProperties(first.properties, second.properties) }),
    ...(required.length > 0 && { required }),
  };
}

function mergeProperties(first: Properties, second: Properties): Properties {
  const merged = new Map(Object.entries(first));
  for (const [name, property] of Object.entries(second)) {
    merged.set(name, mergeSchemas(merged.get(name) ?? {}, property));
  }
  return Object.fromEntries(merged);
}

/** A schema that also allows any of some alternatives. Lists of texts become one list. */
export function uniteSchemas(base: ToolSchema, alternatives: readonly ToolSchema[]): ToolSchema {
  const united = { ...base, ...(alternatives.some(isOnlyNull) && { nullable: true }) };
  const others = withoutRepeats(alternatives.filter((schema) => !isOnlyNull(schema)).flatMap(flatten));
  const [only] = others;
  if (!only) return united;
  if (others.length === 1) return mergeSchemas(united, only);
  if (others.every((schema) => schema.enum && schema.type === 'string')) {
    const values = new Set(others.flatMap((schema) => schema.enum ?? []));
    return { ...united, type: 'string', enum: [...values] };
  }
  return { ...united, anyOf: others };
}

function flatten({ anyOf, ...schema }: ToolSchema): readonly ToolSchema[] {
  return anyOf?.map((alternative) => mergeSchemas(schema, alternative)) ?? [schema];
}

function withoutRepeats(schemas: readonly ToolSchema[]): readonly ToolSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

/**
 * An object with the properties of all its alternatives; only those that all alternatives require are required.
 * Written out one by one, nested objects would double with each level.
 */
function widen({ anyOf = [], ...schema }: ToolSchema): ToolSchema {
  const [first, ...others] = anyOf.filter(({ type = 'object' }) => type === 'object');
  if (!first || schema.items) return schema;
  const named = new Map<string, ToolSchema[]>();
  for (const [name, property] of [first, ...others].flatMap((one) => Object.entries(one.properties ?? {}))) {
    named.set(name, [...(named.get(name) ?? []), property]);
  }
  const united = [...named].map(([name, properties]) => [name, uniteSchemas({}, properties)] as const);
  const common = first.required?.filter((name) => others.every(({ required }) => required?.includes(name)));
  return mergeSchemas(
    { type: 'object', properties: {}, ...schema },
    { properties: Object.fromEntries(united), ...(common && { required: common }) },
  );
}

/** Completes a schema for sending: every schema has a type, and only keywords that fit it. */
function completeSchema(whole: ToolSchema): ToolSchema {
  const isWide = whole.properties !== undefined || whole.items !== undefined;
  const schema = isWide ? widen(whole) : whole;
  if (schema.anyOf) return { anyOf: flatten(schema).map(completeSchema) };
  const { type = guessType(schema), description, nullable } = schema;
  const names = fieldsByType[type].filter(
    (name) =>
      schema[name] !== undefined && (name !== 'format' || formatsByType[type]?.includes(schema.format ?? '')),
  );
  const complete: ToolSchema = {
    type,
    ...(description !== undefined && { description }),
    ...(nullable && { nullable }),
    ...Object.fromEntries(names.map((name) => [name, schema[name]])),
  };
  if (type === 'array') return { ...complete, items: completeSchema(schema.items ?? {}) };
  if (type !== 'object') return complete;
  const { properties = {}, required = [], ...rest } = complete;
  const existing = required.filter((name) => Object.hasOwn(properties, name));
  return {
    ...rest,
    // Services refuse an object with empty `properties`.
    ...(Object.keys(properties).length > 0 && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, completeSchema(property)]),
      ),
    }),
    ...(existing.length > 0 && { required: existing }),
  };
}

/** A string can be anything; some services refuse a schema without a type. */
function guessType({ properties, items }: ToolSchema): Type {
  if (properties) return 'object';
  return items ? 'array' : 'string';
}

/** The schema of a tool's whole input, which must be an object; undefined if the tool takes nothing. */
export function completeInputSchema(schema: ToolSchema): ToolSchema | undefined {
  const { nullable: _, ...input } = completeSchema(schema.anyOf ? widen(schema) : schema);
  return input.type === 'object' && input.properties ? input : undefined;
}

export function isType(type: unknown): type is Type {
  return (types as readonly unknown[]).includes(type);
}
