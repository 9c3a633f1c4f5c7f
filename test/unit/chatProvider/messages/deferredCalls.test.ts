import { deepStrictEqual } from 'node:assert/strict';
import { createDeferredCalls } from '../../../../src/chatProvider/messages/deferredCalls.ts';
import type { FinishCause } from '../../../../src/relay/chat/chatEvent.ts';

const whole = { name: 'whole', input: { path: 'a' } };
const empty = { name: 'list', input: {} };
const broken = { name: 'write', input: {}, invalidInput: '{"path": "a' };
const loose = { ...broken, name: 'search' };

const cases: readonly {
  readonly title: string;
  readonly calls: readonly (typeof whole | typeof empty | typeof broken)[];
  readonly cause: FinishCause;
  readonly atOnce?: readonly string[];
  readonly inTheEnd?: readonly string[];
  readonly isOneLost?: boolean;
}[] = [
  { title: 'one with input', calls: [whole], cause: 'toolCalls', atOnce: ['whole'] },
  { title: 'one that needs no input', calls: [empty], cause: 'toolCalls', inTheEnd: ['list'] },
  {
    title: 'one that was cut before its input began',
    calls: [whole, empty],
    cause: 'length',
    atOnce: ['whole'],
    isOneLost: true,
  },
  {
    title: 'one without input, before another one that was cut',
    calls: [empty, broken],
    cause: 'length',
    inTheEnd: ['list'],
    isOneLost: true,
  },
  { title: 'one that was cut in its input', calls: [broken], cause: 'length', isOneLost: true },
  { title: 'a broken one, which is refused', calls: [broken], cause: 'toolCalls', inTheEnd: ['write'] },
  {
    title: 'a broken one, which the tool would run, among others',
    calls: [whole, loose, empty],
    cause: 'toolCalls',
    atOnce: ['whole'],
    inTheEnd: ['list'],
    isOneLost: true,
  },
];

describe('calls without a readable input', () => {
  for (const { title, calls, cause, atOnce = [], inTheEnd = [], isOneLost = false } of cases) {
    it(title, () => {
      const held = createDeferredCalls((name) => name === 'write');
      const now = calls.filter((call, id) => !held.hold({ type: 'toolCall', id: String(id), ...call }));
      const released = held.release(cause);
      deepStrictEqual(
        [now.map(({ name }) => name), released.calls.map(({ name }) => name), released.isOneLost],
        [atOnce, inTheEnd, isOneLost],
      );
    });
  }
});
