import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { createFieldRefusals } from '../../../src/relay/refusalMemory.ts';

const relay = 'https://relay.example.com';

const weekMs = 7 * 24 * 60 * 60 * 1000;

function start(stored: unknown = undefined) {
  let value = stored;
  let ms = 0;
  const memory = createFieldRefusals(
    {
      get: () => value,
      async update(_, update) {
        value = update;
        throw new Error('The disk is full');
      },
    },
    () => ms,
  );
  return {
    memory,
    get length() {
      return Array.isArray(value) ? value.length : 0;
    },
    pass(passed: number) {
      ms += passed;
    },
  };
}

describe('memory of refusals', () => {
  it('finds a relay by origin or host, and only the refused field of a model', () => {
    const { memory } = start();
    memory.set(relay, 'a', 'x', true);
    deepStrictEqual(
      [
        memory.has(relay, 'a', 'x'),
        memory.has('relay.example.com', 'a', 'x'),
        memory.has('https://other.example.com', 'a', 'x'),
        memory.has(relay, 'b', 'x'),
        memory.has(relay, 'a', 'y'),
      ],
      [true, true, false, false, false],
    );
    memory.set(relay, 'a', 'x', false);
    strictEqual(memory.has(relay, 'a', 'x'), false);
  });

  it('forgets the oldest refusals beyond its size, and those too long ago', () => {
    const kept = start();
    for (let index = 0; index < 250; index++) kept.memory.set(relay, `m${index}`, 'x', true);
    deepStrictEqual(
      [kept.length, kept.memory.has(relay, 'm49', 'x'), kept.memory.has(relay, 'm50', 'x')],
      [200, false, true],
    );
    kept.pass(weekMs + 1);
    strictEqual(kept.memory.has(relay, 'm50', 'x'), false);
    kept.memory.set(relay, 'm50', 'x', true);
    deepStrictEqual([kept.length, kept.memory.has(relay, 'm50', 'x')], [200, true]);
  });

  it('starts empty if the stored data is invalid', () => {
    for (const stored of ['x', { a: 1 }, [1, ['a'], ['a', 'b'], null]])
      strictEqual(start(stored).memory.has(relay, 'a', 'x'), false);
  });
});
