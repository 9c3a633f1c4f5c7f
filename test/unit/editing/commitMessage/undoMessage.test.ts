import { deepStrictEqual } from 'node:assert/strict';
import { undoMessage } from '../../../../src/editing/commitMessage/undoMessage.ts';

const message = 'Add a door\n\nIt opens.';
const draft = 'door';

const cases: readonly (readonly [name: string, before: string, after: string, isUndone: boolean])[] = [
  ['restores the draft', message, draft, true],
  ['restores it in a box with Windows line ends', 'Add a door\r\n\r\nIt opens.', draft, true],
  ['leaves the draft if it is already back', draft, draft, true],
  ['leaves text that the user has written since', 'Add a window', 'Add a window', false],
  ['leaves a message that the user has edited', `${message} And shuts.`, `${message} And shuts.`, false],
  ['leaves the box empty after the commit', '', '', false],
];

describe('undoing a commit message', () => {
  for (const [name, before, after, isUndone] of cases)
    it(name, () => {
      const box = { value: before };
      deepStrictEqual(
        { isUndone: undoMessage(box, message, draft), box },
        { isUndone, box: { value: after } },
      );
    });
});
