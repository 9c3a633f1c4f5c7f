import { deepStrictEqual } from 'node:assert/strict';
import { undoMessage } from '../../../../src/editing/commitMessage/undoMessage.ts';

const message = 'Add a door\n\nIt opens.';
const draft = 'door';

const cases: readonly (readonly [name: string, before: string, after: string, isUndone: boolean])[] = [
  ['brings the draft back', message, draft, true],
  ['brings it back in a box with the line ends of Windows', 'Add a door\r\n\r\nIt opens.', draft, true],
  ['leaves the draft where it is back already', draft, draft, true],
  ['leaves what the person wrote since', 'Add a window', 'Add a window', false],
  ['leaves what the person made of the message', `${message} And shuts.`, `${message} And shuts.`, false],
  ['leaves the box empty once it was committed', '', '', false],
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
