import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ellipsize } from '../../../text/ellipsize.ts';
import { maskText } from '../../../text/secrets/secrets.ts';
import { hasControlCharacters } from '../../code/linksAndCommands.ts';
import { nameOf } from '../../context/sources/workspaceFiles.ts';
import { createCommandOutput } from './commandOutput.ts';
import { type CommandEnd, createCommandRunner } from './commandRunner.ts';
import { modelTexts } from './modelTexts.ts';
import { defineTool, fingerprintOf, ToolRefusal } from './ownTool.ts';
import { createToolFiles } from './toolFiles.ts';
import { quoteData } from './toolResults.ts';

const longestCommand = 4_000;
const usualSeconds = 120;
const mostSeconds = 600;
const longestShown = 60;
/** How often to update the output that is shown: nobody reads faster. */
const showEveryMs = 250;

/** The tool that runs commands, after the person has seen and allowed them. */
export function createRunCommand() {
  const { t } = vscode.l10n;
  const runner = createCommandRunner();

  const tool = defineTool({
    input: z.object({
      command: z.pipe(
        z.pipe(
          z.string(),
          z.transform((command: string) => command.replaceAll('\r\n', '\n').trim()),
        ),
        z.string().check(
          z.minLength(1),
          z.maxLength(longestCommand),
          z.refine((command) => !hasControlCharacters(command), modelTexts.controlCharacters),
        ),
      ),
      path: z.optional(z.string()),
      seconds: z.optional(z.int().check(z.minimum(1), z.maximum(mostSeconds))),
    }),
    isReading: false,
    describe: ({ command }) => t('Run {0}', ellipsize(command.replace(/\s+/g, ' '), longestShown)),
    prepare: ({ path = '' }) => findFolder(path),
    ask: ({ command, path = '', seconds = usualSeconds }) => ({
      text: t('Runs in {0} for up to {1} s.', path || folderName(), seconds),
      command,
      // Applies to exactly this command and to no other.
      fingerprint: fingerprintOf(command, path, seconds),
    }),
    async run({ command, path = '', seconds = usualSeconds }, { signal, onOutput }) {
      if (!vscode.workspace.isTrusted) throw new ToolRefusal(modelTexts.untrusted);
      const folder = await findFolder(path);
      const output = createCommandOutput(modelTexts.outputCut);
      let timer: NodeJS.Timeout | undefined;
      const show = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          if (!signal.aborted) onOutput(maskText(output.readEnd()));
        }, showEveryMs);
      };
      const end = await runner.run({ text: command, folder, seconds, signal, output, onOutput: show });
      clearTimeout(timer);
      const { text, isCut } = output.read();
      const heading = modelTexts.commandEnd(end.by, end.exitCode, seconds);
      const summary = summaryOf(end, seconds);
      return {
        status: end.by === 'stop' ? ('cancelled' as const) : ('done' as const),
        text: text === '' ? `${heading} ${modelTexts.noOutput}` : quoteData(heading, maskText(text)),
        summary: isCut ? t('{0}, output truncated', summary) : summary,
      };
    },
  });

  return { tool, dispose: () => runner.dispose() };

  function summaryOf({ by, exitCode }: CommandEnd, seconds: number): string {
    const words: Readonly<Record<CommandEnd['by'], string>> = {
      stop: t('Stopped'),
      timeout: t('Timed out after {0} s', seconds),
      closed: t('Terminal closed'),
      exit: exitCode === undefined ? t('Done') : t('Exit code {0}', exitCode),
    };
    return words[by];
  }
}

async function findFolder(path: string): Promise<vscode.Uri> {
  const folder = await createToolFiles().find(path);
  if (folder.scheme !== 'file') throw new ToolRefusal(modelTexts.virtual);
  return folder;
}

function folderName(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder ? nameOf(folder.uri) : '';
}
