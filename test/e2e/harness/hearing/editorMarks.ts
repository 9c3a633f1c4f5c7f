import type { Page } from 'playwright-core';

/** A line of the editor that had the mark, and since when. */
interface EditorMark {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly text: string;
}

declare global {
  interface Window {
    editorMarks: EditorMark[];
  }
}

/** From now on, records the marked line of the open editor whenever it changes. */
export async function watchEditorMarks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const found: EditorMark[] = [];
    window.editorMarks = found;
    const look = () => {
      const mark = document.querySelector<HTMLElement>('.monaco-editor .view-overlays [class*="ced-"]');
      const top = mark?.parentElement?.style.top;
      const lines = [...document.querySelectorAll<HTMLElement>('.monaco-editor .view-lines .view-line')];
      const line = top === undefined ? undefined : lines.find(({ style }) => style.top === top);
      const text = line?.textContent?.replaceAll('\u00a0', ' ').trim() ?? '';
      if (text && found.at(-1)?.text !== text)
        found.push({ atMs: performance.timeOrigin + performance.now(), text });
    };
    setInterval(look, 50);
  });
}

export function readEditorMarks(page: Page): Promise<readonly EditorMark[]> {
  return page.evaluate(() => window.editorMarks);
}
