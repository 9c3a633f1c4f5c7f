import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { createToolCalls } from '../../src/chat/tools/toolCalls.ts';
import { createToolCatalogue, toOffered } from '../../src/chat/tools/toolCatalogue.ts';
import { createToolDecisions } from '../../src/chat/tools/toolDecisions.ts';
import type { ToolDecision } from '../../src/protocol/protocolViews.ts';
import { silentLogger } from '../../src/relay/logger.ts';

const nowhere = { get: () => undefined, update: async () => {} };
const call = { type: 'toolCall', id: 'c', name: 'any', input: {} } as const;

describe('a response that has called tools many times', () => {
  function ask(abort = new AbortController()) {
    const catalogue = createToolCatalogue();
    const told: string[] = [];
    const calls = createToolCalls({
      logger: silentLogger,
      catalogue,
      own: { find: () => undefined },
      decisions: createToolDecisions(nowhere, nowhere),
      isGiven: () => true,
      onLeftOut: () => {},
      isShown: () => true,
      show: () => {},
    });
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
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
    return { calls, catalogue, told, isAsked, mayGoOn };
  }

  const question =
    'asking: The model has called tools 25 times in a row for one response. Let the model continue?';

  for (const [decision, goesOn] of [
    ['once', true],
    ['refuse', false],
  ] as const satisfies readonly [ToolDecision, boolean][]) {
    it(`needs the person’s decision at its next call: ${decision}`, async () => {
      const { calls, catalogue, told, isAsked, mayGoOn } = ask();
      await isAsked;
      calls.decide('r', 'c', decision);
      deepStrictEqual([await mayGoOn, told], [goesOn, [question, 'pending']]);
      catalogue.dispose();
    });
  }

  it('does not continue when that call is canceled', async () => {
    const { calls, catalogue, isAsked, mayGoOn } = ask();
    await isAsked;
    calls.cancel('r', 'c');
    deepStrictEqual(await mayGoOn, false);
    catalogue.dispose();
  });

  it('can be stopped while the person is being asked', async () => {
    const abort = new AbortController();
    const { catalogue, isAsked, mayGoOn } = ask(abort);
    await isAsked;
    abort.abort();
    await rejects(mayGoOn);
    catalogue.dispose();
  });
});

describe('tools that only VS Code’s own chat can call', () => {
  it('are not offered', () => {
    const catalogue = createToolCatalogue();
    const chatOnly =
      /^(?:run_in_terminal|get_terminal_output|kill_terminal|run_task|manage_todo_list|vscode_.*_internal)$/;
    ok(vscode.lm.tools.some(({ name }) => chatOnly.test(name)));
    deepStrictEqual(
      catalogue.list().filter(({ name }) => chatOnly.test(name)),
      [],
    );
    catalogue.dispose();
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
