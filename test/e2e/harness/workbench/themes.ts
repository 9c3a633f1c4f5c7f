import type { Editor } from '../editor.ts';

/** Themes of VS Code by what the picker calls them, each with the class that it gives the window. */
const themes = [
  { title: 'Light Modern', windowClass: 'vs', name: 'light' },
  { title: 'Dark High Contrast', windowClass: 'hc-black', name: 'contrast' },
  { title: 'Dark Modern', windowClass: 'vs-dark', name: 'dark' },
] as const;

/**
 * Writes test-results/screenshots/NAME-THEME.png for a light, a high contrast and the dark theme, in which the editor
 * stays: it is the one that it starts with. The focus goes to the editor.
 */
export async function screenshotInThemes(editor: Editor, name: string): Promise<void> {
  const { quickInput, runCommand, page } = editor;
  for (const theme of themes) {
    await runCommand('Preferences: Color Theme');
    await quickInput.waitFor('Select Color Theme');
    await quickInput.type(theme.title);
    await quickInput.accept();
    await quickInput.waitUntilClosed();
    await page.locator(`.monaco-workbench.${theme.windowClass}`).waitFor();
    await editor.screenshot(`${name}-${theme.name}`);
  }
}
