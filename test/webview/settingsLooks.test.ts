import type { Page } from 'playwright-core';
import type { SettingsHostMessage } from '../../src/protocol/settingsProtocol.ts';
import { askingCheck, failedCheck, makeFullState, makeState, runningCheck } from './settingsFacts.ts';
import { openSettingsPage } from './settingsPage.ts';
import { describeLooks } from './tabLooks.ts';

/** The scenes, by name. */
const scenes: Readonly<Record<string, readonly SettingsHostMessage[]>> = {
  empty: [makeState()],
  full: [makeFullState()],
  running: [makeFullState({ check: runningCheck })],
  asking: [makeFullState({ check: askingCheck })],
  failed: [makeFullState({ check: failedCheck })],
  typing: [makeFullState({ fields: { baseUrl: { value: 'https://other.example.com' } } })],
};

/** What a person does then, in some scenes. */
const steps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  typing: async (page) => {
    const control = (name: string) => page.locator(`[id="control-${name}"]`);
    await control('baseUrl').fill('relay');
  },
};

describeLooks({
  name: 'settings',
  open: openSettingsPage,
  scenes,
  steps,
  translated: ['failed'],
  widths: [280, 900],
});
