import type { CDPSession, Frame, Page } from 'playwright-core';
import { waitUntil } from '../waitUntil.ts';

interface ExecutionContext {
  readonly id: number;
  readonly auxData?: { readonly isDefault?: boolean };
}

/** The page's own scripts' contexts, one for each of its frames. */
async function listContexts(session: CDPSession): Promise<number[]> {
  const contexts: number[] = [];
  const collect = ({ context }: { readonly context: ExecutionContext }) => {
    if (context.auxData?.isDefault) contexts.push(context.id);
  };
  session.on('Runtime.executionContextCreated', collect);
  await session.send('Runtime.enable');
  await session.send('Runtime.disable');
  session.off('Runtime.executionContextCreated', collect);
  return contexts;
}

/**
 * Ids of the webviews in which the condition holds. A webview has its id in its address; the address itself changes
 * while VS Code writes the page.
 */
async function findWebviewIds(session: CDPSession, condition: string): Promise<string[]> {
  const ids: string[] = [];
  for (const contextId of await listContexts(session)) {
    try {
      const expression = `${condition} ? new URLSearchParams(location.search).get('id') : ''`;
      const { result } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
        returnByValue: true,
      });
      if (typeof result.value === 'string' && result.value !== '') ids.push(result.value);
    } catch {
      // The frame went away while we were asking.
    }
  }
  return ids;
}

/**
 * Waits for the webview that has an element for this selector (with this text in it, if one is given), and returns
 * its inner frame. A webview is a frame in a frame; the inner one is created again with the view, so call this again
 * after a reload.
 *
 * To Chromium, everything that Playwright evaluates in a frame is a user gesture there, which lets the frame
 * play audio. This function evaluates without a gesture.
 */
export async function findWebviewFrame(page: Page, selector: string, text = ''): Promise<Frame> {
  const session = await page.context().newCDPSession(page);
  const condition = `[...document.querySelectorAll(${JSON.stringify(selector)})].some((element) =>
    element.textContent.includes(${JSON.stringify(text)}))`;
  try {
    return await waitUntil(`a webview has ${selector} ${text}`, async () => {
      const ids = await findWebviewIds(session, condition);
      return page
        .frames()
        .filter((frame) => frame.parentFrame()?.url().includes('/webview/browser/pre/'))
        .find((frame) => ids.some((id) => frame.url().includes(`id=${id}`)));
    });
  } finally {
    await session.detach();
  }
}

/**
 * A webview in which nobody has clicked or pressed a key yet, as far as Chromium knows: unlike Playwright's use of its
 * frame, looking around here is no user gesture, and the click is a real one.
 */
interface UntouchedWebview {
  evaluate: Evaluate;
  click(selector: string): Promise<void>;
}

/** Runs a function in a page. */
export type Evaluate = <Argument, Result>(
  script: (argument: Argument) => Result,
  argument: Argument,
) => Promise<Result>;

/** The webview that has an element for this selector. */
export function lookIntoWebview(page: Page, selector: string): UntouchedWebview {
  /** Evaluates in its page, and gives the session's object of what comes out. */
  async function inspect<Result>(
    expression: string,
    use: (session: CDPSession, result: { readonly value?: unknown; readonly objectId?: string }) => Result,
    returnByValue: boolean,
  ): Promise<Awaited<Result>> {
    const session = await page.context().newCDPSession(page);
    try {
      for (const contextId of await listContexts(session)) {
        const isIt = `document.querySelector(${JSON.stringify(selector)}) !== null`;
        const { result: found } = await session.send('Runtime.evaluate', { expression: isIt, contextId });
        if (found.value !== true) continue;
        const evaluated = await session.send('Runtime.evaluate', { expression, contextId, returnByValue });
        if (evaluated.exceptionDetails) throw new Error(evaluated.exceptionDetails.exception?.description);
        return await use(session, evaluated.result);
      }
      throw new Error(`No webview has ${selector}.`);
    } finally {
      await session.detach();
    }
  }
  return {
    evaluate: <Argument, Result>(script: (argument: Argument) => Result, argument: Argument) =>
      inspect(`(${script})(${JSON.stringify(argument)})`, (_, { value }) => value as Result, true),
    async click(target) {
      const [x, y] = await inspect(
        `((element) => (element?.scrollIntoView({ block: 'nearest' }), element))(document.querySelector(${JSON.stringify(target)}))`,
        async (session, { objectId }) => {
          if (objectId === undefined) throw new Error(`There is no ${target}.`);
          const { quads } = await session.send('DOM.getContentQuads', { objectId });
          const [left = 0, top = 0, , , right = 0, bottom = 0] = quads[0] ?? [];
          return [(left + right) / 2, (top + bottom) / 2] as const;
        },
        false,
      );
      await page.mouse.click(x, y);
    },
  };
}
