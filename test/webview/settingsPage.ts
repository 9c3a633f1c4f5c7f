import type { Locator } from 'playwright-core';
import type {
  FieldName,
  SettingsHostMessage,
  SettingsWebviewMessage,
} from '../../src/protocol/settingsProtocol.ts';
import { bodyClassOf, type SettingsTheme, settingsThemes, themeCss } from './settingsThemes.ts';
import { openViewPage, type ViewPage, type ViewPageOptions } from './viewPage.ts';

/** The settings panel's page, in a browser, with the test in the host's place. */
export interface SettingsPage extends ViewPage<SettingsHostMessage, SettingsWebviewMessage, SettingsTheme> {
  /** All intents of a type so far. */
  sent<Type extends SettingsWebviewMessage['type']>(
    type: Type,
  ): Extract<SettingsWebviewMessage, { type: Type }>[];
  /** The input of a field. */
  control(name: FieldName): Locator;
  /** The remarks below a field. */
  remarks(name: FieldName): Promise<readonly string[]>;
}

type SettingsPageOptions = ViewPageOptions<SettingsTheme>;

/** Opens the page as the host makes it, and waits until it is ready. */
export async function openSettingsPage(options: SettingsPageOptions = {}): Promise<SettingsPage> {
  const view = await openViewPage<SettingsHostMessage, SettingsWebviewMessage, SettingsTheme>(
    {
      name: 'settings',
      styleSheets: ['page', 'settings'],
      entry: 'src/webview/settings/main.ts',
      title: 'Model Relay Settings',
      element: 'relay-settings',
      themes: settingsThemes,
      bodyClassOf,
      themeCss,
      defaults: { theme: 'dark', width: 900, height: 800 },
    },
    options,
  );
  const { page, intents } = view;
  return {
    ...view,
    sent: <Type extends SettingsWebviewMessage['type']>(type: Type) =>
      intents.filter(
        (intent): intent is Extract<SettingsWebviewMessage, { type: Type }> => intent.type === type,
      ),
    control: (name) => page.locator(`[id="control-${name}"]`),
    remarks: (name) => page.locator(`[id="remark-${name}"] p, [id="elsewhere-${name}"] p`).allInnerTexts(),
  };
}
