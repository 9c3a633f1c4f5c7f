import { existsSync } from 'node:fs';
import { runCommand } from '../runCommand.ts';
import { installDebianPackages, isInstalled } from './debianPackages.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a program that is on the PATH. */
async function findProgram(program: string): Promise<string | undefined> {
  if (!(await isInstalled(program))) return undefined;
  return (await runCommand('sh', ['-c', 'command -v "$0"', program], { quiet: true })).output.trim();
}

async function findChromium(): Promise<string | undefined> {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROME_PATH names ${named}, but there is no such file.`);
  }
  for (const program of programs) {
    const found = await findProgram(program);
    if (found !== undefined) return found;
  }
  return applications.find((application) => existsSync(application));
}

/** A Chromium or Chrome; installs Debian's where it may. */
async function provideChromium(): Promise<string> {
  const found = await findChromium();
  if (found !== undefined) return found;
  const obstacle = await installDebianPackages(['chromium'], 'the tests drive the editor in it');
  const installed = obstacle === undefined ? await findChromium() : undefined;
  if (installed !== undefined) return installed;
  throw new Error(
    `The tests drive the editor in Chromium or Chrome, and none was found. Install one, or set CHROME_PATH to its program.${
      obstacle === undefined ? '' : `\nInstalling Debian's did not work: ${obstacle}`
    }`,
  );
}

/**
 * The browser that shows pages and the editor's workbench in tests: headless Chromium, a separate package of Debian. It
 * draws with a tenth to a quarter less work. If it is not available, or a browser is named, a full browser is used.
 */
export async function provideHeadlessChromium(): Promise<string> {
  const program = 'chromium-headless-shell';
  const chromium = await provideChromium();
  if (process.env['CHROME_PATH']) return chromium;
  if (!(await isInstalled(program))) await installDebianPackages([program], 'tests take less time in it');
  return (await findProgram(program)) ?? chromium;
}

/** Fonts for Chinese text and emoji: without them the screenshots show boxes. Never fatal. */
export async function provideFonts(): Promise<void> {
  if (process.platform !== 'linux' || !(await isInstalled('fc-list'))) return;
  const hasFont = async (pattern: string) =>
    (await runCommand('fc-list', [pattern], { quiet: true })).output.trim() !== '';
  const missing: string[] = [];
  if (!(await hasFont(':lang=zh-cn'))) missing.push('fonts-wqy-zenhei');
  if (!(await hasFont(':lang=und-zsye'))) missing.push('fonts-noto-color-emoji');
  if (missing.length === 0) return;
  const obstacle = await installDebianPackages(missing, 'screenshots show Chinese text and emoji');
  if (obstacle !== undefined) {
    console.log(
      `No fonts for Chinese or emoji (${obstacle}): screenshots will show boxes; tests are not affected.`,
    );
  }
}
