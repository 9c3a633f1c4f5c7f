import * as vscode from 'vscode';
import { readReadAloudSettings } from '../../platform/settings/settings.ts';
import type { Playback } from '../playback/playback.ts';
import type { PlaybackState } from '../playback/playbackState.ts';
import type { Readable } from '../sources/readable.ts';
import { createHighlights } from './editorHighlights.ts';

/** The reading in the editors: its marks, and the way from a place in the text to its sound. */
export interface EditorMarks extends vscode.Disposable {
  show(state: PlaybackState): void;
  /** Brings the sentence that is heard to the screen. */
  reveal(): Promise<void>;
  /** Goes on at the sentence of the cursor, or the next one behind it. */
  continueReadingFromCursor(): void;
}

export interface EditorMarksPorts {
  readonly playback: Playback;
  /** What is read. */
  readonly current: () => Readable | undefined;
}

export function createEditorMarks({ playback, current }: EditorMarksPorts): EditorMarks {
  const highlights = createHighlights();

  function jumpTo(editor: vscode.TextEditor, isClick: boolean): void {
    const followed = current()?.followed;
    if (!followed || editor.document !== followed.document) return;
    const { active } = editor.selection;
    const place = followed.placeBefore(active);
    const { utterances, current: heard } = playback.state;
    const sentence = utterances[heard];
    // Who mends the sentence that is heard means to hear on.
    if (isClick && sentence && sentence.start <= place && place <= sentence.end) return;
    if (isClick && !followed.parts.some(({ start, end }) => start <= place && place <= end)) return;
    // Behind a line's last word, its sentence is meant and not the one that begins in the next line.
    const isLineEnd = editor.document.lineAt(active).range.end.isEqual(active);
    playback.session?.jumpTo(({ end }) => end > place || (isLineEnd && end === place));
  }

  const onClick = vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind, selections }) => {
    const isClick =
      kind === vscode.TextEditorSelectionChangeKind.Mouse &&
      selections.length === 1 &&
      selections[0]?.isEmpty === true;
    // While it is paused, the text may be worked on.
    if (isClick && playback.state.status === 'playing' && readReadAloudSettings().clickToSeek)
      jumpTo(textEditor, true);
  });

  return {
    show({ status, current: index, utterances }) {
      const followed = current()?.followed;
      const sentence = utterances[index];
      const isShown = status !== 'idle' && status !== 'finished';
      if (isShown && followed && sentence) highlights.mark(followed, sentence);
      else highlights.clear();
    },
    async reveal() {
      const readable = current();
      const { utterances, current: index } = playback.state;
      // Where all that was written so far was heard, the last one.
      const sentence = utterances[index] ?? utterances.at(-1);
      if (!readable || !sentence) return;
      const place = readable.placeOf?.(sentence.start);
      if (place) await vscode.window.showTextDocument(place.uri, { selection: place.range, preview: true });
      else if (readable.followed) await highlights.reveal(readable.followed, sentence);
    },
    continueReadingFromCursor() {
      const editor = vscode.window.activeTextEditor;
      if (editor) jumpTo(editor, false);
    },
    dispose: () => vscode.Disposable.from(highlights, onClick).dispose(),
  };
}
