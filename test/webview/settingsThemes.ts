import themes from './themes.json' with { type: 'json' };

/** Colours of the editor's own settings and lists, beside those that every view is tested with. */
const settingsColours = {
  dark: {
    contrastActiveBorder: 'transparent',
    'dropdown-background': '#313131',
    'dropdown-border': '#3c3c3c',
    'dropdown-foreground': '#cccccc',
    'dropdown-listBackground': '#1f1f1f',
    'editorInfo-foreground': '#59a4f9',
    'editorWarning-foreground': '#cca700',
    'inputValidation-errorBorder': '#be1100',
    'list-activeSelectionBackground': '#04395e',
    'list-activeSelectionForeground': '#ffffff',
    'list-focusOutline': '#0078d4',
    'list-hoverBackground': '#2a2d2e',
    'list-inactiveSelectionBackground': '#37373d',
    'progressBar-background': '#0078d4',
    'settings-dropdownBackground': '#313131',
    'settings-dropdownBorder': '#3c3c3c',
    'settings-dropdownForeground': '#cccccc',
    'settings-dropdownListBorder': '#454545',
    'settings-headerForeground': '#ffffff',
    'settings-modifiedItemIndicator': '#bb800966',
    'settings-textInputBackground': '#313131',
    'settings-textInputBorder': '#3c3c3c',
    'settings-textInputForeground': '#cccccc',
    'testing-iconPassed': '#73c991',
  },
  light: {
    contrastActiveBorder: 'transparent',
    'dropdown-background': '#ffffff',
    'dropdown-border': '#cecece',
    'dropdown-foreground': '#3b3b3b',
    'dropdown-listBackground': '#ffffff',
    'editorInfo-foreground': '#0063d3',
    'editorWarning-foreground': '#bf8803',
    'inputValidation-errorBorder': '#be1100',
    'list-activeSelectionBackground': '#e8e8e8',
    'list-activeSelectionForeground': '#000000',
    'list-focusOutline': '#005fb8',
    'list-hoverBackground': '#f2f2f2',
    'list-inactiveSelectionBackground': '#e4e6f1',
    'progressBar-background': '#005fb8',
    'settings-dropdownBackground': '#ffffff',
    'settings-dropdownBorder': '#cecece',
    'settings-dropdownForeground': '#3b3b3b',
    'settings-dropdownListBorder': '#e5e5e5',
    'settings-headerForeground': '#1f1f1f',
    'settings-modifiedItemIndicator': '#bb800966',
    'settings-textInputBackground': '#ffffff',
    'settings-textInputBorder': '#cecece',
    'settings-textInputForeground': '#3b3b3b',
    'testing-iconPassed': '#73c991',
  },
  highContrast: {
    contrastActiveBorder: '#f38518',
    'dropdown-background': '#000000',
    'dropdown-border': '#6fc3df',
    'dropdown-foreground': '#ffffff',
    'dropdown-listBackground': '#000000',
    'editorInfo-foreground': '#59a4f9',
    'editorWarning-foreground': '#ffd370',
    'inputValidation-errorBorder': '#6fc3df',
    'list-focusOutline': '#f38518',
    'list-hoverBackground': 'rgba(255, 255, 255, 0.1)',
    'progressBar-background': '#6fc3df',
    'settings-dropdownBackground': '#000000',
    'settings-dropdownBorder': '#6fc3df',
    'settings-dropdownForeground': '#ffffff',
    'settings-dropdownListBorder': '#6fc3df',
    'settings-headerForeground': '#ffffff',
    'settings-modifiedItemIndicator': '#00497a',
    'settings-textInputBackground': '#000000',
    'settings-textInputBorder': '#6fc3df',
    'settings-textInputForeground': '#ffffff',
    'testing-iconPassed': '#73c991',
  },
  highContrastLight: {
    contrastActiveBorder: '#006bbd',
    'dropdown-background': '#ffffff',
    'dropdown-border': '#0f4a85',
    'dropdown-foreground': '#292929',
    'dropdown-listBackground': '#ffffff',
    'editorInfo-foreground': '#0063d3',
    'editorWarning-foreground': '#895503',
    'inputValidation-errorBorder': '#0f4a85',
    'list-focusOutline': '#006bbd',
    'list-hoverBackground': 'rgba(15, 74, 133, 0.1)',
    'list-inactiveSelectionBackground': 'rgba(15, 74, 133, 0.1)',
    'progressBar-background': '#0f4a85',
    'settings-dropdownBackground': '#ffffff',
    'settings-dropdownBorder': '#0f4a85',
    'settings-dropdownForeground': '#292929',
    'settings-dropdownListBorder': '#0f4a85',
    'settings-headerForeground': '#292929',
    'settings-modifiedItemIndicator': '#66afe0',
    'settings-textInputBackground': '#ffffff',
    'settings-textInputBorder': '#0f4a85',
    'settings-textInputForeground': '#292929',
    'testing-iconPassed': '#007100',
  },
} as const;

export type SettingsTheme = keyof typeof settingsColours;
export const settingsThemes = Object.keys(settingsColours) as SettingsTheme[];

export function bodyClassOf(theme: SettingsTheme): string {
  return themes[theme].body;
}

/** What VS Code gives a page in an editor's tab before its own styles. */
export function themeCss(theme: SettingsTheme): string {
  const variables = Object.entries({ ...themes[theme].variables, ...settingsColours[theme] }).map(
    ([name, value]) => `--vscode-${name}: ${value};`,
  );
  return `@layer vscode-default {
  body { padding: 0 20px; color: var(--vscode-editor-foreground); background: transparent; }
  code { padding: 1px 3px; border-radius: 4px; background: var(--vscode-textPreformat-background); }
}
:root { ${variables.join(' ')} }
html { background: var(--vscode-editor-background); scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }`;
}
