import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { OwnTool } from '../../src/chat/tools/own/ownTool.ts';
import { createToolCalls } from '../../src/chat/tools/toolCalls.ts';
import { createToolCatalogue, toOffered } from '../../src/chat/tools/toolCatalogue.ts';
import { createToolDecisions } from '../../src/chat/tools/toolDecisions.ts';
import { tools as toolNames } from '../../src/manifest.ts';
import type { ToolDecision } from '../../src/protocol/protocolViews.ts';
import { silentLogger } from '../../src/relay/logger.ts';

const nowhere = { get: () => undefined, update: async () => {} };
const call = { type: 'toolCall', id: 'c', name: 'any', input: {} } as const;

const catalogue = createToolCatalogue();
after(() => catalogue.dispose());

const createCalls = (own?: OwnTool) =>
  createToolCalls({
    logger: silentLogger,
    catalogue,
    own: { find: () => own },
    decisions: createToolDecisions(nowhere, nowhere),
    isGiven: () => true,
    onLeftOut: () => {},
    isShown: () => true,
    show: () => {},
  });

describe('a call of our own tool', () => {
  for (const [fingerprint, ...decisions] of [
    ['same', 'once', 'conversation', 'refuse'],
    [undefined, 'once', 'refuse'],
  ])
    it(`can be allowed for the chat ${fingerprint ? 'if it can be identified' : 'never otherwise'}`, async () => {
      const calls = createCalls({
        isReading: false,
        describe: () => 'Run',
        isAvailable: () => true,
        prepare: async () => undefined,
        ask: () => ({ text: 'Really?', fingerprint }),
        run: async () => ({ status: 'done', text: '' }),
      });
      const offered: unknown[] = [];
      const outcome = await calls.run(
        { ...call, name: toolNames.runCommand, input: { command: 'ls' } },
        {
          conversationId: 'c',
          responseId: 'r',
          mode: 'agent',
          signal: new AbortController().signal,
          onStatus({ status, decisions }) {
            if (status !== 'asking') return;
            offered.push(decisions);
            setImmediate(() => calls.decide('r', 'c', 'refuse'));
          },
        },
      );
      deepStrictEqual([outcome.status, offered], ['refused', [decisions]]);
    });
});

describe('a response that has called tools many times', () => {
  function ask(abort = new AbortController()) {
    const told: string[] = [];
    const calls = createCalls();
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const mayGoOn = calls.mayGoOn(25, call, {
      conversationId: 'c',
      responseId: 'r',
      mode: 'agent',
      signal: abort.signal,
      onStatus({ status, question }) {
        told.push([status, question].filter(Boolean).join(': '));
        asked();
      },
    });
    return { calls, told, isAsked, mayGoOn };
  }

  const question =
    'asking: The model has called tools 25 times in a row for one response. Let the model continue?';

  for (const [decision, goesOn] of [
    ['once', true],
    ['refuse', false],
  ] as const satisfies readonly [ToolDecision, boolean][]) {
    it(`needs the person’s decision at its next call: ${decision}`, async () => {
      const { calls, told, isAsked, mayGoOn } = ask();
      await isAsked;
      calls.decide('r', 'c', decision);
      deepStrictEqual([await mayGoOn, told], [goesOn, [question, 'pending']]);
    });
  }

  it('does not continue when that call is canceled', async () => {
    const { calls, isAsked, mayGoOn } = ask();
    await isAsked;
    calls.cancel('r', 'c');
    deepStrictEqual(await mayGoOn, false);
  });

  it('can be stopped while the person is being asked', async () => {
    const abort = new AbortController();
    const { isAsked, mayGoOn } = ask(abort);
    await isAsked;
    abort.abort();
    await rejects(mayGoOn);
  });
});

describe('tools that only VS Code’s own chat can call', () => {
  it('are not offered', () => {
    const chatOnly =
      /^(?:run_in_terminal|get_terminal_output|kill_terminal|run_task|manage_todo_list|vscode_.*_internal)$/;
    ok(vscode.lm.tools.some(({ name }) => chatOnly.test(name)));
    deepStrictEqual(
      catalogue.list().filter(({ name }) => chatOnly.test(name)),
      [],
    );
  });
});

describe('a tool of an MCP server', () => {
  it('is identified by its server’s ID, not by a label that any server may use', () => {
    const tool = { name: 'mcp_a_read', description: 'Reads.', inputSchema: {}, tags: ['mcp'] };
    const keys = ['one', 'two'].map(
      (id) =>
        toOffered(tool, undefined, { source: { id, label: 'Files' }, fullReferenceName: undefined }).key,
    );
    deepStrictEqual(keys, ['mcp:one/mcp_a_read', 'mcp:two/mcp_a_read']);
  });
});
