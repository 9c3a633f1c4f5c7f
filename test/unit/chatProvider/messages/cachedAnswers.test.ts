import { deepStrictEqual } from 'node:assert/strict';
import {
  createCachedAnswers,
  readMetadata,
  toMetadata,
} from '../../../../src/chatProvider/messages/cachedAnswers.ts';
import type { AssistantPart, ToolCallPart } from '../../../../src/relay/chat/chatRequest.ts';

const by = { base: 'https://relay.test', profile: '', model: 'msg-1', protocol: 'messages' };
const thinking = { type: 'thinking', text: 'Hm.', signature: 's' } as const;
const call = (id: string, signature?: string): ToolCallPart => ({
  type: 'toolCall',
  id,
  name: 'read',
  input: {},
  ...(signature && { signature }),
});

describe('cached responses with tool calls', () => {
  it('are found by their calls, for the same model, profile, protocol and relay', () => {
    const kept = createCachedAnswers();
    const parts = [thinking, { type: 'text', text: 'Now.' } as const, call('1'), call('2', 'c')];
    const calls = [call('1'), call('2')];
    kept.keep(by, parts);
    deepStrictEqual(
      [
        kept.recall(by, calls),
        kept.recall(by, [call('1')]),
        kept.recall({ ...by, model: 'msg-2' }, calls),
        kept.recall({ ...by, profile: 'work' }, calls),
        kept.recall({ ...by, protocol: 'generateContent' }, calls),
        kept.recall({ ...by, base: 'https://other.test' }, calls),
      ],
      [parts, undefined, undefined, undefined, undefined, undefined],
    );
  });

  it('are those of the right conversation when relays reuse call IDs', () => {
    const kept = createCachedAnswers();
    const read = { ...call('call_0', 's'), name: 'read_file' };
    kept.keep(by, [thinking, read]);
    kept.keep(by, [
      { ...thinking, signature: 'other' },
      { ...read, name: 'delete_file' },
    ]);
    deepStrictEqual(
      [kept.recall(by, [read]), kept.recall(by, [{ ...read, input: { path: 'a' } }])],
      [[thinking, read], undefined],
    );
  });

  it('are not stored if nothing is signed or nothing was called', () => {
    const kept = createCachedAnswers();
    kept.keep(by, [{ type: 'thinking', text: 'Hm.' }, call('1')]);
    kept.keep(by, [thinking]);
    deepStrictEqual([kept.recall(by, [call('1')]), toMetadata(by, [call('1')])], [undefined, undefined]);
  });

  it('are evicted by newer ones, by count and by size', () => {
    const kept = createCachedAnswers();
    for (let count = 0; count < 1001; count++) kept.keep(by, [call(`n${count}`, 's')]);
    deepStrictEqual([kept.recall(by, [call('n0')]), kept.recall(by, [call('n1')])?.length], [undefined, 1]);
    const long = { ...thinking, text: 'x'.repeat(3_000_000) };
    for (const id of ['a', 'b', 'c']) kept.keep(by, [long, call(id)]);
    deepStrictEqual(
      ['n1000', 'a', 'b', 'c'].map((id) => kept.recall(by, [call(id)]) !== undefined),
      [false, false, true, true],
    );
  });

  it('are restored from VS Code’s metadata for the same relay', () => {
    const parts: AssistantPart[] = [
      thinking,
      { type: 'redactedThinking', data: 'r' },
      { type: 'thinking', text: 'unsigned' },
      call('1', 'c'),
      call('2'),
    ];
    const metadata: unknown = JSON.parse(JSON.stringify(toMetadata(by, parts)));
    const expected = {
      ...by,
      thoughts: [thinking, { type: 'redactedThinking', data: 'r' }],
      calls: { '1': 'c' },
    };
    deepStrictEqual(
      [readMetadata(by, metadata), readMetadata({ ...by, base: 'https://other.test' }, metadata)],
      [expected, undefined],
    );
  });

  for (const metadata of [
    undefined,
    null,
    'x',
    {},
    { modelRelay: 1 },
    { modelRelay: { ...by, thoughts: [{}] } },
  ]) {
    it(`are not read from ${JSON.stringify(metadata)}`, () =>
      deepStrictEqual(readMetadata(by, metadata), undefined));
  }
});
