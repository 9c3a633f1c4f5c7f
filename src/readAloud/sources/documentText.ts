import { basename } from 'node:path';
import type * as vscode from 'vscode';
import type { NarratedBlock, NarrationOptions } from '../narration/block.ts';
import { planUtterances } from '../narration/plan/plan.ts';
import type { TextRange } from '../narration/text/ranges.ts';
import { paragraphAt } from '../narration/text/sentences.ts';
import { followDocument, type Readable } from './readable.ts';
import type { SpeakSettings } from './speakSettings.ts';

/** Languages of data files, which are read completely: they have few comments, if any. */
const dataLanguages = /^(json\w*|ya?ml|toml|ini|properties|dotenv|csv|xml|sql)$/;
/** Maximum lines of a selection that is read word for word: its comments alone would be too little. */
const shortSelectionLines = 5;

/** All selections, in the order of the document; without any, the text from the cursor on. */
export function readSelections(editor: vscode.TextEditor, settings: SpeakSettings): Readable {
  const { document, selections } = editor;
  const chosen = selections
    .filter(({ isEmpty }) => !isEmpty)
    .toSorted((one, other) => one.start.compareTo(other.start));
  if (chosen.length === 0) return readFromCursor(editor, settings);
  const lines = chosen.reduce((sum, { start, end }) => sum + end.line - start.line + 1, 0);
  const parts = chosen.map((selection) => offsetsOf(document, selection));
  return readDocument(document, parts, settings, lines <= shortSelectionLines);
}

/** Everything from the cursor's paragraph on. */
export function readFromCursor(
  { document, selection }: vscode.TextEditor,
  settings: SpeakSettings,
): Readable {
  const text = document.getText();
  const start = paragraphAt(text, document.offsetAt(selection.active));
  return readDocument(document, [{ start, end: text.length }], settings);
}

export function readWhole(document: vscode.TextDocument, settings: SpeakSettings): Readable {
  return readDocument(document, [{ start: 0, end: document.getText().length }], settings);
}

export function readRange(
  document: vscode.TextDocument,
  range: vscode.Range,
  settings: SpeakSettings,
): Readable {
  return readDocument(document, [offsetsOf(document, range)], settings);
}

function readDocument(
  document: vscode.TextDocument,
  parts: readonly TextRange[],
  settings: SpeakSettings,
  isShort = false,
): Readable {
  const followed = followDocument(document, parts);
  return {
    title: basename(document.fileName),
    followed,
    plan: (granularity) =>
      planUtterances(speakParts(document.languageId, followed.text, parts, settings, isShort), granularity),
    dispose: () => followed.dispose(),
  };
}

/** The blocks of ranges of a text. Of code, its comments by the setting, or everything if there are none. */
export function* speakParts(
  languageId: string,
  text: string,
  parts: readonly TextRange[],
  { codeBlocks, code, pronunciations, narrationFor, symbols }: SpeakSettings,
  isShort = false,
): Generator<NarratedBlock> {
  const speak = narrationFor(languageId);
  const first: NarrationOptions['code'] =
    code === 'everything' || (code === 'auto' && (isShort || dataLanguages.test(languageId)))
      ? 'everything'
      : 'comments';
  const how = { codeBlocks, pronunciations, ...(symbols && { symbols }) };
  let isSilent = true;
  for (const range of parts) {
    for (const block of speak(text, { ...how, code: first, ...range })) {
      isSilent = false;
      yield block;
    }
  }
  if (!isSilent || code !== 'auto' || first === 'everything') return;
  for (const range of parts) yield* speak(text, { ...how, code: 'everything', ...range });
}

function offsetsOf(document: vscode.TextDocument, { start, end }: vscode.Range): TextRange {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}
