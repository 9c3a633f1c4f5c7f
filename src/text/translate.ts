/** `vscode.l10n.t`, or anything that fills `{0}` and `{name}` into the English text. */
export type Translate = (message: string, ...args: (string | number)[]) => string;
