import { deepStrictEqual } from 'node:assert/strict';
import { toInputSchema } from '../../../../src/relay/chat/toolSchema.ts';

const a = { type: 'string' };
const b = { type: 'number' };

describe('the schema of a tool’s input', () => {
  const cases: Readonly<Record<string, readonly [unknown, unknown]>> = {
    nothing: [undefined, { type: 'object', properties: {} }],
    'not an object': [['a'], { type: 'object', properties: {} }],
    'an object': [
      { type: 'object', properties: { a }, required: ['a'] },
      { type: 'object', properties: { a }, required: ['a'] },
    ],
    'no type': [{ properties: { a } }, { type: 'object', properties: { a } }],
    'another type': [{ type: 'string' }, { type: 'object' }],
    'anyOf with two branches': [
      {
        anyOf: [
          { type: 'object', properties: { a, b }, required: ['a', 'b'] },
          { type: 'object', properties: { a }, required: ['a'] },
        ],
      },
      { type: 'object', properties: { a, b }, required: ['a'] },
    ],
    'allOf beside its own properties': [
      {
        type: 'object',
        properties: { a: b },
        allOf: [{ properties: { a }, required: ['a'] }, { properties: { b } }],
      },
      { type: 'object', properties: { a: b, b }, required: ['a'] },
    ],
    'nested branches': [
      {
        oneOf: [{ anyOf: [{ properties: { a }, required: ['a'] }] }, { properties: { b }, required: ['b'] }],
      },
      { type: 'object', properties: { a, b } },
    ],
    'branches that differ by a discriminator, one of them by reference': [
      {
        $defs: { url: { properties: { kind: { const: 'url' } }, required: ['kind'] } },
        oneOf: [{ properties: { kind: { const: 'file' } }, required: ['kind'] }, { $ref: '#/$defs/url' }],
      },
      {
        type: 'object',
        $defs: { url: { properties: { kind: { const: 'url' } }, required: ['kind'] } },
        properties: { kind: { anyOf: [{ const: 'file' }, { const: 'url' }] } },
        required: ['kind'],
      },
    ],
    'keywords that must not be at the root': [
      { type: 'object', properties: { a }, if: {}, not: {}, enum: [] },
      { type: 'object', properties: { a } },
    ],
    'branches below the root, which stay': [
      { type: 'object', properties: { a: { anyOf: [a, b] } } },
      { type: 'object', properties: { a: { anyOf: [a, b] } } },
    ],
    'invalid branches': [
      { type: 'object', anyOf: 1, oneOf: [], allOf: [null] },
      { type: 'object', properties: {} },
    ],
  };
  for (const [name, [schema, expected]] of Object.entries(cases)) {
    it(name, () => deepStrictEqual(toInputSchema(schema), expected));
  }

  it('can be converted however deep its branches are', () => {
    let schema: object = { properties: { a } };
    for (let depth = 0; depth < 1000; depth++) schema = { anyOf: [schema] };
    deepStrictEqual(toInputSchema(schema), { type: 'object', properties: {} });
  });

  it('can be converted if its references have branches without end', () => {
    const again = { $ref: '#/$defs/again' };
    const schema = { $defs: { again: { anyOf: [again, again, again] } }, anyOf: [again, again] };
    deepStrictEqual(toInputSchema(schema), { type: 'object', $defs: schema.$defs, properties: {} });
  });
});
