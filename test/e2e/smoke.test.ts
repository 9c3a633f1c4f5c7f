import { type Editor, openEditor } from './harness/editor.ts';

describe('the extension in a real editor', () => {
  let editor: Editor;

  before(async () => {
    editor = await openEditor();
  });
  after(() => editor?.close());

  it('shows the chat when its icon in the activity bar is clicked', async () => {
    await editor.openViewContainer('Model Relay');
    const chat = await editor.webviewFrame('textarea');
    await chat.locator('textarea').waitFor();
    await editor.screenshot('smoke-chat');
  });
});
