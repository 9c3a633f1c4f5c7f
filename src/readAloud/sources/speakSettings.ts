import type * as vscode from 'vscode';
import type { ReadAloudSettings } from '../../platform/settings/readAloudSettings.ts';
import { readReadAloudSettings } from '../../platform/settings/settings.ts';
import type { CodeSymbol, Narrate } from '../narration/block.ts';
import { readDocumentSymbols } from './documentSymbols.ts';

/** How texts are made speakable: the person's choices, and what does it. */
export interface SpeakSettings extends Pick<ReadAloudSettings, 'codeBlocks' | 'code' | 'pronunciations'> {
  /** By VS Code's id of a language, or a name that stands on a fence. */
  readonly narrationFor: (languageId: string) => Narrate;
  /** Of the document that is read. */
  readonly symbols?: readonly CodeSymbol[];
}

/** The parsers of Markdown and code are a file of their own, which is loaded with the first text that is read. */
export async function readSpeakSettings(document?: vscode.TextDocument): Promise<SpeakSettings> {
  const [{ narrationFor }, symbols] = await Promise.all([
    import('../narration/narration.ts'),
    document && !/^(?:markdown|plaintext)$/.test(document.languageId)
      ? readDocumentSymbols(document)
      : undefined,
  ]);
  const { codeBlocks, code, pronunciations } = readReadAloudSettings();
  return { codeBlocks, code, pronunciations, narrationFor, ...(symbols && { symbols }) };
}
