import * as vscode from 'vscode';
import { tools as toolNames } from '../../../manifest.ts';
import { toSignal } from '../../../platform/cancellation.ts';
import type { RelayModels } from '../../../platform/connectedModel.ts';
import { createDataPart } from '../../../platform/languageModelParts.ts';
import type { Pages } from '../../../platform/loadWhenUsed.ts';
import type { Logger } from '../../../relay/logger.ts';
import { readChatImage } from '../../../relay/tokens/imageBudget.ts';
import { showInvisible } from '../../code/linksAndCommands.ts';
import type { ScaleImage } from '../../model/sentImages.ts';
import { createCodeTools } from './codeTools.ts';
import { createEditFile, type ProposedChanges } from './editFile.ts';
import { createImageTools, type ImagesOfTools } from './imageTools.ts';
import { modelTexts } from './modelTexts.ts';
import type { OwnTool, ToolQuestion } from './ownTool.ts';
import { createReadingTools } from './readingTools.ts';
import { createRunCommand } from './runCommand.ts';
import { createVideoTools, type VideosOfTools } from './videoTools.ts';

/** The tools of this extension, by the names that the manifest declares. */
export type OwnTools = ReturnType<typeof createOwnTools>;

export interface OwnToolPorts {
  readonly logger: Logger;
  /** Receives changes of files. */
  readonly changes: ProposedChanges;
  readonly images: ImagesOfTools;
  readonly tasks: VideosOfTools;
  readonly models: Pick<RelayModels, 'select' | 'selected' | 'state'>;
  readonly scaleImage: ScaleImage;
}

export function createOwnTools({ logger, changes, images, tasks, models, scaleImage }: OwnToolPorts) {
  const runCommand = createRunCommand();
  const all: Readonly<Record<keyof typeof toolNames, OwnTool>> = {
    ...createReadingTools(),
    ...createCodeTools(logger),
    editFile: createEditFile(changes),
    runCommand: runCommand.tool,
    ...createImageTools(images, models, scaleImage),
    ...createVideoTools(tasks, models),
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

/** A tool for VS Code, which asks for approval in its own dialog or card. */
function toEditorTool(tool: OwnTool): vscode.LanguageModelTool<object> {
  return {
    async prepareInvocation({ input }) {
      const refusal = await tool.prepare(input);
      if (refusal !== undefined) throw new Error(refusal);
      const words = tool.describe(input);
      const question = tool.ask(input);
      return {
        ...(words !== undefined && { invocationMessage: new vscode.MarkdownString().appendText(words) }),
        ...(question && { confirmationMessages: { title: words ?? '', message: toMessage(question) } }),
      };
    },
    async invoke({ input }, token) {
      const { signal, dispose } = toSignal(token);
      try {
        const run = { signal, onOutput: () => {} };
        const { text, pictures = [] } = await tool.run(input, run);
        const shown = pictures.flatMap((bytes) => toPicturePart(bytes) ?? []);
        const words = text === '' && shown.length === 0 ? modelTexts.picture : text;
        const parts = [...(words === '' ? [] : [new vscode.LanguageModelTextPart(words)]), ...shown];
        return new vscode.LanguageModelToolResult(parts as vscode.LanguageModelTextPart[]);
      } finally {
        dispose();
      }
    },
  };
}

/** An image for the model; undefined if it is too large for services: VS Code's chat would send it unscaled. */
function toPicturePart(bytes: Uint8Array): object | undefined {
  const image = readChatImage(bytes);
  return image && createDataPart(bytes, image.mediaType);
}

function toMessage({ text, command }: ToolQuestion): vscode.MarkdownString {
  const message = new vscode.MarkdownString().appendText(showInvisible(text));
  // Let a long line, such as a prompt, wrap between words.
  message.value = message.value.replace(/(?<=\S)&nbsp;(?=[^&\s])/g, ' ');
  return command === undefined ? message : message.appendCodeblock(showInvisible(command), 'shell');
}
