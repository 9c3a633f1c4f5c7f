'use strict';
const { createConnection } = require('node:net');
const { createInterface } = require('node:readline');
const vscode = require('vscode');

/** VS Code lists a command of an extension only once that has begun. */
async function isKnown(command) {
  const contributed = vscode.extensions.all.flatMap(
    ({ packageJSON }) => packageJSON.contributes?.commands ?? [],
  );
  return (
    contributed.some((each) => each.command === command) ||
    (await vscode.commands.getCommands()).includes(command)
  );
}

const deeds = {
  /** Runs a command to its end. */
  execute: (command, ...values) => vscode.commands.executeCommand(command, ...values),

  /** Lets a command begin, which may ask the person something before it ends. */
  async begin(command, ...values) {
    if (!(await isKnown(command))) throw new Error(`There is no command ${command}.`);
    vscode.commands.executeCommand(command, ...values).then(undefined, (error) => console.error(error));
  },

  async open(path) {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path), { preview: false });
  },

  /** The text of a document, shown or not. */
  async read(uri) {
    return (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))).getText();
  },

  /** Selects the first place with this text, in capitals or not. */
  async select(text) {
    const { activeTextEditor: editor } = vscode.window;
    if (!editor) throw new Error('No text is open.');
    const { document } = editor;
    const start = document.getText().toLowerCase().indexOf(text.toLowerCase());
    if (start < 0) throw new Error(`“${text}” is not in ${document.fileName}.`);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    // It comes behind the selection on the way to the window.
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  },

  /** Changes settings of the user; they count when this is over. */
  async configure(changes) {
    for (const [name, value] of Object.entries(changes))
      await vscode.workspace
        .getConfiguration()
        .update(name, value ?? undefined, vscode.ConfigurationTarget.Global);
  },
};

/** Does what the tests ask for, line by line. */
exports.openHostDoor = (path) => {
  const socket = createConnection(path);
  socket.on('error', (error) => console.error(error));
  createInterface({ input: socket }).on('line', async (line) => {
    const { id, deed, values } = JSON.parse(line);
    let reply;
    try {
      // Waits until earlier events of the window have arrived, such as a click on a tab.
      await vscode.commands.executeCommand('setContext', 'endToEndTests.deed', id);
      reply = { id, result: await deeds[deed](...values) };
    } catch (error) {
      reply = { id, error: String(error?.message ?? error) };
    }
    socket.write(`${JSON.stringify(reply)}\n`);
  });
  return { dispose: () => socket.destroy() };
};
