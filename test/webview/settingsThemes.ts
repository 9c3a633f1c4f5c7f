import themes from './themes.json' with { type: 'json' };

/** Colors of the editor's own settings and lists, in addition to those that every view is tested with. */
const settingsColours = {
  dark: {
    contrastActiveBorder: 'transparent',
    'editorInfo-foreground': '#59a4f9',
    'inputValidation-errorBorder': '#be1100',
    'list-activeSelectionBackground': '#04395e',
    'list-activeSelectionForeground': '#ffffff',
    'list-hoverBackground': '#2a2d2e',
    'progressBar-background': '#0078d4',
    'settings-dropdownListBorder': '#454545',
    'settings-headerForeground': '#ffffff',
    'settings-modifiedItemIndicator': '#bb800966',
    'testing-iconPassed': '#73c991',
  },
  light: {
    contrastActiveBorder: 'transparent',
    'editorInfo-foreground': '#0063d3',
    'inputValidation-errorBorder': '#be1100',
    'list-activeSelectionBackground': '#e8e8e8',
    'list-activeSelectionForeground': '#000000',
    'list-hoverBackground': '#f2f2f2',
    'progressBar-background': '#005fb8',
    'settings-dropdownListBorder': '#e5e5e5',
    'settings-headerForeground': '#1f1f1f',
    'settings-modifiedItemIndicator': '#bb800966',
    'testing-iconPassed': '#73c991',
  },
  highContrast: {
    contrastActiveBorder: '#f38518',
    'editorInfo-foreground': '#59a4f9',
    'inputValidation-errorBorder': '#6fc3df',
    'list-hoverBackground': 'rgba(255, 255, 255, 0.1)',
    'progressBar-background': '#6fc3df',
    'settings-modifiedItemIndicator': '#00497a',
    'testing-iconPassed': '#73c991',
  },
  highContrastLight: {
    contrastActiveBorder: '#006bbd',
    'editorInfo-foreground': '#0063d3',
    'inputValidation-errorBorder': '#0f4a85',
    'list-hoverBackground': 'rgba(15, 74, 133, 0.1)',
    'progressBar-background': '#0f4a85',
    'settings-modifiedItemIndicator': '#66afe0',
    'testing-iconPassed': '#007100',
  },
} as const;

/** The fields of the editor's settings have the colors of its inputs. */
const inputParts = {
  background: ['dropdown-background', 'settings-dropdownBackground', 'settings-textInputBackground'],
  border: [
    'dropdown-border',
    'settings-dropdownBorder',
    'settings-textInputBorder',
    'settings-dropdownListBorder',
  ],
  foreground: [
    'dropdown-foreground',
    'settings-dropdownForeground',
    'settings-textInputForeground',
    'settings-headerForeground',
  ],
} as const;

export type SettingsTheme = keyof typeof settingsColours;
export const settingsThemes = Object.keys(settingsColours) as SettingsTheme[];

export function bodyClassOf(theme: SettingsTheme): string {
  return themes[theme].body;
}

/** The colors of a page in an editor's tab, by the names of their variables. */
export function colorsOf(theme: SettingsTheme): Readonly<Record<string, string>> {
  const { variables: common } = themes[theme];
  const ofInputs = (['background', 'border', 'foreground'] as const).flatMap((part) =>
    inputParts[part].map((name) => [name, common[`input-${part}`]]),
  );
  return {
    ...common,
    ...Object.fromEntries(ofInputs),
    'dropdown-listBackground': common['editor-background'],
    'editorWarning-foreground': common['notificationsWarningIcon-foreground'],
    'list-focusOutline': common.focusBorder,
    ...settingsColours[theme],
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
