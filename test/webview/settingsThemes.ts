import themes from './themes.json' with { type: 'json' };

export const settingsThemes = ['dark', 'light', 'highContrast', 'highContrastLight'] as const;
export type SettingsTheme = (typeof settingsThemes)[number];

/** Colors of the editor's own settings and lists, in addition to those that every view is tested with. */
const settingsColors: Readonly<Record<string, Readonly<Record<SettingsTheme, string>>>> = {
  contrastActiveBorder: of('transparent', 'transparent', '', ''),
  'editorInfo-foreground': of('#59a4f9', '#0063d3', '#59a4f9', '#0063d3'),
  'inputValidation-errorBorder': of('#be1100', '#be1100', '#6fc3df', '#0f4a85'),
  'list-hoverBackground': of('', '', 'rgba(255, 255, 255, 0.1)', ''),
  'progressBar-background': of('#0078d4', '#005fb8', '#6fc3df', '#0f4a85'),
  'settings-headerForeground': of('#ffffff', '#1f1f1f', '', ''),
  'settings-modifiedItemIndicator': of('#bb800966', '#bb800966', '#00497a', '#66afe0'),
  'testing-iconPassed': of('#73c991', '#73c991', '#73c991', '#007100'),
};

/** A color of each theme; '' is none of its own. */
function of(dark: string, light: string, highContrast: string, highContrastLight: string) {
  return { dark, light, highContrast, highContrastLight };
}

/** The fields of the editor's settings have the colors of its inputs. */
const inputParts = {
  background: ['dropdown-background', 'settings-textInputBackground'],
  border: ['dropdown-border', 'settings-textInputBorder'],
  foreground: ['dropdown-foreground', 'settings-textInputForeground', 'settings-headerForeground'],
} as const;

export function bodyClassOf(theme: SettingsTheme): string {
  return themes[theme].body;
}

/** The colors of a page in an editor's tab, by the names of their variables. */
export function colorsOf(theme: SettingsTheme): Readonly<Record<string, string>> {
  const { variables: common } = themes[theme];
  const ofInputs = (['background', 'border', 'foreground'] as const).flatMap((part) =>
    inputParts[part].map((name) => [name, common[`input-${part}`]]),
  );
  const own = Object.entries(settingsColors).map(([name, colors]) => [name, colors[theme]] as const);
  return {
    ...common,
    ...Object.fromEntries(ofInputs),
    'editorWarning-foreground': common['notificationsWarningIcon-foreground'],
    'list-focusOutline': common.focusBorder,
    ...Object.fromEntries(own.filter(([, color]) => color !== '')),
  };
}

/** What VS Code gives a page in an editor's tab before its own styles. */
export function themeCss(theme: SettingsTheme): string {
  const variables = Object.entries(colorsOf(theme)).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `@layer vscode-default {
  body { padding: 0 20px; color: var(--vscode-editor-foreground); background: transparent; }
  code { padding: 1px 3px; border-radius: 4px; background: var(--vscode-textPreformat-background); }
}
:root { ${variables.join(' ')} }
html { background: var(--vscode-editor-background); scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }`;
}
