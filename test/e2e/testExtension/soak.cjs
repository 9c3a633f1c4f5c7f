'use strict';
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const vscode = require('vscode');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** What this extension host holds once its garbage is collected, in bytes. */
function measureHost() {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heldBytes: heapUsed + external, residentBytes: rss };
}

/** Asks a relay model as any other extension would, and cancels: at once, or when the first of the response is here. */
async function abortRequest(modelId, text, isAtOnce) {
  const [model] = await vscode.lm.selectChatModels({ vendor: 'model-relay', id: modelId });
  if (!model) throw new Error(`There is no model ${modelId}.`);
  const cancellation = new vscode.CancellationTokenSource();
  try {
    const asked = model.sendRequest(
      [vscode.LanguageModelChatMessage.User(text)],
      { justification: 'The soak test aborts requests.' },
      cancellation.token,
    );
    if (isAtOnce) cancellation.cancel();
    for await (const _part of (await asked).stream) cancellation.cancel();
    return 'ended';
  } catch (error) {
    return String(error?.message ?? error);
  } finally {
    cancellation.dispose();
  }
}

exports.registerSoakCommands = () =>
  vscode.Disposable.from(
    vscode.commands.registerCommand('endToEndTests.measureHost', measureHost),
    vscode.commands.registerCommand('endToEndTests.abortRequest', abortRequest),
  );
