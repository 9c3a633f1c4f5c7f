import * as vscode from 'vscode';
import { type Problem, readProblems } from '../../../platform/diagnostics.ts';
import { maxProblems } from '../attachmentLimits.ts';
import { type Gathered, gatherText } from './gathered.ts';
import { nameOf } from './workspaceFiles.ts';

/** Problems, the worst first, each on a line of its own; undefined where there are none. */
export function gatherProblems(uri?: vscode.Uri): Gathered | undefined {
  const { t } = vscode.l10n;
  const problems = readProblems(uri);
  if (problems.length === 0) return undefined;
  const lines = problems.slice(0, maxProblems).map(toLine);
  if (problems.length > maxProblems) lines.push(`… and ${problems.length - maxProblems} more`);
  const name = uri ? t('Problems in {0}', nameOf(uri)) : t('Problems in the workspace');
  return gatherText(
    { kind: 'problems', name, text: `${lines.join('\n')}\n` },
    { source: `problems:${uri?.toString() ?? ''}` },
  );
}

function toLine({ uri, diagnostic }: Problem): string {
  const { severity, message, range, source, code } = diagnostic;
  const word = ['error', 'warning', 'info'][severity] ?? 'info';
  const place = `${nameOf(uri)}:${range.start.line + 1}:${range.start.character + 1}`;
  const id = typeof code === 'object' ? code.value : code;
  const origin = [source, id].filter((part) => part !== undefined && part !== '').join(' ');
  return `${place}: ${word}: ${message.replace(/\s*\n\s*/g, ' ')}${origin && ` (${origin})`}`;
}
