import * as vscode from 'vscode';
import { type TextRange, trimRange } from '../narration/text/ranges.ts';
import type { Playback } from '../playback/playback.ts';
import type { PlaybackState } from '../playback/playbackState.ts';
import { readReadAloudSettings } from '../readAloudSettings.ts';
import type { FollowedDocument, Readable } from '../sources/readable.ts';

/** The reading in editors: highlights, and jumps from a position in the text to its utterance. */
export type EditorMarks = ReturnType<typeof createEditorMarks>;

interface EditorMarksPorts {
  readonly playback: Playback;
  /** The current reading. */
  readonly current: () => Readable | undefined;
}

export function createEditorMarks({ playback, current }: EditorMarksPorts) {
  const highlights = createHighlights();

  function jumpTo(editor: vscode.TextEditor, isClick: boolean): void {
    const followed = current()?.followed;
    if (!followed || editor.document !== followed.document) return;
    const { active } = editor.selection;
    const place = followed.placeBefore(active);
    const { utterances, current: heard } = playback.state;
    const sentence = utterances[heard];
    // A click in the current sentence is for editing it: keep reading.
    if (isClick && sentence && sentence.start <= place && place <= sentence.end) return;
    if (isClick && !followed.parts.some(({ start, end }) => start <= place && place <= end)) return;
    // After a line's last word, that word's sentence is meant, not the one that begins on the next line.
    const isLineEnd = editor.document.lineAt(active).range.end.isEqual(active);
    playback.session?.jumpTo(({ end }) => end > place || (isLineEnd && end === place));
  }

  const onClick = vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind, selections }) => {
    const isClick =
      kind === vscode.TextEditorSelectionChangeKind.Mouse &&
      selections.length === 1 &&
      selections[0]?.isEmpty === true;
    // While the reading is paused, clicks are for editing.
    if (isClick && playback.state.status === 'playing' && readReadAloudSettings().clickToSeek)
      jumpTo(textEditor, true);
  });

  return {
    show({ status, current: index, utterances }: PlaybackState) {
      const followed = current()?.followed;
      const sentence = utterances[index];
      const isShown = status !== 'idle' && status !== 'finished';
      if (isShown && followed && sentence) highlights.mark(followed, sentence);
      else highlights.clear();
    },
    /** Reveals the current sentence. */
    async reveal() {
      const readable = current();
      const { utterances, current: index } = playback.state;
      // If everything written so far was heard, reveal the last sentence.
      const sentence = utterances[index] ?? utterances.at(-1);
      if (!readable || !sentence) return;
      const place = readable.placeOf?.(sentence.start);
      if (place) await vscode.window.showTextDocument(place.uri, { selection: place.range, preview: true });
      else if (readable.followed) await highlights.reveal(readable.followed, sentence);
    },
    /** Continues at the sentence at the cursor, or the next one. */
    continueReadingFromCursor() {
      const editor = vscode.window.activeTextEditor;
      if (editor) jumpTo(editor, false);
    },
    dispose: () => vscode.Disposable.from(highlights, onClick).dispose(),
  };
}

interface Mark {
  readonly followed: FollowedDocument;
  readonly range: TextRange;
}

/** Highlights the current sentence and dims the text before it, in every editor of the document. */
function createHighlights() {
  // Text typed next to a highlight is not highlighted, even until the next update.
  const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
  const current = vscode.window.createTextEditorDecorationType({
    rangeBehavior,
    backgroundColor: new vscode.ThemeColor('modelRelay.readingSentenceBackground'),
    borderColor: new vscode.ThemeColor('modelRelay.readingSentenceBorder'),
    borderStyle: 'solid',
    borderWidth: '1px',
    borderRadius: '2px',
    overviewRulerColor: new vscode.ThemeColor('modelRelay.readingSentenceBackground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  const heard = vscode.window.createTextEditorDecorationType({ rangeBehavior, opacity: '0.7' });
  let marked: Mark | undefined;

  function paint(): void {
    const range = marked?.followed.locate(marked.range);
    const read = marked ? heardRanges(marked) : [];
    for (const editor of vscode.window.visibleTextEditors) {
      const isShown = editor.document === marked?.followed.document;
      editor.setDecorations(current, isShown && range ? [range] : []);
      editor.setDecorations(heard, isShown ? read : []);
    }
  }

  const onEditors = vscode.window.onDidChangeVisibleTextEditors(paint);
  let onEdits: vscode.Disposable | undefined;

  return {
    /**
     * Highlights a range of the text, and scrolls to it without moving the cursor, unless the person has scrolled away
     * from the previous one.
     */
    mark(followed: FollowedDocument, range: TextRange) {
      const before = marked?.followed === followed ? marked : undefined;
      if (before && before.range.start === range.start && before.range.end === range.end) return;
      if (!before) {
        onEdits?.dispose();
        onEdits = followed.onChange(paint);
      }
      const last = before && followed.locate(before.range);
      marked = { followed, range };
      paint();
      const next = followed.locate(range);
      if (!next) return;
      for (const editor of vscode.window.visibleTextEditors) {
        if (editor.document !== followed.document) continue;
        const isFollowing = !last || editor.visibleRanges.some((visible) => visible.intersection(last));
        if (isFollowing) editor.revealRange(next, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      }
    },
    /** Reveals a range, opening its document if needed, without moving the cursor. */
    async reveal(followed: FollowedDocument, range: TextRange) {
      const { document } = followed;
      const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
      const editor =
        shown ?? (await vscode.window.showTextDocument(document.uri, { preserveFocus: true, preview: true }));
      const place = followed.locate(range);
      if (place) editor.revealRange(place, vscode.TextEditorRevealType.InCenter);
    },
    clear() {
      marked = undefined;
      onEdits?.dispose();
      onEdits = undefined;
      paint();
    },
    dispose() {
      onEdits?.dispose();
      vscode.Disposable.from(onEditors, current, heard).dispose();
    },
  };
}

/** The ranges that were read before the highlighted one. */
function heardRanges({ followed, range }: Mark): vscode.Range[] {
  return (
    followed.parts
      .filter(({ start }) => start < range.start)
      // Without the white space before the highlighted sentence, which would reach into its line.
      .map(({ start, end }) => trimRange(followed.text, { start, end: Math.min(end, range.start) }))
      .map((heard) => (heard.start < heard.end ? followed.locate(heard) : undefined))
      .filter((found) => found !== undefined)
  );
}
