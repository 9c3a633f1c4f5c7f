import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import type { LineHunk } from '../../text/textChanges.ts';

/** The hunk that a line of one side is in, or nearest to. */
export function nearestHunk(
  hunks: readonly LineHunk[],
  line: number,
  side: 'old' | 'new',
): LineHunk | undefined {
  const distance = ({ oldStart, oldEnd, newStart, newEnd }: LineHunk) => {
    const [start, end] = side === 'new' ? [newStart, newEnd] : [oldStart, oldEnd];
    return line < start ? start - line : Math.max(0, line - Math.max(start, end - 1));
  };
  return hunks.reduce<LineHunk | undefined>(
    (best, hunk) => (best && distance(best) <= distance(hunk) ? best : hunk),
    undefined,
  );
}

/** Above each hunk, for those whose diffs show code lenses (`diffEditor.codeLens`). */
export function createLenses(hunks: readonly LineHunk[]): vscode.CodeLens[] {
  const { t } = vscode.l10n;
  return hunks.flatMap(({ newStart }) => {
    const range = new vscode.Range(newStart, 0, newStart, 0);
    const lens = (title: string, command: string) =>
      new vscode.CodeLens(range, { title, command, arguments: [newStart] });
    return [lens(t('Keep'), commands.keepChange), lens(t('Undo'), commands.undoChange)];
  });
}
