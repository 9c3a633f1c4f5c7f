import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { describeViolation } from './axe.ts';
import { findBrokenRules, findCut, findUnseen } from './chatDefects.ts';
import { type ChatPage, chatThemes, useChatPage } from './chatPage.ts';
import { languageNames } from './languages.ts';
import { takePicture } from './takePicture.ts';

/** Where images of the page are saved, to be looked at. */
export const pictureFolder = join(projectFolder, 'test-results', 'chat');

/**
 * What some people could not see or reach in the page at some width, or in any theme. Colors are the same at every
 * width, so all themes are checked at the narrowest one; rules that do not depend on themes are checked there and at
 * the widest one. What is the same in every language is checked in English; in the others, words are longer or have
 * other letters. Saves pictures of these. `look` finds more at each width.
 */
export async function findProblems(
  chat: ChatPage,
  name: string,
  widths: readonly number[],
  show: () => Promise<unknown>,
  look: (width: number) => Promise<readonly string[]> = async () => [],
): Promise<string[]> {
  await mkdir(pictureFolder, { recursive: true });
  const height = chat.page.viewportSize()?.height ?? 0;
  const found: string[] = [];
  for (const width of chat.language === 'en' ? widths : widths.slice(0, 1)) {
    const isNarrowest = width === widths[0];
    const isWidest = width === widths.at(-1);
    await chat.page.setViewportSize({ width, height });
    if (isNarrowest) await show();
    await chat.drawn();
    found.push(...(await look(width)).map((problem) => `${width} pixels: ${problem}`));
    if (chat.language !== 'en') {
      await takePicture(chat.page, { path: join(pictureFolder, `${name}-${width}-${chat.language}.png`) });
      return [...found, ...(await findCut(chat))];
    }
    for (const theme of isNarrowest ? chatThemes : (['highContrast', 'dark'] as const)) {
      await chat.setTheme(theme);
      const problems = isNarrowest ? await findUnseen(chat) : await findCut(chat);
      if (theme === (isNarrowest ? 'highContrast' : isWidest && 'dark')) {
        problems.push(...(await findBrokenRules(chat)).map(describeViolation));
        await takePicture(chat.page, { path: join(pictureFolder, `${name}-${width}-${theme}.png`) });
      }
      found.push(...problems.map((problem) => `${width} pixels, ${theme}: ${problem}`));
    }
  }
  return found;
}

interface Looks {
  /** How each scene is shown, by name. */
  readonly scenes: Readonly<Record<string, (chat: ChatPage) => Promise<unknown>>>;
  readonly widths: (scene: string) => readonly number[];
  readonly height: number;
  /** Begins the names of the pictures. */
  readonly prefix?: string;
  readonly look?: (chat: ChatPage, width: number) => Promise<readonly string[]>;
}

/** A test of each scene in each language: everybody can see and reach all of it. */
export function describeLooks(title: string, { scenes, widths, height, prefix = '', look }: Looks): void {
  for (const language of languageNames) {
    describe(`${title} in ${language}`, () => {
      const chat = useChatPage({ isShared: true, height, reducedMotion: true, language });
      for (const [name, show] of Object.entries(scenes)) {
        it(`shows "${name}" accessibly, with nothing cut off or faint`, async () => {
          const found = await findProblems(
            chat,
            `${prefix}${name}`,
            widths(name),
            () => show(chat),
            look && ((width) => look(chat, width)),
          );
          deepStrictEqual([found, chat.problems], [[], []]);
        });
      }
    });
  }
}
