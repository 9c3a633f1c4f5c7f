import { ok, strictEqual } from 'node:assert/strict';
import * as vscode from 'vscode';
import { createEditorTheme } from '../../src/chat/view/editorTheme.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { until } from './until.ts';

const themeSetting = 'workbench.colorTheme';
const customSetting = 'editor.tokenColorCustomizations';
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
    for (const name of [themeSetting, customSetting, 'window.autoDetectColorScheme', ...preferredSettings])
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

  it('are the person’s own where they set them, for all themes or for this one', async () => {
    await set(themeSetting, 'Monokai');
    await until(() => colorOf(latest, 'comment') === '#88846f');
    await set(customSetting, {
      comments: '#111111',
      strings: '#222222',
      '[Monokai]': { strings: { foreground: '#333333', fontStyle: 'italic' } },
      '[Default Dark+][Abyss]': { comments: '#444444' },
      '[Abyss][Monokai]': { numbers: '#666666' },
      textMateRules: [{ scope: 'keyword.control', settings: { foreground: '#555555' } }],
    });
    await until(() => colorOf(latest, 'comment') === '#111111');
    strictEqual(
      ['string', 'control', 'number'].map((each) => colorOf(latest, each)).join(),
      '#333333,#555555,#666666',
    );
    ok(latest.includes('.hljs-string { color: #333333; font-style: italic;'));
  });

  it('are those of the preferred theme while VS Code follows the system', async () => {
    await set(customSetting, undefined);
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
