import { deepStrictEqual } from 'node:assert/strict';
import { cleanMessage, undoMessage } from '../../../../src/editing/commitMessage/messageText.ts';

const fence = '```';

/** A model's response, and the message in it. */
const answers: readonly (readonly [name: string, answer: string, message: string])[] = [
  ...[
    `Add a door\n\n${fence}sh\nopen\n${fence}\nIt opens.`,
    'Fix these bugs in the parser:\n\n- a\n- b',
    'Commit message box: keep the draft',
    'Commit messages of doors:\n\n- one',
    'Fix the commit message: it was lost',
    'Okay-looking doors are painted',
    '"Door" is now "Gate"',
    '#12 Add a door',
    'fix(door): open: at once',
  ].map((message) => [`a message alone: ${message}`, message, message] as const),
  ['a message', 'Add a door\n\nIt opens.', 'Add a door\n\nIt opens.'],
  ['space around it', '\n\n  Add a door  \n\n', 'Add a door'],
  ['line ends of Windows', 'Add a door\r\n\r\nIt opens.\r\n', 'Add a door\n\nIt opens.'],
  ['no empty line behind the subject', 'Add a door\n- it opens', 'Add a door\n\n- it opens'],
  ['a fence', `${fence}\nAdd a door\n\nIt opens.\n${fence}`, 'Add a door\n\nIt opens.'],
  ['a fence that is never closed', `${fence}\nAdd a door`, 'Add a door'],
  ['remarks behind a fence', `${fence}\nAdd a door\n${fence}\nThis says that…`, 'Add a door'],
  [
    'a fence in a fence',
    `${fence}\nAdd a door\n\n${fence}sh\nopen\n${fence}\n${fence}\nDone.`,
    `Add a door\n\n${fence}sh\nopen\n${fence}`,
  ],
  ['words before it', 'Here is the commit message:\n\nAdd a door', 'Add a door'],
  ['words and a fence', `Sure! Here you go:\n${fence}\nAdd a door\n${fence}`, 'Add a door'],
  ['words on the same line', 'Here is the commit message: Add a door', 'Add a door'],
  [
    'words on two lines and a label',
    'Certainly!\n\nHere’s a message for it:\n\nCommit message: Add a door',
    'Add a door',
  ],
  ['a label', 'Commit message: Add a door', 'Add a door'],
  ['a bold label', '**Suggested Git commit message:**\n\nAdd a door', 'Add a door'],
  ['a bold label on the same line', '**Suggested Git commit message:** Add a door', 'Add a door'],
  ['a label with more words', 'Commit message for the staged changes:\n\nAdd a door', 'Add a door'],
  ['a label before a prefix', 'Commit message: feat: add a door', 'feat: add a door'],
  ['words of the model itself', 'I’d suggest this one:\n\nAdd a door', 'Add a door'],
  ['a subject that begins as a word does', 'I/O errors in doors:\n- one', 'I/O errors in doors:\n\n- one'],
  ['a word on a line of its own', 'Of course.\n\nAdd a door', 'Add a door'],
  ['Chinese words', '好的，以下是提交信息：\n\n新增一扇门', '新增一扇门'],
  ['Chinese words of the model itself', '我建议这样写：\n\n新增一扇门', '新增一扇门'],
  ['a Chinese label', '提交信息：新增一扇门', '新增一扇门'],
  ['curly quotation marks', '“Add a door”', 'Add a door'],
  ['a code span', '`Add a door`', 'Add a door'],
  ['a quoted subject', '"Add a door"\n\nIt opens.', 'Add a door\n\nIt opens.'],
  [
    'many empty lines',
    'Add a door\n\n\n\nIt opens.\n\n\n\nIt shuts.',
    'Add a door\n\nIt opens.\n\nIt shuts.',
  ],
  ['a heading', '# Commit message\n\nAdd a door', 'Add a door'],
  ['a bold subject', '**Add a door**\n\nIt opens.', 'Add a door\n\nIt opens.'],
  ['a subject as a heading', '## Add a door', 'Add a door'],
  ['thoughts', '<think>A door?\n\nYes.</think>\n\nAdd a door', 'Add a door'],
  ['thoughts without an end', '<thinking>A door? And what', ''],
  ['a subject about such a mark', '<think> marks are passed over', ''],
  [
    'signs that are not seen',
    'Add\u0000 a \u001b[31mdoor\u202e\n\n\tIt opens.',
    'Add a [31mdoor\n\n\tIt opens.',
  ],
  ['nothing', '', ''],
  ['an empty fence', `${fence}\n${fence}`, ''],
];

describe('the commit message in a response', () => {
  for (const [name, answer, message] of answers)
    it(name, () => deepStrictEqual(cleanMessage(answer, true), message));

  it('grows by complete lines while it streams', () => {
    for (const [name, answer, message] of answers.filter(([each]) =>
      /fence|words|label|thoughts|a message/.test(each),
    ))
      for (let end = 0; end < answer.length; end += 1) {
        const shown = cleanMessage(answer.slice(0, end), false);
        deepStrictEqual({ name, shown, is: message.startsWith(shown) }, { name, shown, is: true });
      }
    deepStrictEqual(
      ['Add a', 'Add a\n', 'Add a\n\nIt op', '```\nAdd a\n``'].map((text) => cleanMessage(text, false)),
      ['', 'Add a', 'Add a', 'Add a'],
    );
  });
});

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
