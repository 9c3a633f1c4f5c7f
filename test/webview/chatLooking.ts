import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { findBrokenRules, findUnseen } from './chatDefects.ts';
import { type ChatPage, chatThemes } from './chatPage.ts';

/** Where pictures of the page are kept, to be looked at. */
export const pictureFolder = join(projectFolder, 'test-results', 'chat');

/**
 * What some people would not see or not reach in what the page shows, in any theme. Keeps a picture of each. Only
 * colours and frames differ from theme to theme, so the other rules are looked at once.
 */
export async function findProblems(chat: ChatPage, name: string): Promise<string[]> {
  await mkdir(pictureFolder, { recursive: true });
  const found = await findBrokenRules(chat);
  for (const theme of chatThemes) {
    await chat.setTheme(theme);
    found.push(...(await findUnseen(chat)).map((problem) => `${theme}: ${problem}`));
    await chat.page.screenshot({ path: join(pictureFolder, `${name}-${theme}.png`) });
  }
  return found;
}
