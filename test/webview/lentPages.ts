import type { Page } from 'playwright-core';
import { provideViewBrowser } from './viewServer.ts';

/** A page that tests use one after the other, because a new page takes longer to open than its view. */
interface LentPage {
  readonly page: Page;
  /** From now on, all messages of the page to its host go to this function. */
  onMessage(receive: (intent: unknown) => void): void;
  /** Returns the page as if it were new for the next test, or closes it. Only the first call counts. */
  giveBack(how: { readonly isReusable: boolean }): Promise<void>;
}

interface OwnPage {
  readonly page: Page;
  receive: (intent: unknown) => void;
  timesLent: number;
}

/** A page is closed after this many tests, with all that they left in its memory. */
const mostTimesLent = 40;
/** Keys that tests may leave down, which would still be down in the next test. */
const keys = ['Enter', 'Backspace', 'Shift', 'Control', 'Alt', 'Meta'];

const idle: OwnPage[] = [];

export async function lendPage(options: {
  readonly width: number;
  readonly height: number;
  readonly reducedMotion: boolean;
}): Promise<LentPage> {
  const { width, height, reducedMotion } = options;
  const own = takeIdle() ?? (await openPage());
  const { page } = own;
  own.timesLent += 1;
  await page.setViewportSize({ width, height });
  let isLent = true;
  await page.emulateMedia({ reducedMotion: reducedMotion ? 'reduce' : 'no-preference', forcedColors: null });
  return {
    page,
    onMessage(receive) {
      own.receive = receive;
    },
    async giveBack({ isReusable }) {
      if (!isLent) return;
      isLent = false;
      own.receive = () => {};
      if (!isReusable || own.timesLent >= mostTimesLent || page.isClosed()) return page.close();
      for (const event of ['console', 'pageerror', 'request', 'popup', 'dialog'] as const)
        page.removeAllListeners(event);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto('about:blank');
      for (const key of keys) await page.keyboard.up(key);
      await page.mouse.up();
      await page.mouse.move(-1, -1);
      idle.push(own);
    },
  };
}

/** Skips pages that were closed, for example with their browser. */
function takeIdle(): OwnPage | undefined {
  for (;;) {
    const own = idle.pop();
    if (!own?.page.isClosed()) return own;
  }
}

async function openPage(): Promise<OwnPage> {
  const page = await (await provideViewBrowser()).newPage();
  const own: OwnPage = { page, receive: () => {}, timesLent: 0 };
  await page.exposeFunction('tellHost', (intent: unknown) => own.receive(intent));
  await page.addInitScript(trackFrames);
  endWithMessages(page);
  return own;
}

/**
 * Playwright may end an action before the page's messages about it arrive, which come another way. A reply of the page
 * comes after them, so each action waits for one. Locators act through their frame.
 */
function endWithMessages(page: Page): void {
  function patch<Target extends object>(target: Target, ...names: (keyof Target)[]): void {
    for (const name of names) {
      const act = target[name] as (...given: unknown[]) => Promise<unknown>;
      const actAndWait = async (...given: unknown[]) => {
        const result = await act.apply(target, given);
        // A page that was closed by the action has no more messages.
        await page.evaluate(() => undefined).catch(() => {});
        return result;
      };
      Object.assign(target, { [name]: actAndWait });
    }
  }
  patch(page.keyboard, 'press', 'type', 'insertText', 'down', 'up');
  patch(page.mouse, 'click', 'dblclick', 'up', 'down');
  patch(page.mainFrame(), 'click', 'dblclick', 'press', 'type', 'fill', 'check', 'uncheck', 'selectOption');
}

/** Makes the frames that the page waits for countable, so that tests know when it has drawn all that it received. */
function trackFrames(): void {
  const request = globalThis.requestAnimationFrame;
  const cancel = globalThis.cancelAnimationFrame;
  const wanted = new Set<number>();
  globalThis.requestAnimationFrame = (callback) => {
    const id = request((time) => {
      wanted.delete(id);
      callback(time);
    });
    wanted.add(id);
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => {
    wanted.delete(id);
    cancel(id);
  };
  Object.assign(globalThis, { countWantedFrames: () => wanted.size });
}
