import { deepStrictEqual } from 'node:assert/strict';
import { readToolInput } from '../../../../src/relay/chat/toolInput.ts';

const nestedText = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
/** Deeper than is accepted, but shallow enough to be made here. */
const nest = (opening: string, closing: string): unknown =>
  JSON.parse(opening.repeat(1000) + 1 + closing.repeat(1000));

const cases: Record<string, readonly [fragments: readonly string[], input: unknown, read: object]> = {
  nothing: [['', ' '], undefined, { input: {} }],
  'text in fragments': [['{"pa', 'th":"ä"}'], undefined, { input: { path: 'ä' } }],
  'a value': [[], { a: 1 }, { input: { a: 1 } }],
  'a value that is text': [[], '{"a":1}', { input: { a: 1 } }],
  'a value that is blank': [[], ' ', { input: {} }],
  'text rather than a value': [['{"a":1}'], { b: 2 }, { input: { a: 1 } }],
  'text that is not an object': [['[1]'], undefined, { input: {}, invalidInput: '[1]' }],
  'text that is cut off': [['{"a":'], undefined, { input: {}, invalidInput: '{"a":' }],
  'a value that is not an object': [[], [1], { input: {}, invalidInput: '[1]' }],
  'a value whose text is cut off': [[], '{"a"', { input: {}, invalidInput: '{"a"' }],
  'text that is nested too deep': [[nestedText], undefined, { input: {}, invalidInput: nestedText }],
  'an object that is nested too deep': [[], nest('{"a":', '}'), { input: {}, invalidInput: '{…' }],
  'a list that is nested too deep': [[], nest('[', ']'), { input: {}, invalidInput: '[…' }],
};

describe('the input of a tool call', () => {
  for (const [name, [fragments, input, read]] of Object.entries(cases))
    it(`is read from ${name}`, () => deepStrictEqual(readToolInput(fragments, input), read));
});
