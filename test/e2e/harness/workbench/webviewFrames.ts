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
 * its inner frame. A webview is a frame in a frame; the inner one is made anew whenever the view is, so ask again
 * after a reload.
 *
 * To Chromium, everything that Playwright evaluates in a frame is a person's gesture there, which lets the frame
 * play audio. This asks in a way that is none.
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
