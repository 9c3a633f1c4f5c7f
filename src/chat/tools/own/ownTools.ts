import * as vscode from 'vscode';
import { tools as toolNames } from '../../../manifest.ts';
import type { Pages } from '../../../platform/loadWhenUsed.ts';
import type { Logger } from '../../../relay/logger.ts';
import { showInvisible } from '../../code/linksAndCommands.ts';
import { createCodeTools } from './codeTools.ts';
import { createEditFile, type ProposedChanges } from './editFile.ts';
import { modelTexts } from './modelTexts.ts';
import type { OwnTool, ToolQuestion } from './ownTool.ts';
import { createReadingTools } from './readingTools.ts';
import { createRunCommand } from './runCommand.ts';

/** The tools of this extension, by the names that the manifest declares. */
export type OwnTools = ReturnType<typeof createOwnTools>;

export function createOwnTools(logger: Logger, changes: ProposedChanges) {
  const runCommand = createRunCommand();
  const all: Readonly<Record<keyof typeof toolNames, OwnTool>> = {
    ...createReadingTools(),
    ...createCodeTools(logger),
    editFile: createEditFile(changes),
    runCommand: runCommand.tool,
  };
  const byName = new Map(
    Object.entries(all).map(([key, tool]) => [toolNames[key as keyof typeof toolNames] as string, tool]),
  );

  return {
    find: (name: string): OwnTool | undefined => byName.get(name),
    dispose: () => runCommand.dispose(),
    /** Lets VS Code's own chat and other extensions use them. */
    register(pages: Pages): void {
      for (const [name, tool] of byName) pages.tool(name, toEditorTool(tool));
    },
  };
}

/** A tool as VS Code calls it, which asks in a dialog or a card of its own. */
function toEditorTool(tool: OwnTool): vscode.LanguageModelTool<object> {
  return {
    prepareInvocation({ input }) {
      const words = tool.describe(input);
      const question = tool.ask(input);
      return {
        ...(words !== undefined && { invocationMessage: new vscode.MarkdownString().appendText(words) }),
        ...(question && { confirmationMessages: { title: words ?? '', message: toMessage(question) } }),
      };
    },
    async invoke({ input }, token) {
      const abort = new AbortController();
      const listening = token.onCancellationRequested(() => abort.abort());
      try {
        const run = { signal: abort.signal, onOutput: () => {} };
        const { text, pictures = [] } = await tool.run(input, run);
        const shown = pictures.length > 0 ? modelTexts.picture : text;
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(shown)]);
      } finally {
        listening.dispose();
      }
    },
  };
}

function toMessage({ text, command }: ToolQuestion): vscode.MarkdownString {
  const message = new vscode.MarkdownString().appendText(text);
  return command === undefined ? message : message.appendCodeblock(showInvisible(command), 'shell');
}
