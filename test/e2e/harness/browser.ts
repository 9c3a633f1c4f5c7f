import { type Browser, chromium, type Page } from 'playwright-core';
import { provideHeadlessChromium } from '../../../scripts/prerequisites/chromium.ts';

/**
 * What Chromium does without. Of two lists it takes the later one, so this begins with what Playwright itself turns
 * off and a page notices.
 */
const unwantedFeatures = [
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'PaintHolding'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades'],
  ...['AimEnabled', 'LensOverlay', 'MediaRouter', 'ThirdPartyStoragePartitioning'],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch'],
  // Every window would load two pages for suggestions below an address bar that nobody sees, and so open in twice the time.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

const commonFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unwantedFeatures.join(',')}`,
];

const browsers = new Map<string, Promise<Browser>>();

/** The one Chromium of this process with these additional flags; started when first asked for. */
export function provideBrowser(flags: readonly string[] = []): Promise<Browser> {
  const name = flags.join(' ');
  const known = browsers.get(name);
  if (known) return known;
  const browser = provideHeadlessChromium().then((executablePath) =>
    chromium.launch({ executablePath, args: [...commonFlags, ...flags] }),
  );
  browsers.set(name, browser);
  return browser;
}

/** Ends every Chromium of this test run. */
export async function closeBrowsers(): Promise<void> {
  const started = [...browsers.values()];
  browsers.clear();
  await Promise.all(started.map(async (browser) => (await browser).close()));
}

/** All pages that are open in them. */
export async function openPages(): Promise<Page[]> {
  const started = await Promise.all(browsers.values());
  return started.flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
}
