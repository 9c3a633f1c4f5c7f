import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { type FollowedDocument, followDocument } from '../../src/readAloud/sources/readable.ts';
import { workspaceRoot, writeFile } from './workspaceFolder.ts';

const { fs } = vscode.workspace;
const text = 'One is here.\nTwo is here.\nThree is here.\n';

describe('a followed document', () => {
  let file: vscode.Uri;
  let followed: FollowedDocument;

  beforeEach(async () => {
    file = await writeFile(workspaceRoot(), 'followed.md', text);
    await open();
    followed = followDocument(activeEditor().document, [{ start: 0, end: text.length }]);
  });
  afterEach(async () => {
    followed.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await fs.delete(file);
  });

  // Opens the file as a person does: a document that an extension opened would stay open for minutes.
  const open = () => vscode.commands.executeCommand('vscode.open', file);
  const activeEditor = () => {
    const editor = vscode.window.activeTextEditor;
    ok(editor, 'an editor is open');
    return editor;
  };
  const edit = async (change: (edit: vscode.TextEditorEdit) => void) => {
    ok(await activeEditor().edit(change), 'the edit was made');
  };
  /** The current text of the range that had these words. */
  const wordsOf = (words: string) => {
    const start = text.indexOf(words);
    const range = followed.locate({ start, end: start + words.length });
    return range && followed.document.getText(range);
  };

  it('finds its sentences after several simultaneous edits', async () => {
    await edit((builder) => {
      builder.insert(new vscode.Position(0, 0), 'Zero.\n');
      builder.replace(new vscode.Range(1, 4, 1, 6), 'was');
      builder.delete(new vscode.Range(2, 0, 2, 14));
    });
    deepStrictEqual(['One is here.', 'Two is here.', 'Three is here.'].map(wordsOf), [
      'One is here.',
      'Two was here.',
      undefined,
    ]);
    deepStrictEqual(followed.placeBefore(new vscode.Position(2, 0)), text.indexOf('Two'));
  });

  it('is still followed after it was closed with its edits and reopened', async () => {
    const before = followed.document;
    await edit((builder) => builder.insert(new vscode.Position(1, 0), 'Added, and never saved.\n'));
    deepStrictEqual(wordsOf('Three is here.'), 'Three is here.');
    const closed = new Promise<void>((resolve) => {
      const subscription = vscode.workspace.onDidCloseTextDocument((document) => {
        if (document !== before) return;
        subscription.dispose();
        resolve();
      });
    });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closed;
    await writeFile(workspaceRoot(), 'followed.md', text.replace('Two', 'Two or three'));
    await open();
    ok(followed.document !== before, 'it is another document');
    deepStrictEqual(['One is here.', 'Two is here.', 'Three is here.'].map(wordsOf), [
      'One is here.',
      'Two or three is here.',
      'Three is here.',
    ]);
  });
});
