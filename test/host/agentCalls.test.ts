import { deepStrictEqual, match, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { type StartedProvider, startProvider } from './startedProvider.ts';

const needy = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};
const content = { type: 'object', properties: { path: { type: 'string' } } };
const contented = { ...needy, inputSchema: content };

// VS Code's agent validates each call against the tool's schema, and reports errors to the model.
describe('a tool call with unreadable arguments', () => {
  let provider: StartedProvider;
  before(async () => {
    provider = await startProvider();
  });
  after(() => provider.close());

  const ask = (model: string, requestInitiator: string, tool: vscode.LanguageModelChatTool) =>
    provider.ask(model, 'broken arguments\ncall read_file {"path":"a.txt"}', {
      requestInitiator,
      tools: [tool],
    });
  const callsOf = (parts: readonly unknown[]) =>
    parts.flatMap((part) =>
      part instanceof vscode.LanguageModelToolCallPart ? [[part.name, part.input]] : [],
    );
  const unreadable = /sent an invalid tool call/;

  for (const model of ['msg-sonnet-4-6', 'oa-large']) {
    it(`is passed to VS Code’s agent without them, which the tool’s schema rejects: ${model}`, async () => {
      deepStrictEqual(callsOf(await ask(model, 'core', needy)), [['read_file', {}]]);
    });

    it(`is withheld where nothing would reject it, and the response or error says why: ${model}`, async () => {
      const parts = await ask(model, 'core', contented);
      deepStrictEqual(callsOf(parts), []);
      const texts = parts.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : []));
      match(texts.at(-1) ?? '', unreadable);
      await rejects(ask(model, 'some.extension', needy), unreadable);
    });
  }
});
