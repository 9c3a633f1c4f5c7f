import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBuiltInChat } from '../../e2e/harness/drivers/agentDriver.ts';
import { waitUntil } from '../../e2e/harness/waitUntil.ts';
import type { Load } from '../load.ts';

/** So many in one conversation of VS Code's agent, then a new one. */
const turnsPerChat = 8;

/** VS Code's own agent works on a relay model: it writes a file in each turn, where the relay lets it. */
export const agentTurns: Load = async ({ editor, signal }) => {
  const agent = await startBuiltInChat(editor);
  await agent.chooseModel('msg-sonnet-4-6');

  return async () => {
    const wrong: string[] = [];
    let turns = 0;
    let failed = 0;
    for (; !signal.aborted; turns += 1) {
      if (turns > 0 && turns % turnsPerChat === 0) await editor.execute('workbench.action.chat.newChat');
      const file = join(editor.workspaceFolder, `agent ${turns}.txt`);
      const content = `Written in turn ${turns}.\n`;
      // By a command, which says when the turn is over: other loads move the focus.
      const result = await editor.execute('workbench.action.chat.open', {
        query: [`Work ${turns}`, `call create_file ${JSON.stringify({ filePath: file, content })}`].join(
          '\n',
        ),
        blockOnResponse: true,
      });
      const told = JSON.stringify(result);
      // What is cut after its beginning is no error to VS Code: the response says it itself.
      const hasFailed = told.includes('"errorDetails"') || told.includes('⚠');
      if (hasFailed) failed += 1;
      else {
        // VS Code writes what its agent changed in its own time.
        await waitUntil(
          `turn ${turns}: the file, of which ${told} says nothing bad`,
          async () => (await readFile(file, 'utf8').catch(() => '')) === content,
        ).catch((error: Error) => wrong.push(error.message));
      }
    }
    return { did: `${turns} turns, ${failed} ended with an error`, wrong };
  };
};
