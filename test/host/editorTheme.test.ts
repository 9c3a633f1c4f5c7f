import { strictEqual } from 'node:assert/strict';
import * as vscode from 'vscode';
import { createEditorTheme } from '../../src/chat/view/editorTheme.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { until } from './until.ts';

const themeSetting = 'workbench.colorTheme';
const preferredSettings = ['workbench.preferredLightColorTheme', 'workbench.preferredDarkColorTheme'];

/** The color of a class in a style sheet. */
const colorOf = (styles: string, name: string) =>
  styles.match(new RegExp(`\\.hljs-${name} \\{ color: (.*?);`))?.[1]?.toLowerCase();

describe('the colors of code in the editor’s theme', () => {
  let latest = '';
  const theme = createEditorTheme(silentLogger, (styles) => {
    latest = styles;
  });
  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

  before(() => theme.read());
  after(async () => {
    theme.dispose();
    for (const name of [themeSetting, 'window.autoDetectColorScheme', ...preferredSettings])
      await set(name, undefined);
  });

  /** Built-in themes, with the colors of a comment, a string and a keyword of control as their files say. */
  const themes = [
    ['Default Dark+', '#6a9955', '#ce9178', '#c586c0'],
    ['Default Light+', '#008000', '#a31515', '#af00db'],
    ['Monokai', '#88846f', '#e6db74', '#f92672'],
    ['Default High Contrast', '#7ca668', '#ce9178', '#c586c0'],
  ] as const;
  for (const [name, ...colors] of themes) {
    it(`are those of ${name}`, async () => {
      await set(themeSetting, name);
      await until(() => colorOf(latest, 'control') === colors[2]);
      strictEqual(
        ['comment', 'string', 'control'].map((each) => colorOf(latest, each)).join(),
        colors.join(),
      );
      strictEqual(await theme.read(), latest);
    });
  }

  it('are those of the preferred theme while VS Code follows the system', async () => {
    await set(themeSetting, 'Monokai');
    await until(() => colorOf(latest, 'control') === '#f92672');
    await set(preferredSettings[0] ?? '', 'Quiet Light');
    await set(preferredSettings[1] ?? '', 'Abyss');
    await set('window.autoDetectColorScheme', true);
    // As their files say.
    await until(() => ['#448c27', '#22aa44'].includes(colorOf(latest, 'string') ?? ''));
    await set('window.autoDetectColorScheme', undefined);
    await until(() => colorOf(latest, 'control') === '#f92672');
  });

  it('are unknown for a theme that is not there', async () => {
    await set(themeSetting, 'No Such Theme');
    await until(() => latest === '');
  });
});
