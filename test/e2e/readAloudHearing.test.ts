import { deepStrictEqual } from 'node:assert/strict';
import { useEditor } from './harness/useEditor.ts';
import { lookIntoWebview } from './harness/workbench/webviewFrames.ts';
import { testKeys, userAgents } from './keys.ts';
import { describeWholeFile, makeWholeFile } from './readAloud/wholeFile.ts';

const { sentences, files } = makeWholeFile(12);

describe('when the browser requires a click for audio', () => {
  const { editor, relay } = useEditor({
    files,
    connectByEnvironment: true,
    gesturePolicy: 'required',
    userAgent: userAgents.Windows,
  });

  testKeys(editor, 'Windows');

  describe('a whole file', () => describeWholeFile({ editor, relay }, sentences));

  describe('the sound test', () => {
    // Earlier clicks do not count in the new page.
    before(() => editor.reload());

    it('reports that a click is missing, and passes after it', async () => {
      await editor.runCommand('Model Relay: Test Sound');
      const frame = await editor.webviewFrame('relay-reader', 'VS Code is waiting for a click.');
      await lookIntoWebview(editor.page, 'relay-reader').click('.sound-checks .buttons vscode-button');
      await frame.getByText('The speech was played.').waitFor();
      deepStrictEqual(await frame.locator('.sound-checks li.failed').allTextContents(), []);
    });
  });
});
