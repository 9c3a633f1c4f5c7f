import { deepStrictEqual } from 'node:assert/strict';
import { type QuirkName, quirkGroups } from '../../../../relay/quirks/table.ts';
import type { ReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { askChat, type DemoTool, type TestProtocol, testProtocols } from '../../chat/chatCalls.ts';
import { askWith, readData, readRaw, rewrite } from '../readRaw.ts';

const { chatCompletions } = testProtocols;

/** What a quirk makes of the events of a stream, and of a whole answer; nothing where it is not for it. */
export interface Case {
  readonly stream?: (events: readonly unknown[]) => readonly unknown[];
  readonly whole?: (body: unknown) => unknown;
}

export type Cases = Readonly<Record<string, Case>>;

const tools: readonly DemoTool[] = [
  { name: 'a', schema: { type: 'object' } },
  { name: 'b', schema: { type: 'object' } },
];
// Thoughts, text and two calls: something for every quirk.
const question = 'call a {"x":"123"}\ncall b {}\nthinking';

/** Rewrites the JSON of every event and of a whole answer. */
export const both = (pattern: RegExp | string, replacement: string): Case => ({
  stream: (events) => rewrite(events, pattern, replacement),
  whole: (body) => rewrite(body, pattern, replacement),
});
export const onlyStream = (pattern: RegExp | string, replacement: string): Case => ({
  stream: (events) => rewrite(events, pattern, replacement),
});
export const onlyWhole = (pattern: RegExp | string, replacement: string): Case => ({
  whole: (body) => rewrite(body, pattern, replacement),
});
export const without = (pattern: RegExp): Case => ({
  stream: (events) => events.filter((event) => !pattern.test(JSON.stringify(event))),
});
const same = <Value>(value: Value): Value => value;

/** Writes a test for each quirk of a group, and one that there is a case for each. */
export function testCases(
  group: keyof typeof quirkGroups,
  protocol: TestProtocol,
  cases: Cases,
  relayOf: () => ReferenceRelay,
): void {
  const options = (isStreamed: boolean) => ({
    isStreamed,
    more: {
      ...protocol.withTools(tools),
      ...(isStreamed && protocol === chatCompletions && { stream_options: { include_usage: true } }),
    },
  });

  it(`has a case for each quirk: ${group}`, () => {
    deepStrictEqual(Object.keys(cases), Object.keys(quirkGroups[group]));
  });

  for (const [name, { stream = same, whole = same }] of Object.entries(cases)) {
    it(`${group}: ${name}`, async () => {
      const plain = await Promise.all(
        [true, false].map(async (isStreamed) =>
          readRaw(await askChat(relayOf(), protocol, question, options(isStreamed))),
        ),
      );
      const [plainStream, plainWhole] = plain.map(({ body }) => body);
      const streamed = await askWith(relayOf(), name as QuirkName, protocol, question, options(true));
      const answered = await askWith(relayOf(), name as QuirkName, protocol, question, options(false));
      deepStrictEqual(
        [readData(streamed.body), JSON.parse(answered.body)],
        [stream(readData(plainStream ?? '')), whole(JSON.parse(plainWhole ?? ''))],
      );
    });
  }
}
