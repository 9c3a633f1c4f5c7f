import type { Page, PageScreenshotOptions } from 'playwright-core';

/** Takes a picture for people to look at, only on request: pictures take a tenth of the tests' time. */
export async function takePicture(
  page: Page,
  options: PageScreenshotOptions & { readonly path: string },
): Promise<void> {
  if (process.env['TEST_PICTURES']) await page.screenshot(options);
}
