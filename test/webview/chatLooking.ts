import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { findBrokenRules, findCut, findUnseen } from './chatDefects.ts';
import { type ChatPage, chatThemes } from './chatPage.ts';

/** Where images of the page are saved, to be looked at. */
export const pictureFolder = join(projectFolder, 'test-results', 'chat');

/**
 * What some people would not see or not reach in what the page shows at some width, or in any theme. Colours are the
 * same at every width, so all themes are looked at where the page is narrowest; rules that know nothing of themes are
 * looked at there and where it is widest. What is the same in every language is looked at in English; in the others,
 * words are longer or have other letters. Keeps images of these.
 */
export async function findProblems(
  chat: ChatPage,
  name: string,
  widths: readonly number[],
  show: (width: number) => Promise<unknown>,
): Promise<string[]> {
  await mkdir(pictureFolder, { recursive: true });
  const height = chat.page.viewportSize()?.height ?? 0;
  const found: string[] = [];
  if (chat.language !== 'en') {
    await chat.page.setViewportSize({ width: widths[0] ?? 0, height });
    await show(widths[0] ?? 0);
    await chat.page.screenshot({ path: join(pictureFolder, `${name}-${widths[0]}-${chat.language}.png`) });
    return findCut(chat);
  }
  for (const width of widths) {
    const isNarrowest = width === widths[0];
    const isWidest = width === widths.at(-1);
    await chat.page.setViewportSize({ width, height });
    await show(width);
    for (const theme of isNarrowest ? chatThemes : (['highContrast', 'dark'] as const)) {
      await chat.setTheme(theme);
      const problems = isNarrowest ? await findUnseen(chat) : await findCut(chat);
      if (theme === (isNarrowest ? 'highContrast' : isWidest && 'dark')) {
        problems.push(...(await findBrokenRules(chat)));
        await chat.page.screenshot({ path: join(pictureFolder, `${name}-${width}-${theme}.png`) });
      }
      found.push(...problems.map((problem) => `${width} pixels, ${theme}: ${problem}`));
    }
  }
  return found;
}
