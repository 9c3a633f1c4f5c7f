import { deepStrictEqual, ok } from 'node:assert/strict';
import { cleanInputSchema } from '../../../../src/relay/chat/generateContent/cleanInputSchema.ts';

const text = { type: 'string' };
/** A schema with this as its only property. */
const having = (property: unknown, others: object = {}) => ({
  type: 'object',
  properties: { a: property },
  ...others,
});

/** More than any tool's schema has; one that grows without bound has far more. */
const largestCharacters = 200_000;

describe('cleaning the schema of a tool’s input', () => {
  const properties: Readonly<Record<string, readonly [property: unknown, cleaned: object]>> = {
    'a string': [text, text],
    'an uppercase type': [{ type: 'STRING' }, text],
    'no type': [{}, text],
    'no type but a description': [{ description: 'A' }, { type: 'string', description: 'A' }],
    'an unknown type': [{ type: 'any' }, text],
    null: [{ type: 'null' }, { type: 'string', nullable: true }],
    nullable: [
      { type: 'integer', nullable: true },
      { type: 'integer', nullable: true },
    ],
    'a type or null': [{ type: ['integer', 'null'] }, { type: 'integer', nullable: true }],
    'several types': [
      { type: ['string', 'integer', 'null'], description: 'A', minimum: 1, minLength: 2 },
      {
        anyOf: [
          { type: 'string', description: 'A', nullable: true, minLength: 2 },
          { type: 'integer', description: 'A', nullable: true, minimum: 1 },
        ],
      },
    ],
    'a string, an array or an object': [
      {
        type: ['string', 'array', 'object'],
        items: { type: 'integer' },
        properties: { a: text },
        required: ['a'],
      },
      {
        anyOf: [text, { type: 'array', items: { type: 'integer' } }, having(text, { required: ['a'] })],
      },
    ],
    'unsupported keywords': [
      {
        ...text,
        $comment: 'x',
        $id: 'x',
        title: 'A',
        default: 'b',
        examples: ['b'],
        pattern: '^(?=a)',
        not: { const: 'c' },
        if: {},
        deprecated: true,
        'x-vendor': 1,
      },
      text,
    ],
    formats: [
      { ...text, format: 'date-time' },
      { ...text, format: 'date-time' },
    ],
    'unknown formats': [{ ...text, format: 'uri' }, text],
    'bounds, but not exclusive ones': [
      { type: 'number', exclusiveMinimum: 0, maximum: 1.5, multipleOf: 0.5 },
      { type: 'number', maximum: 1.5 },
    ],
    'bounds that are not numbers': [{ type: 'integer', minimum: '1' }, { type: 'integer' }],
    lengths: [
      { ...text, minLength: 1, maxLength: 9 },
      { ...text, minLength: 1, maxLength: 9 },
    ],
    'a constant': [{ const: 'x' }, { type: 'string', enum: ['x'] }],
    'an enum': [{ enum: ['x', '', 'y', null, 'x'] }, { type: 'string', nullable: true, enum: ['x', 'y'] }],
    'numbers as values of a string': [
      { ...text, enum: [1, 2] },
      { type: 'string', enum: ['1', '2'] },
    ],
    'values that are numbers': [
      { type: 'integer', enum: [1, 2], description: 'A' },
      { type: 'integer', description: 'A\nOne of: 1, 2.' },
    ],
    'a constant true': [{ const: true }, { type: 'boolean', description: 'One of: true.' }],
    'values that are objects': [{ enum: [{}] }, text],
    arrays: [
      { type: 'array', items: { type: 'integer' } },
      { type: 'array', items: { type: 'integer' } },
    ],
    'an array of anything': [{ type: 'array' }, { type: 'array', items: text }],
    'a tuple': [
      {
        type: 'array',
        prefixItems: [text, { type: 'integer' }],
        items: false,
        minItems: 2,
        uniqueItems: true,
      },
      { type: 'array', items: { anyOf: [text, { type: 'integer' }] }, minItems: 2 },
    ],
    'an object of anything': [{ type: 'object', additionalProperties: text }, { type: 'object' }],
    'a nested object': [
      having({ enum: ['x'] }, { required: ['a', 'b', 7], additionalProperties: false }),
      having({ type: 'string', enum: ['x'] }, { required: ['a'] }),
    ],
    'an object without its type': [{ properties: { a: {} } }, having(text)],
    'properties that are an array': [{ type: 'object', properties: [text] }, { type: 'object' }],
    alternatives: [
      { description: 'A', anyOf: [text, { type: 'integer', description: 'B' }, { type: 'null' }] },
      {
        anyOf: [
          { type: 'string', description: 'A', nullable: true },
          { type: 'integer', description: 'B', nullable: true },
        ],
      },
    ],
    'nested alternatives': [
      { oneOf: [text, { anyOf: [{ type: 'integer' }, text] }] },
      { anyOf: [text, { type: 'integer' }] },
    ],
    'one alternative': [
      { description: 'A', oneOf: [text] },
      { type: 'string', description: 'A' },
    ],
    'alternatives that are constants': [
      { oneOf: [{ const: 'x' }, { const: 'y' }] },
      { type: 'string', enum: ['x', 'y'] },
    ],
    'an object with alternatives beside its properties': [
      {
        type: 'object',
        properties: { a: text, b: text, c: text },
        required: ['c'],
        anyOf: [{ required: ['a'] }, { properties: { d: text }, required: ['b'] }],
      },
      { type: 'object', properties: { a: text, b: text, c: text, d: text }, required: ['c'] },
    ],
    allOf: [
      {
        description: 'A',
        allOf: [having(text, { required: ['a'] }), { properties: { b: text }, required: ['b'] }, 7],
      },
      { type: 'object', description: 'A', properties: { a: text, b: text }, required: ['a', 'b'] },
    ],
  };
  for (const [name, [property, cleaned]] of Object.entries(properties)) {
    it(`handles ${name}`, () => {
      deepStrictEqual(toJson(cleanInputSchema(having(property))), having(cleaned));
    });
  }

  const wholes: Readonly<Record<string, readonly [schema: unknown, cleaned: object | undefined]>> = {
    'without properties': [{ type: 'object', properties: {} }, undefined],
    'of a string': [text, undefined],
    'that is null': [null, undefined],
    'that is undefined': [undefined, undefined],
    'without its type': [{ properties: { a: text } }, having(text)],
    'that may be null': [having(text, { type: ['object', 'null'], nullable: true }), having(text)],
    'of alternatives, as one object': [
      {
        description: 'A',
        oneOf: [
          having({ const: 'x' }, { required: ['a'] }),
          { type: 'object', properties: { a: { const: 'y' }, b: text }, required: ['b', 'a'] },
        ],
      },
      {
        type: 'object',
        description: 'A',
        properties: { a: { type: 'string', enum: ['x', 'y'] }, b: text },
        required: ['a'],
      },
    ],
    'with references': [
      {
        type: 'object',
        properties: {
          a: { $ref: '#/$defs/a~1b%20c', description: 'A' },
          b: { $ref: '#/definitions/two' },
          c: { $ref: '#/properties/b' },
          d: { $ref: '#/$defs/none' },
          e: { $ref: 'https://example.com/schema' },
          f: { $ref: '#/$defs/%' },
          g: { $ref: 7 },
        },
        $defs: { 'a/b c': { type: 'integer', description: 'B' } },
        definitions: { two: { $ref: '#/$defs/a~1b%20c' } },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'integer', description: 'A' },
          b: { type: 'integer', description: 'B' },
          c: { type: 'integer', description: 'B' },
          d: text,
          e: text,
          f: text,
          g: text,
        },
      },
    ],
    'that is recursive': [
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            type: 'object',
            description: 'A node.',
            properties: {
              value: text,
              next: { $ref: '#/$defs/node' },
              all: { type: 'array', items: { $ref: '#' } },
            },
            required: ['value', 'next'],
          },
        },
      },
      {
        type: 'object',
        description: 'A node.',
        properties: {
          value: text,
          next: { type: 'object', description: 'A node.' },
          all: { type: 'array', items: { type: 'object', description: 'A node.' } },
        },
        required: ['value', 'next'],
      },
    ],
    'with property names that every object inherits': [
      JSON.parse(
        '{"properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}},"required":["toString","__proto__"]}',
      ),
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}},"required":["__proto__"]}',
      ),
    ],
  };
  for (const [name, [schema, cleaned]] of Object.entries(wholes)) {
    it(`handles a schema ${name}`, () => deepStrictEqual(toJson(cleanInputSchema(schema)), cleaned));
  }

  it('does not change the given schema', () => {
    const schema = having(
      { anyOf: [{ const: 'x' }, { $ref: '#/$defs/b' }] },
      { $defs: { b: { type: 'null' } } },
    );
    const before = structuredClone(schema);
    cleanInputSchema(schema);
    deepStrictEqual(schema, before);
  });

  const hostile: Readonly<Record<string, () => unknown>> = {
    'that is deep': () => nest(10_000, (inner) => having(inner)),
    'with many nested alternatives': () =>
      having(nest(12, (inner) => ({ anyOf: [inner, { oneOf: [inner, text] }] }))),
    'whose references double': () => doubling(60),
    'with a long chain of references': () => row(5000),
    'whose definitions all refer to each other': () => web(10),
  };
  for (const [name, schema] of Object.entries(hostile)) {
    it(`stays within bounds for a schema ${name}`, () => {
      const length = JSON.stringify(cleanInputSchema(schema()))?.length ?? 0;
      ok(length > 0 && length < largestCharacters, `${length} characters`);
    }).timeout(5000);
  }
});

function toJson(schema: unknown): unknown {
  return schema === undefined ? undefined : JSON.parse(JSON.stringify(schema));
}

function nest(levels: number, wrap: (inner: object) => object): object {
  let schema: object = text;
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return schema;
}

function doubling(levels: number): object {
  const definitions = Array.from({ length: levels }, (_, level) => {
    const next = { $ref: `#/$defs/${level + 1}` };
    return [`${level}`, { type: 'object', properties: { a: next, b: { anyOf: [next, { type: 'null' }] } } }];
  });
  return having({ $ref: '#/$defs/0' }, { $defs: Object.fromEntries(definitions) });
}

function web(size: number): object {
  const references = Array.from({ length: size }, (_, place) => ({ $ref: `#/$defs/${place}` }));
  const definition = { type: 'object', properties: { ...references }, anyOf: references };
  return having(references[0], { $defs: { ...references.map(() => definition) } });
}

function row(length: number): object {
  const definitions = Array.from({ length }, (_, place) => [`${place}`, { $ref: `#/$defs/${place + 1}` }]);
  return having({ $ref: '#/$defs/0' }, { $defs: Object.fromEntries(definitions) });
}
