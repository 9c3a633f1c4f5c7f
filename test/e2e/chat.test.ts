import { describeAnswers } from './chat/answers.ts';
import { describeReading } from './chat/reading.ts';
import { describeReturns } from './chat/returns.ts';
import { describeTurns } from './chat/turns.ts';
import { describeInOneEditor } from './harness/sharedEditor.ts';

const options = { connectByEnvironment: true, files: { 'a.txt': 'Hello.', 'a.ts': 'let a = 1;\n' } };

describeInOneEditor('the chat', options, {
  'answers of it': describeAnswers,
  'turns of it': describeTurns,
  'what comes back in it': describeReturns,
  // Moves the chat to another place.
  'reading in it': describeReading,
});
