import * as vscode from 'vscode';

export interface Problem {
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
}

const longestMessage = 2_000;

/** The problems of one file or of all, as the Problems view shows them: without hints. */
export function readProblems(uri?: vscode.Uri): Problem[] {
  const all = uri
    ? [[uri, vscode.languages.getDiagnostics(uri)] as const]
    : vscode.languages.getDiagnostics();
  return all
    .flatMap(([file, diagnostics]) => diagnostics.map((diagnostic) => ({ uri: file, diagnostic })))
    .filter(({ diagnostic }) => diagnostic.severity !== vscode.DiagnosticSeverity.Hint)
    .toSorted((one, other) => one.diagnostic.severity - other.diagnostic.severity);
}

/** A problem on one line, in the format of compilers: its location, severity, message and source. */
export function describeProblem(place: string, diagnostic: vscode.Diagnostic): string {
  const { severity, message, source, code } = diagnostic;
  const word = ['error', 'warning', 'info', 'hint'][severity] ?? 'info';
  const id = typeof code === 'object' ? code.value : code;
  const origin = [source, id].filter((part) => part !== undefined && part !== '').join(' ');
  const words = message
    .slice(0, longestMessage)
    .toWellFormed()
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ' ');
  return `${place}: ${word}: ${words}${origin && ` (${origin})`}`;
}
