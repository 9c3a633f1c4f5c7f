import type * as vscode from 'vscode';
import type { IndentStyle } from '../../platform/diffPreview/indentation.ts';

/** A text around what is rewritten, with line feeds only. */
export interface PlaceText {
  readonly before: string;
  readonly old: string;
  readonly after: string;
}

/** Where new code goes: a part of a document, or a file that is to be. */
export interface RewritePlace extends vscode.Disposable {
  /** As people call the file. */
  readonly name: string;
  readonly language: string;
  readonly style: IndentStyle;
  /** Whose path the text beside it has in the diff. */
  readonly path: string;
  /** The left side of the diff: the document itself. Undefined where there is nothing yet. */
  readonly uri: vscode.Uri | undefined;
  /** As it is now, wherever an edit has moved it. */
  text(): PlaceText;
  /** The code itself was changed since the model was asked. */
  readonly isTouched: boolean;
  readonly onDidChange: vscode.Event<void>;
  /** Forgets the changes so far: the model is asked anew about what is there now. */
  reset(): void;
  /** Puts the new code there, in one step. In words why it can't. */
  write(code: string): Promise<string | undefined>;
  /** Brings the person to the new code. */
  show(): Promise<void>;
}
