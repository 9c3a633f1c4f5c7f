import { deepStrictEqual } from 'node:assert/strict';
import { createToolDecisions, type DecidedTool } from '../../../../src/chat/tools/toolDecisions.ts';
import type { ToolDecision } from '../../../../src/protocol/protocolViews.ts';
import { createFullMemory } from '../fullMemory.ts';

const ofExtension: DecidedTool = { key: 'a.b/look', fingerprint: '1', title: 'Look', isOfWorkspace: false };
const ofServer: DecidedTool = { key: 'mcp:s/look', fingerprint: '1', title: 's: look', isOfWorkspace: true };

describe('decisions about tools', () => {
  const read: readonly [ToolDecision, readonly (string | undefined)[]][] = [
    // In this conversation, in another, and once the tool has changed.
    ['once', [undefined, undefined, undefined]],
    ['conversation', ['allow', undefined, undefined]],
    ['always', ['allow', 'allow', undefined]],
    ['refuse', [undefined, undefined, undefined]],
    ['never', ['refuse', 'refuse', 'refuse']],
  ];
  for (const [decision, expected] of read) {
    it(`${decision}: hold for as long as they say, and only “never” for a changed tool`, () => {
      for (const tool of [ofExtension, ofServer]) {
        const decisions = createToolDecisions(createFullMemory(), createFullMemory());
        decisions.keep(tool, 'c', decision);
        deepStrictEqual(
          [
            decisions.read(tool, 'c'),
            decisions.read(tool, 'd'),
            decisions.read({ ...tool, fingerprint: '2' }, 'c'),
          ],
          expected,
        );
        deepStrictEqual(decisions.read({ ...tool, key: 'other/look' }, 'c'), undefined);
      }
    });
  }

  it('about servers’ tools apply in one workspace, others everywhere, and both after a restart', () => {
    const everywhere = createFullMemory();
    const here = createFullMemory();
    const decisions = createToolDecisions(everywhere, here);
    decisions.keep(ofExtension, 'c', 'always');
    decisions.keep(ofServer, 'c', 'always');
    const there = createToolDecisions(everywhere, createFullMemory());
    const later = createToolDecisions(everywhere, here);
    deepStrictEqual(
      [there, later].map((each) => [each.read(ofExtension, 'x'), each.read(ofServer, 'x')]),
      [
        ['allow', undefined],
        ['allow', 'allow'],
      ],
    );
  });

  it('can be changed, listed and revoked', () => {
    const everywhere = createFullMemory();
    const here = createFullMemory();
    const decisions = createToolDecisions(everywhere, here);
    decisions.keep(ofExtension, 'c', 'always');
    decisions.keep(ofExtension, 'c', 'never');
    decisions.keep(ofServer, 'c', 'conversation');
    decisions.keep(ofServer, 'c', 'always');
    const { key, fingerprint, title } = ofExtension;
    deepStrictEqual(decisions.kept, [
      { key: ofServer.key, fingerprint, title: ofServer.title, decision: 'always' },
      { key, fingerprint, title, decision: 'never' },
    ]);
    decisions.takeBack(ofServer.key);
    decisions.takeBack(key);
    deepStrictEqual(
      [decisions.kept, decisions.read(ofServer, 'c'), everywhere.stored.size, here.stored.size],
      [[], undefined, 0, 0],
    );
  });

  it('of another version are ignored', () => {
    const everywhere = createFullMemory();
    everywhere.stored.set('chat.toolDecisions', [{ key: ofExtension.key, decision: 'maybe' }]);
    const decisions = createToolDecisions(everywhere, createFullMemory());
    deepStrictEqual([decisions.kept, decisions.read(ofExtension, 'c')], [[], undefined]);
  });
});
