import * as vscode from 'vscode';

export interface Problem {
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
}

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
