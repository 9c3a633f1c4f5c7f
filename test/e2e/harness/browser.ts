import { type Browser, chromium, type Page } from 'playwright-core';
import { provideHeadlessChromium } from '../../../scripts/prerequisites/chromium.ts';

/**
 * Features that Chromium runs without. Of two lists the later one wins, so this one starts with the features that
 * Playwright itself turns off and that a page would notice.
 */
const unwantedFeatures = [
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'PaintHolding'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades'],
  ...['AimEnabled', 'LensOverlay', 'MediaRouter', 'ThirdPartyStoragePartitioning'],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch'],
  // Each window would load two pages of suggestions for an invisible address bar, and take twice as long to open.
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

/** All open pages of these browsers. */
export async function openPages(): Promise<Page[]> {
  const started = await Promise.all(browsers.values());
  return started.flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
}
