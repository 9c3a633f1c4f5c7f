import { deepStrictEqual } from 'node:assert/strict';
import { isEditorsOwn } from '../../../../src/chatProvider/requestOptions.ts';

const initiators = {
  core: true,
  'github.copilot-chat': true,
  'GitHub.copilot-chat': true,
  'github.copilot': true,
  'vscode.git': true,
  '': false,
  corescribe: false,
  'core.extension': false,
  'vscodevim.vim': false,
  'github.copilot-chatty': false,
  'ms-vscode.cpptools': false,
  'publisher.core': false,
};

describe('the initiator of a request', () => {
  it('is VS Code itself or another extension', () => {
    deepStrictEqual(
      Object.fromEntries(Object.keys(initiators).map((initiator) => [initiator, isEditorsOwn(initiator)])),
      initiators,
    );
  });
});
